import type { StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import { CHANNELS, type components } from '../../sdk/index.ts';
import { capitalised } from './field-label.ts';

export type Delivery = components['schemas']['Delivery'];
export type DeliveryStatus = Delivery['status'];

export const STATUSES: Readonly<Record<DeliveryStatus, { type: StatusIndicatorProps.Type; text: string }>> = {
  pending: { type: 'pending', text: 'Pending' },
  retrying: { type: 'in-progress', text: 'Retrying' },
  delivered: { type: 'success', text: 'Delivered' },
  failed: { type: 'error', text: 'Failed' },
  not_sent: { type: 'stopped', text: 'Not sent' },
  summarised: { type: 'info', text: 'Told by another message' },
};

const EVENTS: Readonly<Record<Delivery['event'], string>> = {
  'alert.fired': 'Alert',
  'alert.retracted': 'Retraction',
  'alert.acknowledged': 'Acknowledgement',
  'alert.resolved': 'Resolution',
  'alert.summary': 'Summary of many alerts',
  'audit.checkpoint': 'Checkpoint of the audit log',
  'coverage.difference': 'Difference of a balance',
  'mute.ended': 'End of a mute',
  'destination.disabled': 'Destination turned off',
  'wallet.throttled': 'Wallet that has to wait',
  'webhook.disabled': 'Webhook turned off',
  'address_list.failed': 'Address list that stayed as it was',
  'configuration.changed': 'Change of the configuration',
  ping: 'Test message',
};

/** What a delivery is about: `Large payment out`, or `Retraction: Large payment out`. */
export function deliveryTitle(
  { event, ruleId }: Pick<Delivery, 'event' | 'ruleId'>,
  nameOf: (ruleId: string) => string | undefined,
): string {
  // A summary tells of the alerts of one rule, or else of the reviews of one reviewer.
  if (event === 'alert.summary' && ruleId === null) return 'Summary of many reviews';
  const ruleName = ruleId === null ? undefined : nameOf(ruleId);
  if (ruleName === undefined) return EVENTS[event];
  return event === 'alert.fired' ? ruleName : `${EVENTS[event]}: ${ruleName}`;
}

/** The name of a channel. Two channels are called `webhook`. */
export function channelText(kind: string): string {
  if (kind === 'custom') return 'Webhook of the rule';
  const { label } = CHANNELS.find((each) => each.kind === kind) ?? { label: kind };
  return capitalised(label);
}

/** Only an end can be replayed: an unfinished delivery has its next attempt still ahead. */
export const isFinished = ({ status }: Pick<Delivery, 'status'>): boolean =>
  status !== 'pending' && status !== 'retrying';

type Attempt = Pick<components['schemas']['Attempt'], 'n' | 'statusCode' | 'error' | 'durationMs'>;

/** What an attempt led to. An e-mail goes to the mail service, whose answer has no status code. */
export function attemptText({ n, statusCode, error, durationMs }: Attempt): string {
  const answer = error === null ? 'accepted by the mail service' : 'no answer';
  return `Attempt ${n}: ${statusCode === null ? answer : `HTTP ${statusCode}`} in ${durationMs.toLocaleString()} ms`;
}

type Answered = Pick<Delivery, 'status' | 'error' | 'attempts'>;

/** Longer answers are in full below the sentence. */
const MOST_QUOTED = 120;

/**
 * Why nothing has arrived, in the words of the receiver if it gave any: `The receiver answered 500: “database is
 * locked”.` Undefined for a delivery that arrived, that is summarised, or that nobody has tried.
 */
export function failureSentence({ status, error, attempts }: Answered): string | undefined {
  if (status === 'delivered' || status === 'summarised' || error === null) return undefined;
  const answer = (attempts.at(-1)?.responseExcerpt ?? '').replace(/\s+/g, ' ').trim();
  const reason = error.replace(/\.$/, '');
  if (answer === '') return `${reason}.`;
  return `${reason}: “${answer.length > MOST_QUOTED ? `${answer.slice(0, MOST_QUOTED)}…` : answer}”.`;
}

/** What became of several deliveries: `131 failed`, `4 being tried again`, `12 arrived`. Empty for none. */
export function outcomesOf(
  counts: components['schemas']['Stats']['recipients'][number]['deliveries'],
): readonly string[] {
  const { failed, retrying, not_sent, pending, delivered, summarised } = counts;
  const parts = [
    [failed, 'failed'],
    [retrying, 'being tried again'],
    [not_sent, 'not sent'],
    [pending, 'on the way'],
    [delivered, 'arrived'],
    [summarised, 'told by another message'],
  ] as const;
  return parts.filter(([n]) => n > 0).map(([n, what]) => `${n.toLocaleString()} ${what}`);
}
