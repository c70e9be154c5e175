import type { AccountsAt } from '../chains/port/chain.ts';
import { patience } from '../chains/port/give-up.ts';
import { log } from '../platform/log.ts';
import type { BalanceCheckOptions, CheckBalances } from '../watch/checks-beside.ts';
import type { Cursor } from '../watch/schema.ts';
import type { BalanceCheckDeps } from './check-deps.ts';
import { compareAll, packedSamples } from './compare-balances.ts';
import { investigator } from './investigate.ts';
import { type KeptBalances, keptBalances } from './kept-balances.ts';
import type { BegunCheck } from './repo.ts';
import { sampleBalances } from './sample-balances.ts';
import type { BalanceCheck } from './schema.ts';
import { checkTokens } from './token-check.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Compares the balance of each watched address with the records: the balance at the last check, plus and minus the
 * recorded movements, less fees. What deviates is investigated. The check may stop anywhere and be repeated: it stores
 * each balance on condition that no other check has begun, and itself last.
 * @param learned called with whether a watched address has code, when the check knows.
 */
export function balanceChecker(
  deps: BalanceCheckDeps,
  learned: (watchesCode: boolean) => void = () => undefined,
): CheckBalances {
  const investigate = investigator(deps);
  const kept = keptBalances(deps);
  const patiently = patience(() => deps.now().getTime());
  /** The last check that this process knows. Saves the reads of the table until the next check is due. */
  let known: BalanceCheck | null = null;
  /** A check that waits, because a node read its balances after a block that is not yet scanned. */
  let held: Sampled | null = null;
  /** What this process knows about code, and from the check after which block. */
  let code: { readonly isWatched: boolean; readonly height: number } | null = null;
  const learn = (isWatched: boolean | undefined, height: number) => {
    if (isWatched === undefined) return;
    code = { isWatched, height };
    learned(isWatched);
  };

  return async (cursor, options) => {
    const { chain, every, signal, proceed } = options;
    if (cursor.hash === null) return;
    if (known !== null && cursor.height >= known.height && cursor.height < known.height + every) return;
    const last = await lastCheck(deps, cursor);
    known = last;
    // A check that did not finish may know more than the last check that did.
    if (last !== null && last.height > (code?.height ?? -1)) learn(last.watchesCode, last.height);
    if (last !== null && cursor.height < last.height + every) return;
    const at = await deps.blocks.get(chain.id, cursor.height);
    if (at === null || at.hash !== cursor.hash) return;
    const sampled = held ?? (await sampledNow(deps, kept, at, options));
    held = null;
    if (sampled === null) return;
    const { check, pages, addresses, highest, watchesCode } = sampled;
    learn(watchesCode, at.height);
    if (Math.max(highest, last?.height ?? 0) > cursor.height) {
      held = sampled;
      return;
    }
    const changes = await compareAll({ deps, kept, investigate, check, cursor, last, at, options }, pages);
    if (changes === null) return;
    const now = deps.now();
    const isDaily = last === null || now.getTime() - Date.parse(last.tokensAt) >= DAY_MS;
    if (!(await checkTokens(deps, { chain, check, last, at, changes, patiently, signal, proceed }, isDaily))) return;
    const tokensAt = isDaily ? now.toISOString() : last.tokensAt;
    const finished = {
      height: at.height,
      hash: at.hash,
      at: now.toISOString(),
      tokensAt,
      watchesCode: code?.isWatched,
    };
    if (!(await deps.balances.finish(check, finished))) return;
    known = finished;
    log.info('balance.checked', { chain: chain.id, height: at.height, addresses });
  };
}

interface Sampled {
  readonly check: BegunCheck;
  /** Packed samples, page by page. */
  readonly pages: readonly Uint8Array[];
  readonly addresses: number;
  /** The highest block after which a node stated a balance. */
  readonly highest: number;
  /** Whether one of the addresses has code. Undefined when the nodes do not say of all addresses. */
  readonly watchesCode: boolean | undefined;
}

/** Begins a check and asks for the balances. Null when the check must end. */
async function sampledNow(
  deps: BalanceCheckDeps,
  kept: KeptBalances,
  at: AccountsAt,
  options: BalanceCheckOptions,
): Promise<Sampled | null> {
  const check = await deps.balances.begin(options.chain.id);
  const pages: Uint8Array[] = [];
  let [addresses, highest] = [0, 0];
  const told: (number | undefined)[] = [];
  for await (const balances of kept.all(check)) {
    const sampled = await sampleBalances(deps, balances, at, options);
    if (sampled === null) return null;
    const { samples, withCode } = sampled;
    told.push(...withCode);
    pages.push(await packedSamples.pack(samples));
    addresses += samples.length;
    highest = samples.reduce((height, sample) => Math.max(height, sample.height), highest);
  }
  const watchesCode = told.some((count = 0) => count > 0) || (told.includes(undefined) ? undefined : false);
  return { check, pages, addresses, highest, watchesCode };
}

/** The last check that the cursor's range covers. A check before a gap in the scanned range proves nothing. */
export async function lastCheck(
  { balances }: Pick<BalanceCheckDeps, 'balances'>,
  { chain, from, height }: Cursor,
): Promise<BalanceCheck | null> {
  const check = await balances.lastCheck(chain, height);
  return check === null || check.height < from - 1 ? null : check;
}
