import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import { useState } from 'react';
import { type components, dataOf } from '../../../sdk/index.ts';
import { EventsField } from '../../design/events-field.tsx';
import { FormModal } from '../../design/form-modal.tsx';
import { MatchEditor } from '../../design/match-editor.tsx';
import { fieldErrors } from '../../design/problem-advice.ts';
import { useFieldErrors } from '../../design/use-field-errors.ts';
import { useMatchChoices } from '../../design/use-match-choices.ts';
import { useAction } from '../../live/action.ts';
import { useClient } from '../../session/session-context.ts';
import { HeadersField } from './headers-field.tsx';
import {
  hasRepeatedName,
  inputOf,
  isNewWebhook,
  isWebhookChange,
  newWebhook,
  type WebhookInput,
  webhookChanges,
} from './webhook-input.ts';

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
      if (webhook === undefined) {
        const body = newWebhook(input);
        if (!isNewWebhook(body)) throw new Error('The form has no URL');
        return dataOf(await client.POST('/api/webhooks', { body }));
      }
      const body = webhookChanges(before, input);
      if (!isWebhookChange(body)) return webhook;
      return dataOf(await client.PATCH('/api/webhooks/{id}', { params: { path: { id: webhook.id } }, body }));
    },
    changes: ['webhooks'],
    onDone: done,
  });
  const { webhookEvents } = useMatchChoices();
  const { url, events, description, payload, headers, match } = input;
  const errors = useFieldErrors(save.error, { url, events, description, payload, headers, match });
  const refused = [...fieldErrors(save.error).keys()];
  const ofMatch = refused.filter((path) => path.startsWith('match.'));
  const ofHeaders = refused.filter((path) => path === 'headers' || path.startsWith('headers.'));
  const isNew = webhook === undefined;
  return (
    <FormModal
      title={isNew ? 'Register a webhook' : 'Edit the webhook'}
      action={isNew ? 'Register' : 'Save'}
      isRunning={save.isRunning}
      error={save.error}
      shownFields={['url', 'events', 'description', 'payload', ...ofMatch, ...ofHeaders]}
      submit={() => {
        if (!hasRepeatedName(input.headers)) save.start();
      }}
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
      <EventsField
        events={webhookEvents}
        chosen={input.events}
        choose={(events) => set({ events })}
        errorText={errors.get('events')}
      />
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
      <HeadersField
        headers={input.headers}
        change={(headers) => set({ headers })}
        errorText={ofHeaders
          .flatMap((path) =>
            errors.get(path) === undefined ? [] : `${path.replace(/^headers\.?/, '')} ${errors.get(path)}`,
          )
          .join('. ')}
      />
      <MatchEditor match={input.match} events={input.events} change={(match) => set({ match })} errors={errors} />
    </FormModal>
  );
}
