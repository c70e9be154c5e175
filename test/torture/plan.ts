import { type SeededRandom, seededRandom } from '../../local/processes/seeded-random.ts';
import type { Call } from './intercepted-call.ts';
import type { PriceReply } from './price-server.ts';

/** The fault of a call to AWS or to a node. */
export type FaultKind =
  | 'refused' // not executed; the client does not retry
  | 'failed' // not executed; the client retries
  | 'failing' // not executed, and no retry is executed
  | 'lost' // executed, but the answer is lost; the client retries
  | 'losing' // executed once, and every answer is lost
  | 'throttled' // not executed because the service is busy; the client retries
  | 'delayed'
  | 'overtaken' // executed after the next calls of the same function
  | 'timedOut' // executed, and then the time-out of the calling function passes and ends its instance
  | 'doubled' // executed twice, as if the network repeated the call; the client gets the second answer
  | 'conflict' // a transaction that conflicts with another transaction
  | 'unprocessed' // a batch read that returns no item
  | 'partly' // a batch of messages whose last message is not sent
  | 'forgotten'; // messages or stream records that never arrive, as after too many failures

const WEIGHTS = {
  refused: 4,
  failed: 2,
  failing: 1,
  lost: 2,
  losing: 2,
  throttled: 1,
  delayed: 2,
  overtaken: 3,
  doubled: 3,
} as const;
/** Faults of calls of functions, in addition. */
const OF_FUNCTIONS = { timedOut: 2 } as const;
const OF_OPERATION: Readonly<Record<string, Partial<Record<FaultKind, number>>>> = {
  TransactWriteItems: { conflict: 6 },
  BatchGetItem: { unprocessed: 6 },
  SendMessageBatch: { partly: 6, forgotten: 6 },
  SendMessage: { forgotten: 6 },
  GetRecords: { forgotten: 30 },
};

/** The faulty operations of the stack itself: those that drive functions. The start of the stack must not fail. */
const DRIVING = ['GetRecords', 'GetShardIterator', 'ReceiveMessage', 'DeleteMessageBatch', 'SendMessage'];

/**
 * Factors of the fault rate. Frequent calls fail less often. Polls fail least, because a failed poll changes little.
 */
const RATE_FACTORS: Readonly<Record<string, number>> = {
  stack: 0.25,
  node: 0.5,
  SendEmail: 2,
  CreateSchedule: 4,
  Invoke: 4,
  SendMessageBatch: 2,
  SendMessage: 2,
  GetSecretValue: 4,
};

export type When = 'before' | 'after';

/** When the stack is killed: at the nth call of a function or of the stack itself, at the nth post, or after a time. */
export type Kill =
  | { readonly at: 'call'; readonly who: string; readonly nth: number; readonly when: When }
  | { readonly at: 'post'; readonly nth: number; readonly when: When }
  | { readonly at: 'time'; readonly ms: number };

/** How a receiver usually behaves. */
export type Behaviour = 'well' | 'flaky' | 'busy' | 'dead' | 'slow';
export type Reply = 'ok' | 'error' | 'soon' | 'later' | 'reset' | 'unanswered' | 'late' | 'gone';

const REPLIES: Readonly<Record<Behaviour, Partial<Record<Reply, number>>>> = {
  well: { ok: 1 },
  flaky: { ok: 10, error: 6, soon: 1, reset: 2, unanswered: 2, late: 1, gone: 0.2 },
  // `later` asks for a wait that is longer than an SQS delay.
  busy: { ok: 10, error: 2, soon: 1, later: 2 },
  dead: { error: 3, reset: 1, unanswered: 1 },
  slow: { late: 3, ok: 1 },
};
const BEHAVIOURS: Readonly<Record<Behaviour, number>> = { well: 6, flaky: 6, busy: 1, dead: 2, slow: 1 };
/** The behaviours of a flooded receiver. */
const FLOODED_BEHAVIOURS: Partial<Record<Behaviour, number>> = { slow: 5, flaky: 2, busy: 1, dead: 0.5 };

/** How the source of prices answers in a run. A dead source does not answer before the end of the actions. */
const PRICE_REPLIES: Readonly<Record<'well' | 'dead' | 'bad', Partial<Record<PriceReply, number>>>> = {
  well: { ok: 1 },
  dead: { error: 2, reset: 1 },
  bad: { ok: 2, error: 1, reset: 1, garbage: 1, nothing: 1, zero: 1, doubtful: 1 },
};

/** All receivers, as `<organisation>-<receiver>`. */
const RECEIVERS = ['0-0', '0-1', '0-2', '0-3', '1-0', '1-1', '1-2', '1-3'];

