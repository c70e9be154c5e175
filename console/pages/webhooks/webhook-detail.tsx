import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { type components, dataOf } from '../../../sdk/index.ts';
import { ActionButton } from '../../design/action-button.tsx';
import { DetailPanel } from '../../design/detail-panel.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { PingResult } from '../../design/ping-result.tsx';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { WebhookFacts } from '../../design/webhook-facts.tsx';
import { useAction } from '../../live/action.ts';
import { useLiveItem } from '../../live/live-item.ts';
import { webhookName } from '../../live/webhooks.ts';
import { useClient } from '../../session/session-context.ts';

type Webhook = components['schemas']['Webhook'];

/** What the page asks about before it happens. */
export type WebhookStep = 'edit' | 'rotate' | 'disable' | 'delete';

interface WebhookDetailProps {
  readonly id: string;
  readonly begin: (step: WebhookStep, webhook: Webhook) => void;
  readonly close: () => void;
}

/** A subscription with its health and its actions. */
export function WebhookDetail({ id, begin, close }: WebhookDetailProps) {
  const client = useClient();
  const { item, error, retry } = useLiveItem({
    key: ['webhooks', 'one', id],
    load: (signal) => client.GET('/api/webhooks/{id}', { params: { path: { id } }, signal }),
  });
  const title = item === undefined ? 'Webhook' : <Foreign text={webhookName(item)} />;
  return (
    <DetailPanel of={id} title={title} label="Webhook" error={error} retry={retry} close={close}>
      {item === undefined ? undefined : (
        <SpaceBetween size="m">
          <WebhookActions key={id} webhook={item} begin={begin} />
          <WebhookFacts webhook={item} />
        </SpaceBetween>
      )}
    </DetailPanel>
  );
}

interface WebhookActionsProps {
  readonly webhook: Webhook;
  readonly begin: WebhookDetailProps['begin'];
}

/** What the user can do with the subscription, and how its receiver answers a ping. */
function WebhookActions({ webhook, begin }: WebhookActionsProps) {
  const client = useClient();
  const path = { id: webhook.id };
  const [pingId, setPingId] = useState<string>();
  const ping = useAction({
    run: async () => dataOf(await client.POST('/api/webhooks/{id}/test', { params: { path }, body: {} })),
    changes: ['webhooks', 'deliveries'],
    onDone: (delivery) => setPingId(delivery.id),
  });
  const enable = useAction({
    run: async () => dataOf(await client.PATCH('/api/webhooks/{id}', { params: { path }, body: { isActive: true } })),
    changes: ['webhooks'],
  });
  return (
    <SpaceBetween size="m">
      <SpaceBetween direction="horizontal" size="xs">
        <ActionButton
          needs="write"
          variant="primary"
          loading={ping.isRunning}
          disabled={!webhook.isActive}
          disabledReason="Enable the webhook first."
          onClick={() => ping.start()}
        >
          Send a ping
        </ActionButton>
        <ActionButton needs="write" onClick={() => begin('edit', webhook)}>
          Edit
        </ActionButton>
        <ActionButton needs="write" onClick={() => begin('rotate', webhook)}>
          Rotate the secret
        </ActionButton>
        {webhook.isActive ? (
          <ActionButton needs="write" onClick={() => begin('disable', webhook)}>
            Disable
          </ActionButton>
        ) : (
          <ActionButton needs="write" loading={enable.isRunning} onClick={() => enable.start()}>
            Enable
          </ActionButton>
        )}
        <ActionButton needs="write" onClick={() => begin('delete', webhook)}>
          Delete
        </ActionButton>
      </SpaceBetween>
      <ProblemAlert error={ping.error ?? enable.error} />
      {pingId === undefined ? null : <PingResult key={pingId} deliveryId={pingId} what="ping" />}
    </SpaceBetween>
  );
}
