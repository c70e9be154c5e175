import type { components } from '../../sdk/index.ts';
import { counted } from './counted.ts';

type Webhook = components['schemas']['Webhook'];
export type EmailStatus = components['schemas']['EmailStatus'];

export interface WebhookHealth {
  readonly type: 'success' | 'warning' | 'error' | 'stopped' | 'pending';
  readonly text: string;
  readonly explanation: string | null;
}

type HealthFields = Pick<Webhook, 'isActive' | 'disabledReason' | 'consecutiveFailures' | 'lastSuccessAt'>;

/** The reason of the API for what a user turned off. Any other reason is that of the service. */
export const BY_USERS = 'Turned off by the organisation';

/** Whether a subscription works, in a few words. */
export function healthOf(webhook: HealthFields): WebhookHealth {
  const { isActive, disabledReason, consecutiveFailures: failures, lastSuccessAt } = webhook;
  if (!isActive) {
    const isFault = failures > 0 && disabledReason !== BY_USERS;
    return { type: isFault ? 'error' : 'stopped', text: 'Disabled', explanation: disabledReason };
  }
  if (failures > 0) {
    return { type: 'warning', text: 'Failing', explanation: `${counted(failures, 'attempt')} without success` };
  }
  if (lastSuccessAt === null) return { type: 'pending', text: 'Active', explanation: 'Nothing arrived yet' };
  return { type: 'success', text: 'Active', explanation: null };
}

/** The service turns a subscription off that had no success for so long (lib/channels/webhook). */
const OFF_AFTER_MS = 5 * 24 * 3_600_000;

/** When the service turns a failing subscription off, unless an attempt succeeds before; null while none fails. */
export const offAt = ({ isActive, failingSince }: Pick<Webhook, 'isActive' | 'failingSince'>): string | null =>
  isActive && failingSince !== null ? new Date(Date.parse(failingSince) + OFF_AFTER_MS).toISOString() : null;

/** Whether the service turned the destination off, because nothing arrives there. */
export const isOffByService = ({
  isActive,
  disabledReason,
}: Pick<components['schemas']['Destination'], 'isActive' | 'disabledReason'>): boolean =>
  !isActive && disabledReason !== BY_USERS;

/** Whether somebody should look at the subscription: its receiver fails, or the service turned it off. */
export const needsAttention = ({ isActive, disabledReason, consecutiveFailures }: Webhook): boolean =>
  isActive ? consecutiveFailures > 0 : disabledReason !== BY_USERS;

/** The status of the address of a destination, if nothing is mailed there. */
export const silentEmail = (
  { kind, config }: Pick<components['schemas']['Destination'], 'kind' | 'config'>,
  mail: Pick<components['schemas']['Settings'], 'emailStatus'> | undefined,
): EmailStatus | undefined =>
  mail?.emailStatus.find(
    ({ address, status }) => kind === 'email' && address === config.address && status !== 'confirmed',
  );

/** What became of the deliveries of late, by receiver. */
export type Recipients = components['schemas']['Stats']['recipients'];

/**
 * How many deliveries to a destination failed of late, if none arrived; otherwise 0. A delivery that waits for another
 * attempt may still arrive. A webhook counts by itself.
 */
export function neverArrived(id: string, recipients: Recipients | undefined): number {
  const counts = recipients?.find((each) => each.id === id)?.deliveries;
  return counts === undefined || counts.delivered > 0 ? 0 : counts.failed;
}
