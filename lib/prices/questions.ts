import { LRUCache } from 'lru-cache';
import { errorFields, log } from '../platform/log.ts';
import { measured } from '../platform/metrics.ts';
import { mapConcurrent } from '../values/concurrent.ts';
import { growingTo } from '../values/memo.ts';
import type { AnswerCache, KeptAnswer } from './kept-answer.ts';
import { isPlausible, isWithinADay, type LastPrice } from './plausible.ts';
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
  /** Whether the asset is asked for before others, because no stranger can make such assets. */
  readonly isFirst?: boolean;
}

/**
 * What a source answered to a question.
 * - `low` confidence: the price fails, because strangers can move it.
 * - `unstated` confidence: the source names a price and no measure of it.
 */
export type Answer = Price & { readonly confidence?: 'low' | 'unstated' };

/** Asks a source. The answers are in the order of the questions. @throws when the source gave no answer at all. */
export type Ask<Q extends Question> = (questions: readonly Q[], signal: AbortSignal) => Promise<readonly Answer[]>;

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
/**
 * A spam transaction names thousands of tokens. A call asks for this many, so that it takes few requests and little
 * time. The others fail, and are asked for later.
 */
export const MOST_ASKED = 200;
/** The most kept answers that a call reads. They tell which tokens had a price within the last day. */
const MOST_READ = 10_000;

const FAILED: Price = { status: 'failed' };

const keyOf = (source: string, { asset, step }: Question): string =>
  step === null ? `${source} ${asset}` : `${source} ${asset} ${new Date(step).toISOString()}`;

/**
 * Asks a source as seldom as possible. Calls at the same time share a question. The process and the cache remember each
 * answer, a failure for a minute. A source that gave no answer rests, and every question of the rest fails at once: a
 * dead source costs its time-out now and then, and not with each record. Failures are also an implausible price, a
 * price of unstated confidence within a day of a low one, and no price within a day of a price.
 */
export function questions<Q extends Question>(ask: Ask<Q>, { source, cache, now, mostMs }: QuestionOptions) {
  const known = new LRUCache<string, KeptAnswer>(growingTo(REMEMBERED));
  const running = new Map<string, Promise<ReadonlyMap<string, Price>>>();
  const rest = new Rest();

  const isKept = (answer: KeptAnswer | null | undefined): answer is KeptAnswer =>
    answer !== null && answer !== undefined && answer.until > now().getTime();

  /** What the process and the cache keep, also when it is too old. The cache saves questions, and may fail. */
  async function keptUnder(keys: readonly string[]): Promise<(key: string) => KeptAnswer | null> {
    let found: ReadonlyMap<string, KeptAnswer> = new Map();
    try {
      found = await cache.get(keys.slice(0, MOST_READ));
    } catch (error) {
      log.warn('price.cache_failed', { keys: keys.length, ...errorFields(error) });
    }
    return (key) => {
      const [own, shared] = [known.get(key), found.get(key)];
      return (own?.until ?? 0) > (shared?.until ?? 0) ? (own ?? null) : (shared ?? null);
    };
  }

  const put = (key: string, answer: KeptAnswer): Promise<void> =>
    cache.put(key, answer).catch((error) => log.warn('price.cache_failed', { key, ...errorFields(error) }));

  /** The answers of the source; null when the source rests, so that nobody asked. */
  async function asked(open: readonly Q[], signal: AbortSignal): Promise<readonly Answer[] | null> {
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

  /** @param present what is kept about the present price of the asset. */
  function answerOf({ asset, step }: Q, answer: Answer, present: KeptAnswer | null): KeptAnswer {
    const { confidence, ...price } = answer;
    const at = step ?? now().getTime();
    const last = present?.last ?? null;
    const isStated = price.status === 'known' && confidence === undefined;
    const doubtedAt = confidence === 'low' ? at : isStated ? undefined : present?.doubtedAt;
    const kept = (what: Price, keptMs: number, lastPrice: LastPrice | null): KeptAnswer => ({
      price: what,
      until: now().getTime() + keptMs,
      last: lastPrice,
      ...(doubtedAt !== undefined && { doubtedAt }),
    });
    const failed = kept(FAILED, KEPT_MS.failed, last);
    if (price.status === 'failed') return failed;
    if (price.status === 'unpriced') {
      return last !== null && isWithinADay(last.at, at) ? failed : kept(price, KEPT_MS.unpriced, last);
    }
    if (doubtedAt !== undefined && isWithinADay(doubtedAt, at)) return failed;
    if (isPlausible(price.usd, last, at)) {
      return kept(price, step === null ? KEPT_MS.known : PAST_KEPT_MS, { usd: price.usd, at });
    }
    const counted = measured(now(), { pricesImplausible: 1 }, {});
    log.warn('price.implausible', { source, asset, price: price.usd, last, ...counted });
    return failed;
  }

  async function answered(open: readonly Q[]): Promise<ReadonlyMap<string, Price>> {
    const signal = AbortSignal.timeout(mostMs);
    const firstFirst = open.toSorted((a, b) => Number(b.isFirst ?? false) - Number(a.isFirst ?? false));
    const ownKey = (question: Q) => keyOf(source, question);
    const presentKey = ({ asset }: Q) => keyOf(source, { asset, step: null });
    const keptAt = await keptUnder([...new Set(firstFirst.flatMap((each) => [presentKey(each), ownKey(each)]))]);
    const found = new Map<string, Price>();
    const [pricedBefore, others]: [Q[], Q[]] = [[], []];
    for (const question of firstFirst) {
      const key = ownKey(question);
      const answer = keptAt(key);
      if (isKept(answer)) {
        known.set(key, answer);
        found.set(key, answer.price);
        continue;
      }
      const hadPrice = (keptAt(presentKey(question))?.last ?? null) !== null;
      (question.isFirst || hadPrice ? pricedBefore : others).push(question);
    }
    const asks = [...pricedBefore, ...others].slice(0, MOST_ASKED);
    const answers = asks.length === 0 ? null : await asked(asks, signal);
    if (answers === null) return found;
    await mapConcurrent([...asks.entries()], CACHED_AT_ONCE, async ([index, question]) => {
      const key = ownKey(question);
      const answer = answerOf(question, answers[index] ?? FAILED, keptAt(presentKey(question)));
      found.set(key, answer.price);
      known.set(key, answer);
      await put(key, answer);
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
