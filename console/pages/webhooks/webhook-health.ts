import type { components } from '../../../sdk/index.ts';

type Webhook = components['schemas']['Webhook'];

export interface WebhookHealth {
  readonly type: 'success' | 'warning' | 'error' | 'stopped' | 'pending';
  readonly text: string;
}

/** Whether a subscription works, in a few words. The reason of a disabled subscription is a text of its own. */
export function healthOf(webhook: Pick<Webhook, 'isActive' | 'consecutiveFailures' | 'lastSuccessAt'>): WebhookHealth {
  const { isActive, consecutiveFailures: failures, lastSuccessAt } = webhook;
  if (!isActive) return { type: failures > 0 ? 'error' : 'stopped', text: 'Disabled' };
  if (failures > 0)
    return { type: 'warning', text: `Failing: ${failures} ${failures === 1 ? 'time' : 'times'} in a row` };
  if (lastSuccessAt === null) return { type: 'pending', text: 'Active, nothing sent yet' };
  return { type: 'success', text: 'Active' };
}

/** Whether somebody should look at the subscription: its receiver fails, or it gets nothing. */
export const needsAttention = ({ isActive, consecutiveFailures }: Webhook): boolean =>
  !isActive || consecutiveFailures > 0;
