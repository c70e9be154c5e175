import { LRUCache } from 'lru-cache';
import { errorFields, log } from '../platform/log.ts';
import { measured } from '../platform/metrics.ts';
import { mapConcurrent } from '../values/concurrent.ts';
import type { AnswerCache, KeptAnswer } from './kept-answer.ts';
import { isPlausible, type LastPrice } from './plausible.ts';
import type { Price } from './price.ts';
import { Rest } from './rest.ts';

/** The step of the prices of the past: two blocks of one step have one price. */
export const STEP_MS = 300_000;

/** A question to a source: the price of an asset at a time. */
export interface Question {
  /** The source's name of the asset. */
  readonly asset: string;
  /** The beginning of the step in the past, in milliseconds since the epoch; null for the present price. */
  readonly step: number | null;
}

/** Asks a source. The answers are in the order of the questions. @throws when the source gave no answer at all. */
export type Ask<Q extends Question> = (questions: readonly Q[], signal: AbortSignal) => Promise<readonly Price[]>;

export interface QuestionOptions {
  /** The name of the source in keys and log lines. */
  readonly source: string;
  readonly cache: AnswerCache;
  readonly now: () => Date;
  /** The longest time that the source may take for all questions of a call. */
  readonly mostMs: number;
}

/** How long an answer is kept. A failure stays for the minute in which the source is asked once. */
const KEPT_MS = { known: STEP_MS, unpriced: 900_000, failed: 60_000 } as const;
/** A price of the past does not change. */
const PAST_KEPT_MS = 86_400_000;

/** Answers that a process remembers, some 200 bytes each. */
const REMEMBERED = 10_000;
const CACHED_AT_ONCE = 8;
/** A spam transaction names thousands of tokens. A call reads and puts this many answers of the cache. */
const MOST_CACHED = 200;

const FAILED: Price = { status: 'failed' };

const keyOf = (source: string, { asset, step }: Question): string =>
  step === null ? `${source} ${asset}` : `${source} ${asset} ${new Date(step).toISOString()}`;

/**
 * Asks a source as seldom as possible. Calls at the same time share a question. The process and the cache remember each
 * answer, a failure for a minute. A source that gave no answer rests, and every question of the rest fails at once: a
 * dead source costs its time-out now and then, and not with each record. An implausible price is a failure.
 */
export function questions<Q extends Question>(ask: Ask<Q>, { source, cache, now, mostMs }: QuestionOptions) {
  const known = new LRUCache<string, KeptAnswer>({ max: REMEMBERED });
  const running = new Map<string, Promise<ReadonlyMap<string, Price>>>();
  const rest = new Rest();

  const isKept = (answer: KeptAnswer | null | undefined): answer is KeptAnswer =>
    answer !== null && answer !== undefined && answer.until > now().getTime();

  /** What the cache keeps, also when it is too old. The cache saves questions, and nothing depends on the cache. */
  async function cached(key: string): Promise<KeptAnswer | null> {
    try {
      const answer = await cache.get(key);
      if (answer !== null) known.set(key, answer);
      return answer;
    } catch (error) {
      log.warn('price.cache_failed', { key, ...errorFields(error) });
      return null;
    }
  }

  const put = (key: string, answer: KeptAnswer): Promise<void> =>
    cache.put(key, answer).catch((error) => log.warn('price.cache_failed', { key, ...errorFields(error) }));

  /** The answers of the source; null when the source rests, so that nobody asked. */
  async function asked(open: readonly Q[], signal: AbortSignal): Promise<readonly Price[] | null> {
    const began = now().getTime();
    if (rest.lasts(began)) return null;
    try {
      const answers = await ask(open, signal);
      rest.answered();
      return answers;
    } catch (error) {
      rest.failed(began, now().getTime());
      log.warn('price.failed', { source, assets: open.length, ...errorFields(error) });
      return open.map(() => FAILED);
    }
  }

  /** The last present price, which any process may have found. */
  async function lastPrice(asset: string): Promise<LastPrice | null> {
    const key = keyOf(source, { asset, step: null });
    return (known.get(key) ?? (await cached(key)))?.last ?? null;
  }

  async function answerOf(question: Q, price: Price, before: KeptAnswer | null): Promise<KeptAnswer> {
    const { asset, step } = question;
    if (price.status !== 'known') return kept(price, KEPT_MS[price.status], before?.last ?? null);
    const at = step ?? now().getTime();
    const last = step === null ? (before?.last ?? null) : await lastPrice(asset);
    if (isPlausible(price.usd, last, at)) {
      return kept(price, step === null ? KEPT_MS.known : PAST_KEPT_MS, { usd: price.usd, at });
    }
    const counted = measured(now(), { pricesImplausible: 1 }, {});
    log.warn('price.implausible', { source, asset, price: price.usd, last, ...counted });
    return kept(FAILED, KEPT_MS.failed, last);
  }

  const kept = (price: Price, keptMs: number, last: LastPrice | null): KeptAnswer => ({
    price,
    until: now().getTime() + keptMs,
    last,
  });

  async function answered(open: readonly Q[]): Promise<ReadonlyMap<string, Price>> {
    const signal = AbortSignal.timeout(mostMs);
    const before = await mapConcurrent(open.slice(0, MOST_CACHED), CACHED_AT_ONCE, (each) =>
      cached(keyOf(source, each)),
    );
    const asks = open.flatMap((question, index) => {
      const answer = before[index] ?? null;
      return isKept(answer) ? [] : [{ question, before: answer, isCached: index < MOST_CACHED }];
    });
    const found = new Map(
      open.flatMap((question, index) => {
        const answer = before[index];
        return isKept(answer) ? [[keyOf(source, question), answer.price] as const] : [];
      }),
    );
    const prices =
      asks.length === 0
        ? null
        : await asked(
            asks.map(({ question }) => question),
            signal,
          );
    if (prices === null) return found;
    await mapConcurrent([...asks.entries()], CACHED_AT_ONCE, async ([index, each]) => {
      const key = keyOf(source, each.question);
      const answer = await answerOf(each.question, prices[index] ?? FAILED, each.before);
      found.set(key, answer.price);
      known.set(key, answer);
      if (each.isCached) await put(key, answer);
    });
    return found;
  }

  /** The answers, in the order of the questions. Never rejects. */
  return async (all: readonly Q[]): Promise<readonly Price[]> => {
    const open = new Map<string, Q>();
    for (const question of all) {
      const key = keyOf(source, question);
      if (!isKept(known.get(key)) && !running.has(key)) open.set(key, question);
    }
    if (open.size > 0) {
      const batch = answered([...open.values()]).finally(() => {
        for (const key of open.keys()) running.delete(key);
      });
      for (const key of open.keys()) running.set(key, batch);
    }
    return Promise.all(
      all.map(async (question) => {
        const key = keyOf(source, question);
        const answer = known.get(key);
        if (isKept(answer)) return answer.price;
        return (await running.get(key))?.get(key) ?? FAILED;
      }),
    );
  };
}
