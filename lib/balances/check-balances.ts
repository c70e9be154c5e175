import { isDeepStrictEqual } from 'node:util';
import { parseAddress } from '../chains/address.ts';
import type { AccountsAt } from '../chains/port/chain.ts';
import { ChainUnavailableError } from '../chains/port/chain-unavailable.ts';
import { patience } from '../chains/port/give-up.ts';
import { log } from '../platform/log.ts';
import { sum } from '../values/decimal.ts';
import { watchedAmong } from '../wallets/watched-addresses.ts';
import type { BalanceCheckOptions, CheckBalances } from '../watch/checks-beside.ts';
import type { Cursor } from '../watch/schema.ts';
import { readBases } from './base-balances.ts';
import type { Base } from './bisect.ts';
import type { BalanceCheckDeps } from './check-deps.ts';
import { investigator } from './investigate.ts';
import { type KeptBalances, keptBalances } from './kept-balances.ts';
import { stillOpen } from './open-differences.ts';
import { nativeSum, type RecordedChange, recordedChanges } from './recorded-changes.ts';
import type { BegunCheck, ChangedBalance } from './repo.ts';
import { formOf, type Sample, sampleBalances } from './sample-balances.ts';
import type { BalanceCheck, DifferenceRef, RangeEnd, WatchedBalance } from './schema.ts';
import { checkTokens } from './token-check.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A check stores so many balances in one transaction. A change of one of the wallets delays the transaction. */
const STORED_AT_ONCE = 25;

/**
 * The checks try to explain so many open differences of an address, and forget the older differences, which stay open.
 * An item of the table holds some 3,000.
 */
const MOST_OPEN = 200;

/** A check goes on when the investigation of an address fails, and ends after so many failures. */
const MOST_FAILING = 8;

/**
 * Compares the balance of each watched address with the records: the balance at the last check, plus and minus the
 * recorded movements, less fees. What deviates is investigated. The check may stop anywhere and be repeated: it stores
 * each balance on condition that no other check has begun, and itself last.
 */
export function balanceChecker(deps: BalanceCheckDeps): CheckBalances {
  const investigate = investigator(deps);
  const kept = keptBalances(deps);
  const patiently = patience(() => deps.now().getTime());
  /** The last check that this process knows. Saves the reads of the table until the next check is due. */
  let known: BalanceCheck | null = null;
  /** A check that waits, because a node read its balances after a block that is not yet scanned. */
  let held: Sampled | null = null;

  return async (cursor, options) => {
    const { chain, every, signal, proceed } = options;
    if (cursor.hash === null) return;
    if (known !== null && cursor.height >= known.height && cursor.height < known.height + every) return;
    const last = await lastCheck(deps, cursor);
    known = last;
    if (last !== null && cursor.height < last.height + every) return;
    const at = await deps.blocks.get(chain.id, cursor.height);
    if (at === null || at.hash !== cursor.hash) return;
    const sampled = held ?? (await sampledNow(deps, kept, at, options));
    held = null;
    if (sampled === null) return;
    const { check, samples } = sampled;
    const highest = samples.reduce((height, sample) => Math.max(height, sample.height), last?.height ?? 0);
    if (highest > cursor.height) {
      held = sampled;
      return;
    }
    const changes = await compareAll({ deps, kept, investigate, check, cursor, last, at, options }, samples);
    if (changes === null) return;
    const now = deps.now();
    const isDaily = last === null || now.getTime() - Date.parse(last.tokensAt) >= DAY_MS;
    if (!(await checkTokens(deps, { chain, check, last, at, changes, patiently, signal, proceed }, isDaily))) return;
    const tokensAt = isDaily ? now.toISOString() : last.tokensAt;
    const finished = { height: at.height, hash: at.hash, at: now.toISOString(), tokensAt };
    if (!(await deps.balances.finish(check, finished))) return;
    known = finished;
    log.info('balance.checked', { chain: chain.id, height: at.height, addresses: samples.length });
  };
}

interface Sampled {
  readonly check: BegunCheck;
  readonly samples: readonly Sample[];
}

/** Begins a check and asks for the balances. Null when the check must end. */
async function sampledNow(
  deps: BalanceCheckDeps,
  kept: KeptBalances,
  at: AccountsAt,
  options: BalanceCheckOptions,
): Promise<Sampled | null> {
  const check = await deps.balances.begin(options.chain.id);
  const samples = await sampleBalances(deps, await kept.all(check), at, options);
  return samples === null ? null : { check, samples };
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
  readonly kept: KeptBalances;
  readonly investigate: ReturnType<typeof investigator>;
  readonly check: BegunCheck;
  readonly cursor: Cursor;
  readonly last: BalanceCheck | null;
  readonly at: RangeEnd & AccountsAt;
  readonly options: BalanceCheckOptions;
}

