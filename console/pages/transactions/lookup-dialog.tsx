import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Modal from '@cloudscape-design/components/modal';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { dataOf, typedAddress } from '../../../sdk/index.ts';
import { pickerStatus } from '../../design/picker-status.ts';
import { useFieldErrors } from '../../design/use-field-errors.ts';
import { useAction } from '../../live/action.ts';
import { useChains } from '../../live/chains.ts';
import { useClient } from '../../session/session-context.ts';
import { LookupFailure } from './lookup-failure.tsx';
import { FoundOnChain, FoundRecords } from './lookup-result.tsx';

interface LookupDialogProps {
  /** Opens the detail of a record. */
  readonly show: (id: string) => void;
  readonly close: () => void;
}

const ALL = { value: '', label: 'All chains' };

/** Finds a transaction by its hash, in the records or on a chain, and imports what it finds on a chain. */
export function LookupDialog({ show, close }: LookupDialogProps) {
  const client = useClient();
  const source = useChains();
  const { chains, isChain } = source;
  const [hash, setHash] = useState('');
  const [chain, setChain] = useState('');
  const look = useAction({
    run: async () => {
      const query = { hash: typedAddress(hash), chain: isChain(chain) ? chain : undefined };
      return dataOf(await client.GET('/api/transactions/lookup', { params: { query } }));
    },
    changes: [],
  });
  const choices = [ALL, ...chains.map(({ id, name }) => ({ value: id, label: name }))];
  // Another chain may know the hash that this one refused.
  const errors = useFieldErrors(look.error, { hash: [hash, chain], chain });
  const footer = (
    <Box float="right">
      <SpaceBetween direction="horizontal" size="xs">
        <Button variant="link" onClick={close}>
          Close
        </Button>
        <Button variant="primary" loading={look.isRunning} disabled={hash.trim() === ''} onClick={() => look.start()}>
          Look up
        </Button>
      </SpaceBetween>
    </Box>
  );
  return (
    <Modal visible size="large" header="Look up a hash" closeAriaLabel="Close" onDismiss={close} footer={footer}>
      <SpaceBetween size="m">
        <FormField label="Hash" errorText={errors.get('hash')}>
          <Input
            value={hash}
            autoFocus
            placeholder="0x…"
            onChange={({ detail }) => setHash(detail.value)}
            onKeyDown={({ detail }) => detail.key === 'Enter' && hash.trim() !== '' && look.start()}
          />
        </FormField>
        <FormField
          label="Chain"
          description="All chains means all main networks. Choose a test network by its name."
          errorText={errors.get('chain')}
        >
          <Select
            {...pickerStatus(source)}
            options={choices}
            selectedOption={choices.find(({ value }) => value === chain) ?? ALL}
            onChange={({ detail }) => setChain(detail.selectedOption.value ?? '')}
          />
        </FormField>
        <LookupFailure error={look.error} />
        {look.result === undefined ? null : look.result.source === 'database' ? (
          <FoundRecords records={look.result.transactions} show={show} />
        ) : (
          <FoundOnChain key={look.result.transaction.hash} found={look.result} show={show} />
        )}
      </SpaceBetween>
    </Modal>
  );
}