export interface Plan extends SeededRandom {
  readonly seed: number;
  readonly kills: readonly Kill[];
  /** Whether there is one organisation, whose first receiver gets more deliveries than it can handle at once. */
  readonly flood: boolean;
  /** Whether only receivers fail, and nothing is scarce. Nothing may be left to handover then. */
  readonly calm: boolean;
  /** Undefined for a call without fault. @param nth counts the calls of this operation in this life of the stack. */
  fault(call: Pick<Call, 'who' | 'operation'>, life: number, nth: number): FaultKind | undefined;
  /** @param receiver the numbers of the organisation and the receiver, as in `0-1`. */
  reply(receiver: string, nth: number): Reply;
  /** How long the rule `muted` is muted at the start. Some runs end before. */
  readonly muteSeconds: number;
  /** Whether the source of prices answers each request with a price. */
  readonly pricesWell: boolean;
  priceReply(nth: number): PriceReply;
}

/** The share of seeds that flood a receiver. These seeds take longer. */
const FLOODS = 0.04;
/** The share of flood seeds without other faults. By chance alone such seeds would be rare. */
const CALM_FLOODS = 0.15;

/** An environment is either scarce or not. So many seeds in a row are the same, because a start takes long. */
const SEEDS_IN_A_ROW = 25;
/** Whether the stack of a seed gives its functions less than `npm start`. */
export const isScarce = (seed: number): boolean => Math.floor(seed / SEEDS_IN_A_ROW) % 2 === 1;

/** All faults of the run of a seed. */
export function planOf(seed: number): Plan {
  const drawn = seededRandom(seed);
  const flood = drawn.draw('flood') < FLOODS;
  const still = flood && drawn.draw('still') < CALM_FLOODS;
  const rate = still ? 0 : Number(drawn.of({ '0': 2, '0.03': 4, '0.1': 4, '0.25': 2 }, 'rate'));
  const deaths = still ? 0 : Number(drawn.of({ '0': 4, '1': 5, '2': 2 }, 'kills'));
  const prices = still ? 'well' : drawn.of<keyof typeof PRICE_REPLIES>({ well: 5, dead: 3, bad: 2 }, 'prices');
  const behaviourOf = (receiver: string) =>
    drawn.of<Behaviour>(flood && receiver === '0-0' ? FLOODED_BEHAVIOURS : BEHAVIOURS, 'manner', receiver);
  return {
    ...drawn,
    seed,
    flood,
    // A busy receiver may ask for a wait that is longer than an SQS delay; such a wait is not calm.
    calm:
      rate === 0 &&
      deaths === 0 &&
      prices === 'well' &&
      !isScarce(seed) &&
      !RECEIVERS.some((receiver) => behaviourOf(receiver) === 'busy'),
    kills: Array.from({ length: deaths }, (_, i) => killOf(drawn, i)),
    fault: ({ who, operation }, life, nth) => {
      const name = [who, operation, life, nth] as const;
      if (who === 'stack' && !DRIVING.includes(operation)) return undefined;
      if (drawn.draw('faulty', ...name) >= rate * (RATE_FACTORS[who] ?? RATE_FACTORS[operation] ?? 1)) return undefined;
      const ofCaller = who === 'stack' || who === 'node' ? {} : OF_FUNCTIONS;
      return drawn.of<FaultKind>({ ...WEIGHTS, ...ofCaller, ...OF_OPERATION[operation] }, 'kind', ...name);
    },
    muteSeconds: Number(drawn.of({ '5': 1, '150': 3, '1800': 2 }, 'mute')),
    pricesWell: prices === 'well',
    priceReply: (nth) => drawn.of<PriceReply>(PRICE_REPLIES[prices], 'price', nth),
    reply: (receiver, nth) => drawn.of<Reply>(REPLIES[behaviourOf(receiver)], 'reply', receiver, nth),
  };
}

function killOf(drawn: SeededRandom, i: number): Kill {
  const when = drawn.of<When>({ before: 1, after: 1 }, 'when', i);
  switch (drawn.of({ call: 8, post: 3, time: 1 }, 'kill', i)) {
    case 'call': {
      const weights = {
        'evaluate-rules': 5,
        deliver: 5,
        'watch-anvil': 5,
        'record-matches': 2,
        handover: 2,
        'import-transaction': 2,
        'set-values': 2,
        admin: 1,
        stack: 1,
      };
      const who = drawn.of(weights, 'killed', i);
      return { at: 'call', who, nth: drawn.whole(1, who === 'stack' ? 40 : 24, 'nth', i), when };
    }
    case 'post':
      return { at: 'post', nth: drawn.whole(1, 8, 'nth', i), when };
    case 'time':
      return { at: 'time', ms: drawn.whole(0, 1500, 'ms', i) };
  }
}