/**
 * Compares all balances. Returns the recorded changes of the watched addresses, or null when the check must end.
 * @throws ChainUnavailableError after the other comparisons, when the nodes do not show what changed some balances.
 */
async function compareAll(
  comparison: Comparison,
  samples: readonly Sample[],
): Promise<ReadonlyMap<string, readonly RecordedChange[]> | null> {
  const { deps, kept, check, cursor, last, at, options } = comparison;
  const { chain, signal, proceed } = options;
  const bases = await readBases(deps, { chain, cursor, last, signal }, samples);
  // A balance without a base may be older than the block of the check.
  const heights = [...bases.values(), ...samples].map(({ height }) => height);
  const lowest = heights.reduce((low, height) => Math.min(low, height), last?.height ?? at.height);
  const changes = await recordedChanges(deps, chain.id, lowest + 1, at.height);
  const watched = new Map<string, readonly RecordedChange[]>();
  const found: ChangedBalance[] = [];
  const failures: ChainUnavailableError[] = [];
  const store = (): Promise<boolean> => kept.store(check, found.splice(0));
  for (const sample of samples) {
    const balance = await watchedStill(comparison, sample.balance);
    if (balance === null) continue;
    const form = formOf(balance);
    const base = bases.get(form);
    const own = changes.get(form) ?? [];
    watched.set(form, own);
    const isUnchanged = base !== undefined && own.length === 0 && base.amount === sample.amount;
    if (isUnchanged && balance.amount === sample.amount && balance.open === undefined) continue;
    if (!(await proceed())) return null;
    try {
      const { changed, isOver } = await compareOne(comparison, { ...sample, balance }, base, own);
      if (changed !== null) found.push(changed);
      if (isOver) {
        if (found.length > 0) await store();
        return null;
      }
    } catch (error) {
      if (!(error instanceof ChainUnavailableError) || signal.aborted) throw error;
      failures.push(error);
      if (failures.length === MOST_FAILING) break;
    }
    if (found.length === STORED_AT_ONCE && !(await store())) return null;
  }
  if (found.length > 0 && !(await store())) return null;
  await kept.list(check);
  const [failure] = failures;
  if (failure !== undefined) throw failure;
  return watched;
}

interface Compared {
  /** What is new of the balance. */
  readonly changed: ChangedBalance | null;
  /** Whether the run is over before the comparison is complete. */
  readonly isOver: boolean;
}

/** Compares one balance. */
async function compareOne(
  { deps, investigate, at, options }: Comparison,
  { balance, height, amount }: Sample,
  base: Base | undefined,
  changes: readonly RecordedChange[],
): Promise<Compared> {
  const { chain, signal } = options;
  const form = formOf(balance);
  let open = await stillOpen(deps, chain, form, balance.open ?? [], signal);
  if (base !== undefined && sum([base.amount, nativeSum(changes, base.height, height)]) !== amount) {
    const address = parseAddress(chain.id, form)?.address ?? form;
    const to = height === at.height ? at : ((await deps.blocks.get(chain.id, height)) ?? { ...at, height });
    const found = await investigate({ chain, form, address, base, changes, to, actual: amount }, options);
    // Several deviations may belong to one difference.
    open = [...new Map([...open, ...found.open].map((ref) => [ref.id, ref])).values()].slice(-MOST_OPEN);
    const { isOver, reached } = found;
    if (isOver) return { isOver, changed: reached && { balance, checked: { ...reached, open: listed(open) } } };
  }
  // Families whose nodes keep no old states read the balance at another height than that of the check.
  const present = sum([amount, nativeSum(changes, height, at.height)]);
  if (balance.amount === present && isDeepStrictEqual(open, balance.open ?? []))
    return { changed: null, isOver: false };
  const checked = { amount: present, height: at.height, hash: at.hash, open: listed(open) };
  return { changed: { balance, checked }, isOver: false };
}

const listed = (open: DifferenceRef[]): DifferenceRef[] | undefined => (open.length === 0 ? undefined : open);

/** The balance, if an organisation watches the address. Removes the balance of an address that nobody watches. */
async function watchedStill(
  { deps, kept, options: { chain } }: Comparison,
  balance: WatchedBalance,
): Promise<WatchedBalance | null> {
  if (!balance.left) return balance;
  const form = formOf(balance);
  if ((await watchedAmong(deps.table, chain.id, [form])).has(form)) return kept.stays(chain.id, balance);
  await kept.remove(chain.id, balance);
  return null;
}
