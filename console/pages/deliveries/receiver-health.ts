import type { components } from '../../../sdk/index.ts';
import { channelText, outcomesOf } from '../../design/delivery-words.ts';
import { BY_USERS } from '../../design/webhook-health.ts';

/** A subscription with what its users call it. */
type Webhook = components['schemas']['Webhook'] & { readonly name: string };
type Destination = components['schemas']['Destination'];
/** The addresses of the settings, and whether the recipients of these and of destinations agreed. */
type Mail = Pick<components['schemas']['Settings'], 'emails' | 'emailStatus'>;
type Recipients = components['schemas']['Stats']['recipients'];
type Counts = Recipients[number]['deliveries'];

/** The name of what goes to neither a webhook nor a destination. */
export const NO_RECIPIENT = 'Settings and rules';

/** A filter of the list of deliveries. */
export interface ReceiverFilter {
  readonly webhookId?: string;
  readonly destinationId?: string;
}

export interface Health {
  readonly type: 'error' | 'warning' | 'success' | 'pending' | 'stopped';
  readonly state: string;
  /** When the first of the failures in a row was; null when nobody knows. */
  readonly failingSince: string | null;
  /** Null when nothing states it. */
  readonly reason: string | null;
  /** The status of the deliveries whose newest states the reason, because the receiver itself has none. */
  readonly reasonOf: 'failed' | 'retrying' | 'not_sent' | null;
  /** What became of the deliveries of the last day. Null while this is unknown. */
  readonly counts: string | null;
  readonly lastSuccessAt: string | null;
}

export interface Receiver {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly filter: ReceiverFilter;
  readonly health: Health;
  readonly isTroubled: boolean;
}

/** The most urgent first. */
const TROUBLES = ['Failing', 'Turned off by the service', 'Some failed', 'Not sent'];
const rank = ({ health }: Receiver) => (TROUBLES.indexOf(health.state) + TROUBLES.length + 1) % (TROUBLES.length + 1);

const NOTHING: Counts = { delivered: 0, failed: 0, retrying: 0, pending: 0, not_sent: 0, summarised: 0 };
/** The statistics name so many recipients at most. What a longer list says of the others is unknown. */
const MOST_RECIPIENTS = 500;

/**
 * The receivers of an organisation with their health, those with trouble first.
 * @param recipients what became of the deliveries of the last day; undefined while this is unknown.
 * @param mail undefined while this is unknown: only a key of scope admin may read it.
 */
export function receiversOf(
  webhooks: readonly Webhook[],
  destinations: readonly Destination[],
  recipients: Recipients | undefined,
  mail?: Mail,
): readonly Receiver[] {
  const isConfirmed = (of: unknown): boolean =>
    mail?.emailStatus.some(({ address, status }) => address === of && status === 'confirmed') === true;
  const countsOf = (id: string | null): Counts | undefined =>
    recipients?.find((each) => each.id === id)?.deliveries ??
    (recipients !== undefined && recipients.length < MOST_RECIPIENTS ? NOTHING : undefined);
  const receiver = (health: Health, names: Omit<Receiver, 'health' | 'isTroubled'>): Receiver => ({
    ...names,
    health,
    isTroubled: TROUBLES.includes(health.state),
  });
  const others = recipients?.find(({ id }) => id === null)?.deliveries;
  const areMailed = mail !== undefined && mail.emails.length > 0 && mail.emails.every(isConfirmed);
  const all = [
    ...webhooks.map((webhook) => {
      const { id, name } = webhook;
      const health = healthOf(webhook, countsOf(id));
      return receiver(health, { id, name, kind: 'Webhook', filter: { webhookId: id } });
    }),
    ...destinations.map((destination) => {
      const { id, name, kind } = destination;
      const isMailed = kind === 'email' && isConfirmed(destination.config.address);
      const health = healthOf({ ...destination, isMailed }, countsOf(id));
      return receiver(health, { id, name, kind: channelText(kind), filter: { destinationId: id } });
    }),
    ...(others === undefined
      ? []
      : [
          receiver(healthOf({ isActive: true, disabledReason: null, isMailed: areMailed }, others), {
            id: 'none',
            name: NO_RECIPIENT,
            kind: 'E-mail, Slack and webhooks of rules',
            filter: { destinationId: 'none' },
          }),
        ]),
  ];
  return all.sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
}

/** A webhook states its own failures. Of a destination only the deliveries are known. */
type Known = Pick<Destination, 'isActive' | 'disabledReason'> &
  Partial<Pick<Webhook, 'consecutiveFailures' | 'failingSince' | 'lastError' | 'lastSuccessAt'>> & {
    /** Whether every address of the receiver is confirmed now, and so gets the next mail. */
    readonly isMailed?: boolean | undefined;
  };

function healthOf(known: Known, counts: Counts | undefined): Health {
  const { isActive, disabledReason, consecutiveFailures, failingSince = null, lastError = null } = known;
  const { delivered, failed, retrying, pending, not_sent } = counts ?? NOTHING;
  const shown = {
    counts: counts === undefined ? null : countsText(counts),
    lastSuccessAt: known.lastSuccessAt ?? null,
  };
  const plain = { ...shown, failingSince: null, reason: null, reasonOf: null };
  if (!isActive && disabledReason !== BY_USERS) {
    return { ...plain, type: 'error', state: 'Turned off by the service', reason: disabledReason };
  }
  if (!isActive) return { ...plain, type: 'stopped', state: 'Off' };
  if ((consecutiveFailures ?? 0) > 0) {
    return { ...plain, type: 'error', state: 'Failing', failingSince, reason: lastError };
  }
  if (failed + retrying > 0) {
    const reasonOf = lastError === null ? (failed > 0 ? 'failed' : 'retrying') : null;
    // A webhook without failures in a row has answered since.
    const isFailing = consecutiveFailures === undefined && delivered === 0;
    const type = isFailing ? 'error' : 'warning';
    return { ...plain, type, state: isFailing ? 'Failing' : 'Some failed', reason: lastError, reasonOf };
  }
  if (not_sent > 0 && known.isMailed === true) return { ...plain, type: 'success', state: 'Confirmed since' };
  if (not_sent > 0) return { ...plain, type: 'warning', state: 'Not sent', reasonOf: 'not_sent' };
  if (counts === undefined) return { ...plain, type: 'pending', state: 'On' };
  if (pending > 0) return { ...plain, type: 'pending', state: 'On the way' };
  if (delivered > 0) return { ...plain, type: 'success', state: 'All arrived' };
  return { ...plain, type: 'pending', state: 'Nothing sent in the last day', counts: null };
}

/** `131 failed, 4 being tried again, 12 arrived in the last day`. */
const countsText = (counts: Counts): string => `${outcomesOf(counts).join(', ') || 'nothing sent'} in the last day`;

interface Fold {
  readonly isOpen: boolean;
  /** How many receivers show without a click. */
  readonly folded: number;
  readonly all: number;
  /** Whether the states show without their reasons until a click. */
  readonly isShort: boolean;
}

/** What the button says that shows more, or less again; undefined where it would change nothing. */
export function foldLabel({ isOpen, folded, all, isShort }: Fold): string | undefined {
  if (folded < all) return isOpen ? 'Show fewer receivers' : `Show all ${all.toLocaleString()} receivers`;
  if (isShort) return isOpen ? 'Hide details' : 'Show details';
  return undefined;
}
