import type { OrganisationId } from '../../values/ids.ts';
import { memo } from '../../values/memo.ts';
import { type AbortableWait, abortableWait } from '../abortable-wait.ts';
import { type Actor, rateIdOf } from '../caller.ts';
import { type Deps, deps } from '../deps.ts';
import { env } from '../env.ts';
import { addLogContext, log } from '../log.ts';
import { type Rate, tokenBuckets } from '../rate-limit/token-bucket.ts';
import { keys } from '../table/keys.ts';
import { type ReadMeter, withReadMeter } from '../table/metered-reads.ts';
import { counted, limitOf, stageLimit } from './request-limit.ts';
import type { Limit } from './respond.ts';
import type { Route } from './route.ts';
import type { Streamed } from './stream.ts';

/**
 * The units that a request pays when it begins. A full bucket of 2,000 units lets 50 requests begin at once, which are
 * as many as the rate of requests allows in a second. A request costs no less.
 */
const FIRST_UNITS = 40;
/** A request pays as soon as it owes the units of this many seconds: an export makes some seven payments a second. */
const PAYMENT_SECONDS = 0.15;
/** A bucket has no longer debt. No key gets so far, because none begins a request while in debt. */
const LONGEST_DEBT_SECONDS = 3600;

/** Who reads: a list, which goes on while its key is in debt, or an export, which waits. */
type Reader = 'list' | 'export';

/** A token bucket per API key or person. Its tokens are read units. */
export function readBuckets(deps: Pick<Deps, 'table' | 'now'>, rate: Rate) {
  const buckets = {
    list: tokenBuckets(deps, rate),
    // An export waits until the bucket is half full, so that a key with an export can also list.
    export: tokenBuckets(deps, { ...rate, burst: Math.ceil(rate.burst / 2) }),
  };
  return {
    /** The units that a request may owe. */
    credit: PAYMENT_SECONDS * rate.rate,

    /** Takes the first units of a request. Returns 0, or the seconds until they are available. */
    take: (id: string): Promise<number> => buckets.list.take(keys.rate(id, 'READS'), FIRST_UNITS),

    /** Pays units that were read. Returns the seconds until the debt is paid, null for a longer debt than allowed. */
    pay: (id: string, units: number, reader: Reader): Promise<number | null> =>
      buckets[reader].reserve(keys.rate(id, 'READS'), LONGEST_DEBT_SECONDS, units),
  };
}

interface ReadLimitDeps {
  readonly buckets: () => ReturnType<typeof readBuckets>;
  readonly wait: AbortableWait;
}

/** A call with its caller. Only a call of a public route has no caller. */
type ByCaller = { readonly organisation: OrganisationId | undefined; readonly actor: Actor | undefined };

const readerOf = ({ organisation, actor }: ByCaller): string | undefined =>
  organisation === undefined || actor === undefined ? undefined : rateIdOf({ organisation, actor });

/**
 * The limit of the read units of each key, over all routes with `costs: 'reads'`. `limit` refuses a request while its
 * key is in debt. A request pays what it has read, so that a key exceeds its limit by what its present requests read.
 * When the bucket cannot be reached, the request goes on, as with the limit of requests.
 */
export function readLimitOf({ buckets, wait }: ReadLimitDeps) {
  /** What a request has read and paid. @param signal makes an export, which waits, of a list. */
  function billOf(id: string, signal?: AbortSignal) {
    let read = 0;
    let paid = FIRST_UNITS;
    /** Returns the seconds until the debt is paid. */
    async function pay(): Promise<number> {
      const owed = Math.ceil(read - paid);
      paid += owed;
      return (await counted(buckets().pay(id, owed, signal ? 'export' : 'list'))) ?? LONGEST_DEBT_SECONDS;
    }
    return {
      async add(units: number): Promise<void> {
        read += units;
        if (read - paid < buckets().credit) return;
        const seconds = await pay();
        if (signal && seconds > 0) await wait(seconds * 1000, signal);
        signal?.throwIfAborted();
      },
      /** Pays the rest. Returns the units that the request has read. */
      async end(): Promise<number> {
        if (read > paid) await pay();
        return read;
      },
    };
  }

  return {
    limit: limitOf(buckets),

    /** The function of a list, whose reads its key pays. */
    list<C extends ByCaller, T>(fn: (call: C) => Promise<T>) {
      return async (call: C): Promise<T> => {
        const reader = readerOf(call);
        if (reader === undefined) return fn(call);
        const bill = billOf(reader);
        try {
          return await withReadMeter(bill.add, () => fn(call));
        } finally {
          addLogContext({ readUnits: await bill.end() });
        }
      };
    },

    /**
     * The function of an export, whose reads its key pays. The export waits while its key is in debt, until `signal` is
     * aborted. `end` pays the rest and must follow the last piece, also when the response was broken off.
     */
    export<C extends ByCaller>(fn: (call: C) => Promise<Streamed>, signal: AbortSignal) {
      let bill: ReturnType<typeof billOf> | undefined;
      return {
        async fn(call: C): Promise<Streamed> {
          const reader = readerOf(call);
          if (reader === undefined) return fn(call);
          bill = billOf(reader, signal);
          const { add } = bill;
          const { headers, chunks } = await withReadMeter(add, () => fn(call));
          return { headers, chunks: metered(add, chunks) };
        },
        async end(): Promise<void> {
          if (bill !== undefined) log.info('export.ended', { readUnits: await bill.end() });
        },
      };
    },
  };
}

/** The same pieces. The meter learns of the reads while a piece is made. */
async function* metered(meter: ReadMeter, chunks: AsyncIterable<string>): AsyncGenerator<string> {
  const iterator = chunks[Symbol.asyncIterator]();
  try {
    for (;;) {
      const piece = await withReadMeter(meter, () => iterator.next());
      if (piece.done) return;
      yield piece.value;
    }
  } finally {
    await iterator.return?.();
  }
}

/** The limit that the stage sets. */
export const stageReads = readLimitOf({
  buckets: memo(() => readBuckets(deps(), env.rateLimit().READ_LIMIT)),
  wait: abortableWait,
});

/** The limits of a route: its requests, and its read units when it costs reads. */
export const limitsOf = ({ costs, weight }: Route): Limit =>
  costs === undefined
    ? stageLimit(weight)
    : async (caller) => {
        await stageLimit(weight)(caller);
        await stageReads.limit(caller);
      };
