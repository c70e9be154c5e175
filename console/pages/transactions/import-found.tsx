import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { type components, dataOf } from '../../../sdk/index.ts';
import { ActionButton } from '../../design/action-button.tsx';
import { foreignText } from '../../design/foreign-text.ts';
import { pickerStatus } from '../../design/picker-status.ts';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { useFieldErrors } from '../../design/use-field-errors.ts';
import { useAction } from '../../live/action.ts';
import { useChains } from '../../live/chains.ts';
import { useWallets } from '../../live/wallets.ts';
import { useClient, useRefusal } from '../../session/session-context.ts';

type OnChain = Extract<components['schemas']['Lookup'], { readonly source: 'blockchain' }>['transaction'];
type Import = components['schemas']['ImportTransaction'];

interface ImportFoundProps {
  readonly transaction: OnChain;
  /** The addresses between which the transaction moves value. */
  readonly parties: readonly (string | undefined)[];
  readonly show: (id: string) => void;
}

/** Records the transaction for a wallet that the user chooses. */
export function ImportFound({ transaction, parties, show }: ImportFoundProps) {
  const client = useClient();
  const known = useChains();
  const own = useWallets();
  const { isChain, familyOf } = known;
  const { wallets } = own;
  const source = {
    isLoaded: known.isLoaded && own.isLoaded,
    error: known.error ?? own.error,
    retry: () => (known.error === null ? own : known).retry(),
  };
  const refusal = useRefusal('write');
  const [walletId, setWalletId] = useState(transaction.walletId ?? '');
  const family = familyOf(transaction.chain);
  const options = wallets
    .filter((wallet) => familyOf(wallet.chains[0] ?? '') === family)
    .map(({ id, label, address, destinationTag }) => ({
      value: id,
      label: foreignText(label, 40),
      description: destinationTag === undefined ? address : `${address}, tag ${destinationTag}`,
    }));
  const add = useAction({
    run: async (body: Import) => {
      const record = dataOf(await client.POST('/api/transactions/import', { body }));
      return { id: record.id, isNew: !('alreadyExists' in record) };
    },
    changes: ['transactions'],
  });
  const errors = useFieldErrors(add.error, { walletId });
  const start = () => {
    const { chain } = transaction;
    if (isChain(chain)) add.start({ ...transaction, chain, walletId });
  };
  if (add.result !== undefined) {
    const { id, isNew } = add.result;
    const action = <Button onClick={() => show(id)}>Open the record</Button>;
    return (
      <Alert
        type={isNew ? 'success' : 'info'}
        header={isNew ? 'The transaction is imported' : 'The wallet had this transaction already'}
        action={action}
      />
    );
  }
  const chosen = wallets.find(({ id }) => id === walletId);
  const hasNone = source.isLoaded && options.length === 0;
  return (
    <SpaceBetween size="s">
      <FormField
        label="Import for the wallet"
        description={hasNone ? 'No wallet is on a chain of this kind. Add a wallet first.' : undefined}
        errorText={errors.get('walletId')}
      >
        <Select
          {...pickerStatus(source)}
          options={options}
          placeholder="Choose a wallet"
          filteringType="auto"
          disabled={refusal !== undefined || hasNone}
          selectedOption={options.find(({ value }) => value === walletId) ?? null}
          onChange={({ detail }) => setWalletId(detail.selectedOption.value ?? '')}
        />
      </FormField>
      {chosen === undefined || parties.includes(chosen.address) ? null : (
        <Alert type="warning">This transaction moves nothing to or from this wallet.</Alert>
      )}
      <ProblemAlert error={add.error} shownFields={['walletId']} />
      <ActionButton
        needs="write"
        disabled={walletId === ''}
        disabledReason="Choose a wallet first."
        loading={add.isRunning}
        onClick={start}
      >
        Import
      </ActionButton>
    </SpaceBetween>
  );
}
