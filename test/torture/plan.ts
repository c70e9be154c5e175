import type { Call } from './calls.ts';
import { type Chance, chance } from './chance.ts';

/** What becomes of a call of AWS or of a node. */
export type FaultKind =
  | 'refused' // not done, and the client does not try again
  | 'failed' // not done; the client tries again
  | 'failing' // not done however often the client tries
  | 'lost' // done, but its answer is lost; the client tries again
  | 'losing' // done, and no answer comes however often the client tries
  | 'throttled' // not done, for the service is busy; the client tries again
  | 'delayed'
  | 'overtaken' // done after the next calls of its function
  | 'doubled' // done twice, as when the network repeats it; the second answer is told
  | 'conflict' // a transaction that met another one
  | 'unprocessed' // a batch of which nothing was read
  | 'partly' // a batch of messages of which the last was not taken
  | 'forgotten'; // messages, or records of the stream, that never come, as those that failed too often

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
const OF_OPERATION: Readonly<Record<string, Partial<Record<FaultKind, number>>>> = {
  TransactWriteItems: { conflict: 6 },
  BatchGetItem: { unprocessed: 6 },
  SendMessageBatch: { partly: 6, forgotten: 6 },
  SendMessage: { forgotten: 6 },
  GetRecords: { forgotten: 30 },
};

/** Of the stack itself, whose start is not what is tried here: what drives the functions. */
const DRIVING = ['GetRecords', 'GetShardIterator', 'ReceiveMessage', 'DeleteMessageBatch', 'SendMessage'];

/** Calls fail the less the more there are, in times the rate: polls, where one that fails is only a little time, least. */
const OFTEN: Readonly<Record<string, number>> = {
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

/** When the stack is killed: at the nth call of a function (or of its own), at the nth post, or after some time. */
export type Kill =
  | { readonly at: 'call'; readonly who: string; readonly nth: number; readonly when: When }
  | { readonly at: 'post'; readonly nth: number; readonly when: When }
  | { readonly at: 'time'; readonly ms: number };

/** How a receiver is, as a rule. */
export type Manner = 'well' | 'flaky' | 'busy' | 'dead' | 'slow';
export type Reply = 'ok' | 'error' | 'soon' | 'later' | 'reset' | 'heard' | 'late' | 'gone';

const REPLIES: Readonly<Record<Manner, Partial<Record<Reply, number>>>> = {
  well: { ok: 1 },
  flaky: { ok: 10, error: 6, soon: 1, reset: 2, heard: 2, late: 1, gone: 0.2 },
  // What it asks for is more than a queue can wait.
  busy: { ok: 10, error: 2, soon: 1, later: 2 },
  dead: { error: 3, reset: 1, heard: 1 },
  slow: { late: 3, ok: 1 },
};
const MANNERS: Readonly<Record<Manner, number>> = { well: 6, flaky: 6, busy: 1, dead: 2, slow: 1 };
/** Of one that has more to take than it can. */
const MANNERS_OF_FLOODED: Partial<Record<Manner, number>> = { slow: 5, flaky: 2, busy: 1, dead: 0.5 };

/** Of all organisations, as plans call them. */
const RECEIVERS = ['0-0', '0-1', '1-0', '1-1'];

export interface Plan extends Chance {
  readonly seed: number;
  readonly kills: readonly Kill[];
  /** Whether there is one organisation whose first receiver has far more to take than it can at once. */
  readonly flood: boolean;
  /** Whether nothing fails but receivers: then nothing is ever left to reconcile. */
  readonly calm: boolean;
  /** Undefined for a call that is left alone; `nth` counts the calls of this operation in this life of the stack. */
  fault(call: Pick<Call, 'who' | 'operation'>, life: number, nth: number): FaultKind | undefined;
  /** `receiver`: organisation and receiver by number, as in `0-1`. */
  reply(receiver: string, nth: number): Reply;
}

/** Share of the seeds that flood a receiver: they take longer than others. */
const FLOODS = 0.04;
/** Share of these in which nothing else goes wrong, which would be rare by chance. */
const CALM_FLOODS = 0.15;

/** All that goes wrong in the run of a seed. */
export function planOf(seed: number): Plan {
  const drawn = chance(seed);
  const flood = drawn.draw('flood') < FLOODS;
  const still = flood && drawn.draw('still') < CALM_FLOODS;
  const rate = still ? 0 : Number(drawn.of({ '0': 2, '0.03': 4, '0.1': 4, '0.25': 2 }, 'rate'));
  const deaths = still ? 0 : Number(drawn.of({ '0': 4, '1': 5, '2': 2 }, 'kills'));
  const mannerOf = (receiver: string) =>
    drawn.of<Manner>(flood && receiver === '0-0' ? MANNERS_OF_FLOODED : MANNERS, 'manner', receiver);
  return {
    ...drawn,
    seed,
    flood,
    // One that is busy may have deliveries wait for longer than a queue can.
    calm: rate === 0 && deaths === 0 && !RECEIVERS.some((receiver) => mannerOf(receiver) === 'busy'),
    kills: Array.from({ length: deaths }, (_, i) => killOf(drawn, i)),
    fault: ({ who, operation }, life, nth) => {
      const name = [who, operation, life, nth] as const;
      if (who === 'stack' && !DRIVING.includes(operation)) return undefined;
      if (drawn.draw('faulty', ...name) >= rate * (OFTEN[who] ?? OFTEN[operation] ?? 1)) return undefined;
      return drawn.of<FaultKind>({ ...WEIGHTS, ...OF_OPERATION[operation] }, 'kind', ...name);
    },
    reply: (receiver, nth) => drawn.of<Reply>(REPLIES[mannerOf(receiver)], 'reply', receiver, nth),
  };
}

function killOf(drawn: Chance, i: number): Kill {
  const when = drawn.of<When>({ before: 1, after: 1 }, 'when', i);
  switch (drawn.of({ call: 8, post: 3, time: 1 }, 'kill', i)) {
    case 'call': {
      const weights = {
        'evaluate-rules': 5,
        deliver: 5,
        'watch-chain': 5,
        reconcile: 2,
        'import-transaction': 2,
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
