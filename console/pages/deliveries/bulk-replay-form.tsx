import FormField from '@cloudscape-design/components/form-field';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import Select from '@cloudscape-design/components/select';
import { useState } from 'react';
import { dataOf } from '../../../sdk/index.ts';
import { foreignText } from '../../design/foreign-text.ts';
import { FormModal } from '../../design/form-modal.tsx';
import { InstantInput } from '../../design/instant-input.tsx';
import { bothSources, pickerStatus } from '../../design/picker-status.ts';
import { fieldErrors } from '../../design/problem-advice.ts';
import { useAction } from '../../live/action.ts';
import { useDestinations } from '../../live/destinations.ts';
import { useWebhooks, webhookName } from '../../live/webhooks.ts';
import { useClient } from '../../session/session-context.ts';

interface BulkReplayFormProps {
  /** The filters of the list, with which the form begins. */
  readonly params: Readonly<Record<string, string>>;
  readonly done: () => void;
  readonly close: () => void;
}

/** Begins a replay of all finished deliveries that a filter finds. */
export function BulkReplayForm({ params, done, close }: BulkReplayFormProps) {
  const client = useClient();
  const webhooks = useWebhooks();
  const destinations = useDestinations();
  const [status, setStatus] = useState<'failed' | 'delivered'>(params.status === 'delivered' ? 'delivered' : 'failed');
  const [recipient, setRecipient] = useState(() => {
    const { webhookId, destinationId } = params;
    if (webhookId !== undefined) return `webhookId ${webhookId}`;
    return destinationId === undefined ? '' : `destinationId ${destinationId}`;
  });
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const begin = useAction({
    run: async () => {
      const body = {
        status,
        ...recipientOf(recipient),
        ...(from === '' ? {} : { from }),
        ...(to === '' ? {} : { to }),
      };
      return dataOf(await client.POST('/api/webhooks/replays', { body }));
    },
    changes: ['replays', 'deliveries'],
    onDone: done,
  });
  const errors = fieldErrors(begin.error);
  const all = { value: '', label: 'All recipients of all channels' };
  const choices = [
    all,
    ...webhooks.webhooks.map((each) => ({
      value: `webhookId ${each.id}`,
      label: foreignText(webhookName(each), 60),
      description: 'Webhook',
    })),
    ...destinations.destinations.map(({ id, name }) => ({
      value: `destinationId ${id}`,
      label: foreignText(name, 60),
      description: 'Destination',
    })),
  ];
  return (
    <FormModal
      title="Replay all deliveries that a filter finds"
      action="Begin the replay"
      isRunning={begin.isRunning}
      error={begin.error}
      shownFields={['status', 'webhookId', 'destinationId', 'from', 'to']}
      submit={() => begin.start()}
      close={close}
    >
      <FormField label="Status" description="Receivers get what they had once more." errorText={errors.get('status')}>
        <SegmentedControl
          label="Status"
          options={[
            { id: 'failed', text: 'Failed' },
            { id: 'delivered', text: 'Delivered' },
          ]}
          selectedId={status}
          onChange={({ detail }) => setStatus(detail.selectedId === 'delivered' ? 'delivered' : 'failed')}
        />
      </FormField>
      <FormField label="Recipient" errorText={errors.get('webhookId') ?? errors.get('destinationId')}>
        <Select
          {...pickerStatus(bothSources(webhooks, destinations))}
          options={choices}
          selectedOption={choices.find(({ value }) => value === recipient) ?? { value: recipient, label: recipient }}
          onChange={({ detail }) => setRecipient(detail.selectedOption.value ?? '')}
        />
      </FormField>
      <FormField label="Created from" errorText={errors.get('from')}>
        <InstantInput value={from} change={setFrom} />
      </FormField>
      <FormField label="Created to" errorText={errors.get('to')}>
        <InstantInput value={to} change={setTo} />
      </FormField>
    </FormModal>
  );
}

/** The filter of the API for the choice, such as `webhookId 1f0e…`. */
function recipientOf(choice: string): { webhookId?: string; destinationId?: string } {
  const [field, id = ''] = choice.split(' ');
  if (field === 'webhookId') return { webhookId: id };
  return field === 'destinationId' ? { destinationId: id } : {};
}
