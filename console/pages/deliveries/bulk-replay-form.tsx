import FormField from '@cloudscape-design/components/form-field';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import Select from '@cloudscape-design/components/select';
import { useState } from 'react';
import { dataOf } from '../../../sdk/index.ts';
import { foreignText } from '../../design/foreign-text.ts';
import { FormModal } from '../../design/form-modal.tsx';
import { InstantInput } from '../../design/instant-input.tsx';
import { pickerStatus } from '../../design/picker-status.ts';
import { fieldErrors } from '../../design/problem-advice.ts';
import { useAction } from '../../live/action.ts';
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
  const source = useWebhooks();
  const [status, setStatus] = useState<'failed' | 'delivered'>(params.status === 'delivered' ? 'delivered' : 'failed');
  const [webhookId, setWebhookId] = useState(params.webhookId ?? '');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const begin = useAction({
    run: async () => {
      const body = {
        status,
        ...(webhookId === '' ? {} : { webhookId }),
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
    ...source.webhooks.map((each) => ({ value: each.id, label: foreignText(webhookName(each), 60) })),
  ];
  return (
    <FormModal
      title="Replay all deliveries that a filter finds"
      action="Begin the replay"
      isRunning={begin.isRunning}
      error={begin.error}
      shownFields={['status', 'webhookId', 'from', 'to']}
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
      <FormField label="Webhook" errorText={errors.get('webhookId')}>
        <Select
          {...pickerStatus(source)}
          options={choices}
          selectedOption={choices.find(({ value }) => value === webhookId) ?? { value: webhookId, label: webhookId }}
          onChange={({ detail }) => setWebhookId(detail.selectedOption.value ?? '')}
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
