import { type Chance, chance } from './chance.ts';

/** What becomes of a call of AWS or of a node. */
export type FaultKind =
  | 'refused' // not done, and the client does not try again
  | 'failed' // not done; the client tries again
  | 'failing' // not done however often the client tries
  | 'lost' // done, but its answer is lost; the client tries again
  | 'losing' // done, and no answer comes however often the client tries
  | 'delayed'
  | 'overtaken' // done after the next calls of its function
  | 'doubled' // done twice, as when the network repeats it; the second answer is told
  | 'conflict' // a transaction that met another one
  | 'unprocessed' // a batch of which nothing was read
  | 'partly'; // a batch of messages of which the last was not taken

const WEIGHTS = {
  refused: 4,
  failed: 2,
  failing: 1,
  lost: 2,
  losing: 2,
  delayed: 2,
  overtaken: 3,
  doubled: 3,
} as const;
const OF_OPERATION: Readonly<Record<string, Partial<Record<FaultKind, number>>>> = {
  TransactWriteItems: { conflict: 6 },
  BatchGetItem: { unprocessed: 6 },
  SendMessageBatch: { partly: 6 },
};

/** Of the stack itself, whose start is not what is tried here: what drives the functions. */
const DRIVING = ['GetRecords', 'GetShardIterator', 'ReceiveMessage', 'DeleteMessageBatch', 'SendMessage'];

/** Who makes a call, and which: a function, or `stack` for what plays Lambda's event sources. */
export interface Caller {
  readonly who: string;
  readonly operation: string;
}

export type When = 'before' | 'after';

/** At which call the stack is killed: the nth of a function, of posts to receivers, or after some time. */
export type Kill =
  | { readonly at: 'call'; readonly who: string; readonly nth: number; readonly when: When }
  | { readonly at: 'post'; readonly nth: number; readonly when: When }
  | { readonly at: 'time'; readonly ms: number };

/** How a receiver is, as a rule. */
export type Manner = 'well' | 'flaky' | 'dead' | 'slow';
export type Reply = 'ok' | 'error' | 'busy' | 'reset' | 'heard' | 'late' | 'gone';

const REPLIES: Readonly<Record<Manner, Partial<Record<Reply, number>>>> = {
  well: { ok: 1 },
  flaky: { ok: 10, error: 6, busy: 1, reset: 2, heard: 2, late: 1, gone: 0.2 },
  dead: { error: 3, reset: 1, heard: 1 },
  slow: { late: 3, ok: 1 },
};

export interface Plan extends Chance {
  readonly seed: number;
  readonly kills: readonly Kill[];
  /** Undefined for a call that is left alone; `nth` counts the calls of this caller. */
  fault(caller: Caller, nth: number): FaultKind | undefined;
  reply(receiver: string, nth: number): Reply;
}

/** All that goes wrong in the run of a seed. */
export function planOf(seed: number): Plan {
  const drawn = chance(seed);
  const rate = Number(drawn.of({ '0': 2, '0.03': 4, '0.1': 4, '0.25': 2 }, 'rate'));
  return {
    ...drawn,
    seed,
    kills: Array.from({ length: Number(drawn.of({ '0': 4, '1': 5, '2': 2 }, 'kills')) }, (_, i) => killOf(drawn, i)),
    fault: ({ who, operation }, nth) => {
      const name = [who, operation, nth] as const;
      if (who === 'stack' && !DRIVING.includes(operation)) return undefined;
      // Polls are many, and one that fails is only a little time.
      const likely = who === 'stack' ? rate / 4 : rate;
      if (drawn.draw('faulty', ...name) >= likely) return undefined;
      return drawn.of<FaultKind>({ ...WEIGHTS, ...OF_OPERATION[operation] }, 'kind', ...name);
    },
    reply: (receiver, nth) => {
      const manner = drawn.of<Manner>({ well: 5, flaky: 8, dead: 2, slow: 1 }, 'manner', receiver);
      return drawn.of<Reply>(REPLIES[manner], 'reply', receiver, nth);
    },
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
        'transactions-import': 2,
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
