import { stateMachine } from '../platform/table/state-machine.ts';
import type { Condition } from '../platform/table/write.ts';
import { type AttemptMessage, DeliveryStatus } from './schema.ts';

/**
 * How long an attempt may hold its delivery and its permits: longer than the time-out of `deliver`, so that a lease
 * never ends while its attempt may still post.
 */
export const DELIVERY_LEASE_SECONDS = 45;

const UNFINISHED = ['pending', 'retrying'] as const;

/** No attempt of this number was made, no attempt is under way, and the delivery is not postponed. */
const AWAITED = [
  { same: 'generation' },
  { same: 'attemptsMade' },
  { over: 'leaseUntil' },
  { over: 'postponedUntil' },
] as const;

/** The attempt still holds the lease. */
const LEASED = [{ same: 'generation' }, { same: 'leaseUntil' }] as const;

export const deliveryStates = stateMachine('Delivery', 'status', DeliveryStatus.options, {
  create: { from: ['nothing'], to: 'pending', because: 'An alert fired, or a caller tests a subscription.' },
  claim: {
    from: UNFINISHED,
    to: 'unchanged',
    when: AWAITED,
    because: 'An attempt takes the delivery under a lease. Otherwise its message is a duplicate.',
  },
  park: {
    from: UNFINISHED,
    to: 'unchanged',
    when: AWAITED,
    because: 'A limit has no free permit: the message waits, and handover leaves the delivery alone for longer.',
  },
  postpone: {
    from: UNFINISHED,
    to: 'unchanged',
    when: LEASED,
    because: 'The channel has no room: the same attempt is made later.',
  },
  succeed: { from: UNFINISHED, to: 'delivered', when: LEASED, because: 'The destination accepted the attempt.' },
  retry: {
    from: UNFINISHED,
    to: 'retrying',
    when: LEASED,
    because: 'The attempt failed and the schedule has a delay left.',
  },
  fail: {
    from: UNFINISHED,
    to: 'failed',
    when: LEASED,
    because: 'The last attempt of the schedule failed, or no attempt can succeed.',
  },
  decline: {
    from: UNFINISHED,
    to: 'not_sent',
    when: LEASED,
    because: 'The recipient may get no message, such as an e-mail address that is not confirmed.',
  },
  summarise: {
    from: ['pending'],
    to: 'summarised',
    when: LEASED,
    because: 'Many alerts of a rule fired within a minute: one message tells people of them.',
  },
  tell: {
    from: ['pending'],
    to: 'summarised',
    when: [
      { same: 'generation' },
      { same: 'attemptsMade' },
      { same: 'postponedUntil' },
      { over: 'leaseUntil' },
      { unset: 'tells' },
    ],
    because: 'The message about another alert of the payment tells people of this alert too.',
  },
  write: {
    from: UNFINISHED,
    to: 'unchanged',
    when: LEASED,
    because: 'A message about several alerts gets its text.',
  },
  refuse: {
    from: ['delivered'],
    to: 'failed',
    when: [{ same: 'generation' }],
    because: 'The mail service took a mail, and reported later that the mail did not arrive.',
  },
  replay: {
    from: ['delivered', 'failed', 'summarised', 'not_sent'],
    to: 'pending',
    when: [{ same: 'generation' }],
    because: 'A caller or an operator replays the delivery: a new generation begins.',
  },
  expire: {
    from: ['delivered', 'failed', 'summarised', 'not_sent'],
    to: 'deleted',
    when: [{ same: 'status' }, { same: 'generation' }],
    because: 'Its last attempt is older than the retention of deliveries.',
  },
});

/** The transition that records an attempt, by the status that the attempt leads to. */
export const RECORDED_AS = { delivered: 'succeed', retrying: 'retry', failed: 'fail', not_sent: 'decline' } as const;

/** Holds while the delivery wants the attempt of this message, for the transition that the caller makes. */
export const awaits = (
  { generation, attempt }: Pick<AttemptMessage, 'generation' | 'attempt'>,
  now: Date,
  event: 'claim' | 'park',
): Condition => deliveryStates.allows(event, { generation, attemptsMade: attempt - 1, now });
