import { patience } from '../chains/port/give-up.ts';
import { log } from '../platform/log.ts';
import { measured } from '../platform/metrics.ts';
import { DAY_MS } from '../values/time.ts';
import type { BalanceCheckOptions, CheckBalances } from '../watch/checks-beside.ts';
import type { Cursor } from '../watch/schema.ts';
import { askedTokenChecker } from './check-asked-tokens.ts';
import type { BalanceCheckDeps } from './check-deps.ts';
import { newBalanceChecker } from './check-new-balances.ts';
import { compareAll } from './compare-balances.ts';
import { investigator } from './investigate.ts';
import { keptBalances } from './kept-balances.ts';
import { type Stretch, sampleStretch } from './sample-stretch.ts';
import type { BalanceCheck } from './schema.ts';
import { checkTokens } from './token-check.ts';

/**
 * Compares the balance of each watched address with the records: the balance at the last check, plus and minus the
 * recorded movements, less fees. What deviates is investigated. A call compares one stretch of the addresses, and the
 * next call goes on after this stretch, until the round has all addresses. So each stretch has a block that the nodes
 * still know, and a run that ends loses one stretch at most. The check may stop anywhere and be repeated: it stores
 * each balance on condition that no other check has begun, and how far the round has come last.
 * @param learned called with whether a watched address has code, when the check knows.
 */
export function balanceChecker(
  deps: BalanceCheckDeps,
  learned: (watchesCode: boolean) => void = () => undefined,
): CheckBalances {
  const investigate = investigator(deps);
  const kept = keptBalances(deps);
  const checkNew = newBalanceChecker(deps, { kept, investigate });
  const checkAsked = askedTokenChecker(deps, kept);
  /** Whether tokens wait, because a node read their balances after a block that is not yet scanned. */
  let isAskedWaiting = false;
  const patiently = patience(() => deps.now().getTime());
  /** The last check that this process knows. Saves the reads of the table until the next check is due. */
  let known: BalanceCheck | null = null;
  /** A stretch that waits, because a node read its balances after a block that is not yet scanned. */
  let held: Stretch | null = null;
  /** What this process knows about code, and from the check after which block. */
  let code: { readonly isWatched: boolean; readonly height: number } | null = null;
  const learn = (isWatched: boolean | undefined, height: number) => {
    if (isWatched === undefined) return;
    code = { isWatched, height };
    learned(isWatched);
  };

  return async (cursor, options) => {
    if (cursor.hash === null) return;
    // A check that begins ends the check before, so nothing begins while another check waits.
    if (held === null && known !== null) {
      if (!isAskedWaiting && (await checkNew(cursor, known, options))) return;
      isAskedWaiting = await checkAsked(cursor, options);
      if (isAskedWaiting) return;
    }
    await checkRound(cursor, options);
  };

  async function checkRound(cursor: Cursor, options: BalanceCheckOptions): Promise<void> {
    const { chain, every, signal, proceed } = options;
    if (known !== null && cursor.height >= known.height && cursor.height < known.height + every) return;
    const last = await lastCheck(deps, cursor);
    known = last;
    // A check that did not finish may know more than the last check that did.
    if (last !== null && last.height > (code?.height ?? -1)) learn(last.watchesCode, last.height);
    if (last !== null && cursor.height < last.height + every) return;
    const at = await deps.blocks.get(chain.id, cursor.height);
    if (at === null || at.hash !== cursor.hash) return;
    const now = deps.now();
    if (last !== null && held === null) {
      const balancesBehindSeconds = Math.round((now.getTime() - Date.parse(last.at)) / 1000);
      log.info('balance.due', measured(now, { balancesBehindSeconds }, { chain: chain.id }));
    }
    const stretch = held ?? (await sampleStretch(deps, { kept, cursor, last, at, options }));
    held = null;
    if (stretch === null) return;
    const { check, round, pages, upTo, highest, watchesCode } = stretch;
    // Other addresses of the round may have code.
    if (upTo === null || watchesCode) learn(watchesCode, at.height);
    if (Math.max(highest, last?.height ?? 0) > cursor.height) {
      held = stretch;
      return;
    }
    const { height, hash } = round ?? at;
    const addresses = (round?.addresses ?? 0) + stretch.addresses;
    const changes = await compareAll(
      { deps, kept, investigate, check, cursor, last, round, isNew: false, at, options },
      pages,
    );
    if (changes === null) return;
    const isDaily = round?.isDaily ?? (last === null || now.getTime() - Date.parse(last.tokensAt) >= DAY_MS);
    const tokens = { chain, after: round?.upTo ?? '', upTo, check, last, at, changes, patiently, signal, proceed };
    if (!(await checkTokens(deps, tokens, isDaily))) return;
    if (upTo !== null) {
      await deps.balances.saveRound(check, { height, hash, upTo, addresses, isDaily, watchesCode });
      return;
    }
    const endedAt = deps.now().toISOString();
    const tokensAt = isDaily ? endedAt : (last?.tokensAt ?? endedAt);
    const finished = { height, hash, at: endedAt, tokensAt, watchesCode: code?.isWatched };
    if (!(await deps.balances.finish(check, finished))) return;
    known = finished;
    log.info('balance.checked', { chain: chain.id, height, addresses });
  }
}

/** The last check that the cursor's range covers. A check before a gap in the scanned range proves nothing. */
export async function lastCheck(
  { balances }: Pick<BalanceCheckDeps, 'balances'>,
  { chain, from, height }: Cursor,
): Promise<BalanceCheck | null> {
  const check = await balances.lastCheck(chain, height);
  return check === null || check.height < from - 1 ? null : check;
}
