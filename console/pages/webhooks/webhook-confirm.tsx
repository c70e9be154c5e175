import { checkDone, type components, dataOf } from '../../../sdk/index.ts';
import { Confirm } from '../../design/confirm.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { useAction } from '../../live/action.ts';
import { useClient } from '../../session/session-context.ts';
import type { WebhookStep } from './webhook-detail.tsx';

type Webhook = components['schemas']['Webhook'];

const QUESTIONS = {
  rotate: {
    title: 'Rotate the secret?',
    action: 'Rotate',
    text: 'gets a new secret, which shows once. For 24 hours each request carries a signature of both secrets.',
  },
  disable: {
    title: 'Disable this webhook?',
    action: 'Disable',
    text: 'gets nothing while it is disabled. What happens meanwhile is not delivered later.',
  },
  delete: {
    title: 'Delete this webhook?',
    action: 'Delete',
    text: 'gets nothing any more, and its secret is lost. The list of deliveries keeps what was sent.',
  },
} as const;

interface WebhookConfirmProps {
  readonly step: Exclude<WebhookStep, 'edit'>;
  readonly webhook: Webhook;
  /** @param secret the new secret after a rotation. */
  readonly done: (secret?: string) => void;
  readonly close: () => void;
}

/** Asks before a subscription is disabled, deleted, or gets another secret; then does so. */
export function WebhookConfirm({ step, webhook, done, close }: WebhookConfirmProps) {
  const client = useClient();
  const params = { path: { id: webhook.id } };
  const request = useAction({
    run: async (): Promise<string | undefined> => {
      if (step === 'rotate') {
        return dataOf(await client.POST('/api/webhooks/{id}/rotate-secret', { params, body: {} })).secret;
      }
      if (step === 'disable') {
        dataOf(await client.PATCH('/api/webhooks/{id}', { params, body: { isActive: false } }));
      } else checkDone(await client.DELETE('/api/webhooks/{id}', { params }));
      return undefined;
    },
    changes: ['webhooks'],
    onDone: done,
  });
  const { text, ...question } = QUESTIONS[step];
  return (
    <Confirm {...question} request={request} confirm={() => request.start()} close={close}>
      <div>
        <Foreign text={webhook.url} most={200} /> {text}
      </div>
    </Confirm>
  );
}
