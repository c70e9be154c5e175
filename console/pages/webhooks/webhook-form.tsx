import Checkbox from '@cloudscape-design/components/checkbox';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { type components, dataOf } from '../../../sdk/index.ts';
import { FormModal } from '../../design/form-modal.tsx';
import { fieldErrors } from '../../design/problem-advice.ts';
import { useAction } from '../../live/action.ts';
import { useClient } from '../../session/session-context.ts';
import { EVENT_KINDS, inputOf, newWebhook, type WebhookInput, webhookChanges } from './webhook-input.ts';

type Webhook = components['schemas']['Webhook'];
/** The answer to the creation has the secret that the service made. */
type SavedWebhook = Webhook & { readonly secret?: string };

interface WebhookFormProps {
  /** The subscription to change; undefined makes a new subscription. */
  readonly webhook: Webhook | undefined;
  readonly done: (saved: SavedWebhook) => void;
  readonly close: () => void;
}

/** Makes or changes a subscription. */
export function WebhookForm({ webhook, done, close }: WebhookFormProps) {
  const client = useClient();
  // A poll that brings changes of a colleague must not overwrite what the user writes.
  const [before] = useState(() => inputOf(webhook));
  const [input, setInput] = useState(before);
  const set = (changes: Partial<WebhookInput>) => setInput((now) => ({ ...now, ...changes }));
  const save = useAction({
    run: async (): Promise<SavedWebhook> => {
      if (webhook === undefined) return dataOf(await client.POST('/api/webhooks', { body: newWebhook(input) }));
      const body = webhookChanges(before, input);
      if (body === undefined) return webhook;
      return dataOf(await client.PATCH('/api/webhooks/{id}', { params: { path: { id: webhook.id } }, body }));
    },
    changes: ['webhooks'],
    onDone: done,
  });
  const errors = fieldErrors(save.error);
  const isNew = webhook === undefined;
  return (
    <FormModal
      title={isNew ? 'Register a webhook' : 'Edit the webhook'}
      action={isNew ? 'Register' : 'Save'}
      isRunning={save.isRunning}
      error={save.error}
      shownFields={['url', 'events', 'description', 'payload']}
      submit={() => save.start()}
      close={close}
    >
      <FormField label="URL" description="The service posts JSON to this address." errorText={errors.get('url')}>
        <Input
          type="url"
          value={input.url}
          placeholder="https://…"
          onChange={({ detail }) => set({ url: detail.value })}
        />
      </FormField>
      <EventsField input={input} set={set} errorText={errors.get('events')} />
      <FormField label="Description" errorText={errors.get('description')}>
        <Input value={input.description} onChange={({ detail }) => set({ description: detail.value })} />
      </FormField>
      <FormField
        label="Payload"
        description="Full adds the wallet, all transfers and the reasons to the body of an alert."
        errorText={errors.get('payload')}
      >
        <SegmentedControl
          label="Payload"
          options={[
            { id: 'standard', text: 'Standard' },
            { id: 'full', text: 'Full' },
          ]}
          selectedId={input.payload}
          onChange={({ detail }) => set({ payload: detail.selectedId === 'full' ? 'full' : 'standard' })}
        />
      </FormField>
    </FormModal>
  );
}

interface EventsFieldProps {
  readonly input: WebhookInput;
  readonly set: (changes: Partial<WebhookInput>) => void;
  readonly errorText: string | undefined;
}

function EventsField({ input: { events }, set, errorText }: EventsFieldProps) {
  return (
    <FormField label="Events" errorText={errorText}>
      <SpaceBetween size="xs">
        {EVENT_KINDS.map(({ kind, text }) => (
          <Checkbox
            key={kind}
            checked={events.includes(kind)}
            description={text}
            onChange={({ detail }) =>
              set({ events: detail.checked ? [...events, kind] : events.filter((each) => each !== kind) })
            }
          >
            {kind}
          </Checkbox>
        ))}
      </SpaceBetween>
    </FormField>
  );
}
