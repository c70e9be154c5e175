import FormField from '@cloudscape-design/components/form-field';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import Select from '@cloudscape-design/components/select';
import { useState } from 'react';
import { dataOf } from '../../../sdk/index.ts';
import { foreignText } from '../../design/foreign-text.ts';
import { FormModal } from '../../design/form-modal.tsx';
import { InstantInput } from '../../design/instant-input.tsx';
import { bothSources, pickerStatus } from '../../design/picker-status.ts';
import { useFieldErrors } from '../../design/use-field-errors.ts';
import { useAction } from '../../live/action.ts';
import { useDestinations } from '../../live/destinations.ts';
import { useLiveItem } from '../../live/live-item.ts';
import { useWebhooks, webhookName } from '../../live/webhooks.ts';
import { useClient } from '../../session/session-context.ts';
import { REPLAYABLE } from './replay-all-limits.ts';

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
  const [status, setStatus] = useState(() => replayable(params.status));
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
    changes: ['replays', 'deliveries', 'stats'],
    onDone: done,
  });
  const { item: found } = useLiveItem({
    key: ['deliveries', 'count', status, recipient],
    load: (signal) => {
      const query = { status, ...recipientOf(recipient), pageSize: 1 };
      return client.GET('/api/webhooks/deliveries', { params: { query }, signal });
    },
  });
  const count = found?.meta.total;
  const errors = useFieldErrors(begin.error, {
    status,
    webhookId: recipient,
    destinationId: recipient,
    // Both times make the span, and a message at one may speak of the other.
    from: [from, to],
    to: [from, to],
  });
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
      refusal={count === 0 ? 'No delivery matches. Choose another status or recipient.' : undefined}
      error={begin.error}
      shownFields={['status', 'webhookId', 'destinationId', 'from', 'to']}
      submit={() => begin.start()}
      close={close}
    >
      <FormField label="Status" description="Receivers get what they had once more." errorText={errors.get('status')}>
        <SegmentedControl
          label="Status"
          options={REPLAYABLE}
          selectedId={status}
          onChange={({ detail }) => setStatus(replayable(detail.selectedId))}
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
      <div aria-live="polite">
        {count === undefined ? 'Counting…' : <ReplayCount count={count} isPart={from !== '' || to !== ''} />}
      </div>
      <FormField label="Created from" errorText={errors.get('from')}>
        <InstantInput value={from} change={setFrom} />
      </FormField>
      <FormField label="Created to" errorText={errors.get('to')}>
        <InstantInput value={to} change={setTo} />
      </FormField>
    </FormModal>
  );
}

/** @param isPart a time narrows the deliveries, and the service counts these when the replay begins. */
function ReplayCount({ count, isPart }: { readonly count: number; readonly isPart: boolean }) {
  return (
    <>
      {isPart ? 'At most ' : ''}
      <b>{count === 1 ? '1 delivery' : `${count.toLocaleString()} deliveries`}</b> will be sent again.
    </>
  );
}

const replayable = (status: string | undefined) => REPLAYABLE.find(({ id }) => id === status)?.id ?? 'failed';

/** The filter of the API for the choice, such as `webhookId 1f0e…`. */
function recipientOf(choice: string): { webhookId?: string; destinationId?: string } {
  const [field, id = ''] = choice.split(' ');
  if (field === 'webhookId') return { webhookId: id };
  return field === 'destinationId' ? { destinationId: id } : {};
}
