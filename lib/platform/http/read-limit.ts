import { rateLimited } from '../../values/errors.ts';
import { memo } from '../../values/memo.ts';
import { type AbortableWait, abortableWait } from '../abortable-wait.ts';
import { deps } from '../deps.ts';
import { env } from '../env.ts';
import { addLogContext, log } from '../log.ts';
import { PrepaidReads } from '../rate-limit/prepaid-reads.ts';
import { FIRST_UNITS, LONGEST_DEBT_SECONDS, type Reader, type ReadUnits, readUnits } from '../rate-limit/read-units.ts';
import { withReadMeter } from '../table/metered-reads.ts';
import { counted, limitOf, type MoreFields, notCountedInStage, stageLimit } from './request-limit.ts';
import type { Limit } from './respond.ts';
import { DEFAULT_TIMEOUT_SECONDS, type Route } from './route.ts';
import type { Streamed } from './stream-endpoint.ts';

export interface ReadLimitDeps {
  readonly units: () => ReadUnits;
  readonly now: () => Date;
  readonly wait: AbortableWait;
  readonly more?: MoreFields;
}

/** A call with the id of its key, which only a public route lacks. */
type ByKey = { readonly keyId: string | undefined };

/**
 * The limit of the read units of each key, over all routes with `costs: 'reads'`. `limit` lets a request begin; then
 * the request pays for what it reads. When the bucket cannot be reached, the request goes on, as with the limit of
 * requests.
 */
export function readLimitOf({ units, now, wait, more = () => ({}) }: ReadLimitDeps) {
  /** @param patience the seconds that the request may wait for units, in all. */
  function readsOf(keyId: string, reader: Reader, patience: number, signal: AbortSignal): PrepaidReads {
    let left = patience;
    const reserve = (wanted: number, within: number) => counted(units().reserve(keyId, wanted, reader, within), more);
    return new PrepaidReads(
      {
        now,
        async buy(wanted) {
          const seconds = await reserve(wanted, Math.floor(left));
          if (seconds === null) throw rateLimited(patience);
          left -= seconds;
          if (seconds > 0) await wait(seconds * 1000, signal);
          signal.throwIfAborted();
        },
        settle: async (owed) => void (await reserve(owed, LONGEST_DEBT_SECONDS)),
      },
      FIRST_UNITS,
    );
  }

  return {
    limit: limitOf(units, more),

    /**
     * The function of a list, whose reads its key pays. Waits for units in half of the time that the function has, then
     * answers 429.
     */
    list<C extends ByKey, T>({ timeoutSeconds = DEFAULT_TIMEOUT_SECONDS }: Route, fn: (call: C) => Promise<T>) {
      return async (call: C): Promise<T> => {
        if (call.keyId === undefined) return fn(call);
        const reads = readsOf(call.keyId, 'list', timeoutSeconds / 2, new AbortController().signal);
        try {
          return await withReadMeter(reads, () => fn(call));
        } finally {
          await reads.end();
          addLogContext({ readUnits: reads.consumed });
        }
      };
    },

    /**
     * The function of an export, whose reads its key pays. Waits for units as long as the export runs and `signal` is
     * not aborted. `end` pays the rest and must follow the last piece, also when the response was broken off.
     */
    export<C extends ByKey>(fn: (call: C) => Promise<Streamed>, signal: AbortSignal) {
      let reads: PrepaidReads | undefined;
      return {
        async fn(call: C): Promise<Streamed> {
          if (call.keyId === undefined) return fn(call);
          const opened = readsOf(call.keyId, 'export', LONGEST_DEBT_SECONDS, signal);
          reads = opened;
          const { headers, chunks } = await withReadMeter(opened, () => fn(call));
          return { headers, chunks: meteredPieces(opened, chunks) };
        },
        async end(): Promise<void> {
          await reads?.end();
          if (reads !== undefined) log.info('export.ended', { readUnits: reads.consumed });
        },
      };
    },
  };
}

/** Passes the pieces on. While a piece is made, its reads count for this request. */
async function* meteredPieces(reads: PrepaidReads, chunks: AsyncIterable<string>): AsyncGenerator<string> {
  const iterator = chunks[Symbol.asyncIterator]();
  try {
    for (;;) {
      const piece = await withReadMeter(reads, () => iterator.next());
      if (piece.done) return;
      yield piece.value;
    }
  } finally {
    await iterator.return?.();
  }
}

/** The limit that the stage sets. */
export const stageReads = readLimitOf({
  units: memo(() => readUnits(deps(), env.rateLimit().READ_LIMIT)),
  now: () => deps().now(),
  wait: abortableWait,
  more: notCountedInStage,
});

/** The limits of a route: its requests, and its read units when it costs reads. */
export const limitsOf = ({ costs }: Route): Limit =>
  costs === undefined
    ? stageLimit
    : async (caller) => {
        await stageLimit(caller);
        await stageReads.limit(caller);
      };
