import { parseAddress } from '../chains/address.ts';
import type { AccountsAt } from '../chains/port/chain.ts';
import { log } from '../platform/log.ts';
import { sum } from '../values/decimal.ts';
import { watchedAmong } from '../wallets/watched-addresses.ts';
import type { Cursor } from '../watch/schema.ts';
import type { BalanceCheckOptions } from '../watch/watch.ts';
import { readBases } from './base-balances.ts';
import type { BalanceCheckDeps } from './check-deps.ts';
import { type Base, investigator } from './investigate.ts';
import { stillOpen } from './open-differences.ts';
import { nativeSum, type RecordedChange, recordedChanges } from './recorded-changes.ts';
import type { RangeEnd } from './report-difference.ts';
import { formOf, type Sample, sampleBalances } from './sample-balances.ts';
import type { BalanceCheck, DifferenceRef, WatchedBalance } from './schema.ts';
import { checkTokens } from './token-check.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A check of a chain, called after each scan with the cursor of the scan. */
export type CheckBalances = (cursor: Cursor, options: BalanceCheckOptions) => Promise<void>;

/**
 * Compares the balance of each watched address with the records: the balance at the last check, plus and minus the
 * recorded movements, less fees. What deviates is investigated. The check may stop anywhere and be repeated: it stores
 * each balance on condition that no other check has changed the balance, and itself last.
 */
export function balanceChecker(deps: BalanceCheckDeps): CheckBalances {
  const investigate = investigator(deps);
  /** The last check that this process knows. Saves the reads of the table until the next check is due. */
  let known: BalanceCheck | null = null;
  /** Balances that a node read after a block that is not yet scanned. */
  let held: readonly Sample[] | null = null;

  return async (cursor, options) => {
    const { chain, every, signal } = options;
    if (cursor.hash === null) return;
    if (known !== null && cursor.height >= known.height && cursor.height < known.height + every) return;
    const last = await lastCheck(deps, cursor);
    known = last;
    if (last !== null && cursor.height < last.height + every) return;
    const at = await deps.blocks.get(chain.id, cursor.height);
    if (at === null || at.hash !== cursor.hash) return;
    const samples = held ?? (await sampleBalances(deps, at, options));
    held = null;
    if (samples === null) return;
    const highest = samples.reduce((height, sample) => Math.max(height, sample.height), last?.height ?? 0);
    if (highest > cursor.height) {
      held = samples;
      return;
    }
    const changes = await compareAll({ deps, investigate, cursor, last, at, options }, samples);
    if (changes === null) return;
    const now = deps.now();
    const isDaily = last === null || now.getTime() - Date.parse(last.tokensAt) >= DAY_MS;
    await checkTokens(deps, { chain, last, at, changes, signal }, isDaily);
    const { height, hash } = at;
    const tokensAt = isDaily ? now.toISOString() : last.tokensAt;
    known = { height, hash, at: now.toISOString(), tokensAt };
    await deps.balances.finish(chain.id, known);
    log.info('balance.checked', { chain: chain.id, height: at.height, addresses: samples.length });
  };
}

/** The last check that the cursor's range covers. A check before a gap in the scanned range proves nothing. */
async function lastCheck(
  { balances }: BalanceCheckDeps,
  { chain, from, height }: Cursor,
): Promise<BalanceCheck | null> {
  const check = await balances.lastCheck(chain, height);
  return check === null || check.height < from - 1 ? null : check;
}

interface Comparison {
  readonly deps: BalanceCheckDeps;
  readonly investigate: ReturnType<typeof investigator>;
  readonly cursor: Cursor;
  readonly last: BalanceCheck | null;
  readonly at: RangeEnd & AccountsAt;
  readonly options: BalanceCheckOptions;
}

/** Compares all balances. Returns what the records changed, or null when the check ended or another check runs. */
async function compareAll(
  comparison: Comparison,
  samples: readonly Sample[],
): Promise<ReadonlyMap<string, readonly RecordedChange[]> | null> {
  const { deps, cursor, last, at, options } = comparison;
  const { chain, signal, proceed } = options;
  const bases = await readBases(deps, { chain, cursor, last, signal }, samples);
  const lowest = [...bases.values()].reduce((height, base) => Math.min(height, base.height), at.height);
  const changes = await recordedChanges(deps, chain.id, lowest + 1, at.height);
  for (const sample of samples) {
    const { balance } = sample;
    const form = formOf(balance);
    if (balance.left && !(await isWatched(comparison, balance))) continue;
    const base = bases.get(form);
    const own = changes.get(form) ?? [];
    const isUnchanged = base !== undefined && own.length === 0 && base.amount === sample.amount;
    if (isUnchanged && balance.amount === sample.amount && balance.open === undefined) continue;
    if (!(await proceed())) return null;
    if (!(await compareOne(comparison, sample, base, own))) return null;
  }
  return changes;
}

/** Compares one balance and stores the balance. False when another check has stored the balance meanwhile. */
async function compareOne(
  { deps, investigate, at, options }: Comparison,
  { balance, height, amount }: Sample,
  base: Base | undefined,
  changes: readonly RecordedChange[],
): Promise<boolean> {
  const { chain, signal } = options;
  const form = formOf(balance);
  const before = await stillOpen(deps, chain, form, balance.open ?? [], signal);
  let open: readonly DifferenceRef[] = before;
  if (base !== undefined && sum([base.amount, nativeSum(changes, base.height, height)]) !== amount) {
    const address = parseAddress(chain.id, form)?.address ?? form;
    const to = height === at.height ? at : { ...at, height };
    open = [...before, ...(await investigate({ chain, form, address, base, changes, to, actual: amount }, signal))];
  }
  // Families whose nodes keep no old states read the balance at another height than that of the check.
  const present = sum([amount, nativeSum(changes, height, at.height)]);
  const unchanged = balance.amount === present && open.length === (balance.open ?? []).length;
  if (unchanged) return true;
  return deps.balances.store(chain.id, balance, {
    amount: present,
    height: at.height,
    open: open.length === 0 ? undefined : [...open],
  });
}

/** Whether an organisation still watches the address. Removes the balance of an address that nobody watches. */
async function isWatched({ deps, options: { chain } }: Comparison, balance: WatchedBalance): Promise<boolean> {
  const form = formOf(balance);
  if ((await watchedAmong(deps.table, chain.id, [form])).has(form)) return true;
  await deps.balances.remove(chain.id, balance);
  return false;
}
