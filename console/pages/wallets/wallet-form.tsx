import Checkbox from '@cloudscape-design/components/checkbox';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Multiselect from '@cloudscape-design/components/multiselect';
import { useState } from 'react';
import { type components, dataOf, typedAddress } from '../../../sdk/index.ts';
import { leastUsedColour } from '../../../sdk/wallet-colours.ts';
import { Foreign } from '../../design/foreign.tsx';
import { FormModal } from '../../design/form-modal.tsx';
import { NextStep } from '../../design/next-step.tsx';
import { useNotify } from '../../design/notices.tsx';
import { pickerStatus } from '../../design/picker-status.ts';
import { fieldErrors } from '../../design/problem-advice.ts';
import { tagPaths } from '../../design/tags-field.tsx';
import { useFieldErrors } from '../../design/use-field-errors.ts';
import { withTags } from '../../design/with-tags.ts';
import { useAction } from '../../live/action.ts';
import { useChains } from '../../live/chains.ts';
import { useCoverages } from '../../live/coverages.ts';
import { useWallets } from '../../live/wallets.ts';
import { useClient } from '../../session/session-context.ts';
import { chainChoices } from './chain-choices.ts';
import { NO_TAG, tagIn } from './destination-tag.ts';
import { walletChanges } from './wallet-changes.ts';
import { type MoreInput, WalletMore } from './wallet-more.tsx';
import { WalletTypeField } from './wallet-type-field.tsx';
import { typeChoices, typeMeant, typesOf } from './wallet-types.ts';

type Wallet = components['schemas']['Wallet'];

interface WalletFormProps {
  /** The wallet to change; without it, a new wallet. */
  readonly wallet?: Wallet;
  readonly close: () => void;
}

/** Adds a wallet or changes one. The address of a wallet never changes. */
export function WalletForm({ wallet, close }: WalletFormProps) {
  const client = useClient();
  const notify = useNotify();
  const source = useChains();
  const { chains, isLoaded, isChain, familyOf } = source;
  const [label, setLabel] = useState(wallet?.label ?? '');
  const [address, setAddress] = useState(wallet?.address ?? '');
  const [chosen, setChosen] = useState<readonly string[]>(wallet?.chains ?? []);
  const [tag, setTag] = useState(wallet?.destinationTag?.toString() ?? '');
  const [type, setType] = useState(wallet?.type ?? '');
  const [watch, setWatch] = useState(wallet?.watch ?? true);
  const [more, setMore] = useState<MoreInput>({
    tags: wallet?.tags ?? [],
    tagText: '',
    externalId: wallet?.externalId ?? '',
    color: wallet?.color ?? '',
  });
  const hasTag = chosen.some((id) => familyOf(id) === 'xrp');
  const destinationTag = hasTag ? tagIn(tag.trim()) : undefined;
  const isNoTag = hasTag && tag.trim() !== '' && destinationTag === undefined;
  const { wallets, isLoaded: areWalletsLoaded } = useWallets();
  const inUse = typesOf(wallets.filter(({ id }) => id !== wallet?.id));
  const givenType = type === wallet?.type ? type : typeMeant(type, typeChoices(inUse));
  const proposed = wallet === undefined && areWalletsLoaded ? leastUsedColour(wallets.map((each) => each.color)) : '';
  const givenColor = more.color.trim() || proposed;
  const names = { tags: [...withTags(more.tags, more.tagText)], externalId: more.externalId.trim() || null };
  const given = { label, type: givenType, watch, ...names, ...(givenColor !== '' && { color: givenColor }) };
  const onChains = isLoaded ? chosen.filter(isChain) : undefined;
  const changes = wallet === undefined ? undefined : walletChanges(wallet, given, onChains);
  const save = useAction({
    run: async () => {
      if (wallet === undefined || changes === undefined) {
        const body = { ...given, destinationTag, address: typedAddress(address), chains: onChains ?? [] };
        return dataOf(await client.POST('/api/wallets', { body }));
      }
      return dataOf(await client.PATCH('/api/wallets/{id}', { params: { path: { id: wallet.id } }, body: changes }));
    },
    changes: ['wallets'],
    onDone: (saved) => {
      notify(
        'success',
        <>
          The wallet “<Foreign text={saved.label} />” is {wallet === undefined ? 'added' : 'changed'}.
          {wallet === undefined ? <NextStep done="wallet" /> : null}
        </>,
      );
      close();
    },
  });
  const isSame = changes !== undefined && Object.keys(changes).length === 0;
  const values = { label, address, chains: chosen, destinationTag: tag, type, color: more.color, ...names };
  const errors = useFieldErrors(save.error, values);
  const ofChains = [...fieldErrors(save.error).keys()].filter((path) => path.startsWith('chains'));
  const { unwatched } = useCoverages();
  const options = chainChoices(chains, unwatched, address, chosen);
  return (
    <FormModal
      title={wallet === undefined ? 'Add a wallet' : 'Edit the wallet'}
      action={wallet === undefined ? 'Add' : 'Save'}
      isRunning={save.isRunning}
      error={save.error}
      shownFields={[
        ...['label', 'address', 'destinationTag', 'type', 'color', 'externalId'],
        ...ofChains,
        ...tagPaths(fieldErrors(save.error)),
      ]}
      submit={() => {
        if (isSame) close();
        else if (!isNoTag) save.start();
      }}
      close={close}
    >
      <FormField label="Label" errorText={errors.get('label')}>
        <Input value={label} autoFocus onChange={({ detail }) => setLabel(detail.value)} />
      </FormField>
      <FormField
        label="Address"
        description={wallet === undefined ? undefined : 'The address of a wallet does not change.'}
        errorText={errors.get('address')}
      >
        <Input value={address} disabled={wallet !== undefined} onChange={({ detail }) => setAddress(detail.value)} />
      </FormField>
      <FormField
        label="Chains"
        description="Chains of one kind: an address belongs to one kind of chain."
        errorText={ofChains.map((path) => errors.get(path) ?? '').join(' ')}
      >
        <Multiselect
          {...pickerStatus(source)}
          options={options}
          placeholder="Choose chains"
          filteringType="auto"
          selectedOptions={options.filter(({ value }) => chosen.includes(value))}
          onChange={({ detail }) => setChosen(detail.selectedOptions.flatMap(({ value }) => value ?? []))}
        />
      </FormField>
      {hasTag && (
        <FormField
          label="Destination tag"
          description="The wallet has only the payments of this tag. Without a tag: those that no other wallet claims."
          errorText={isNoTag ? `The tag ${NO_TAG}.` : errors.get('destinationTag')}
        >
          <Input
            value={tag}
            inputMode="numeric"
            disabled={wallet !== undefined}
            onChange={({ detail }) => setTag(detail.value)}
          />
        </FormField>
      )}
      <WalletTypeField text={type} write={setType} inUse={inUse} errorText={errors.get('type')} />
      <WalletMore
        input={more}
        change={(part) => setMore((now) => ({ ...now, ...part }))}
        proposed={proposed}
        errors={errors}
      />
      <Checkbox checked={watch} onChange={({ detail }) => setWatch(detail.checked)}>
        Watch this wallet: record the transactions of new blocks, and check the balances
      </Checkbox>
    </FormModal>
  );
}
