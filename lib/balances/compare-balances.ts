import { isDeepStrictEqual } from 'node:util';
import { parseAddress } from '../chains/address.ts';
import type { AccountsAt } from '../chains/port/chain.ts';
import { ChainUnavailableError } from '../chains/port/chain-unavailable.ts';
import type { ChainId } from '../chains/registry.ts';
import { sum } from '../values/decimal.ts';
import { hasTags } from '../wallets/account-wallets.ts';
import type { BalanceCheckOptions } from '../watch/checks-beside.ts';
import type { Cursor } from '../watch/schema.ts';
import { accountWatchers } from './account-watchers.ts';
import { readBases } from './base-balances.ts';
import type { Base } from './bisect.ts';
import type { BalanceCheckDeps } from './check-deps.ts';
import { dayNotes } from './daily-balances.ts';
import { MOST_RECORDS_HELD } from './held-since.ts';
import type { investigator } from './investigate.ts';
import { judgeChanged } from './judge-changed.ts';
import type { KeptBalances } from './kept-balances.ts';
import { stillOpen } from './open-differences.ts';
import { nativeSum, type RecordedChange, recordedChanges } from './recorded-changes.ts';
import type { BegunCheck, ChangedBalance } from './repo.ts';
import { formOf, type Sample } from './sample-balances.ts';
import { packedSamples } from './sample-stretch.ts';
import type { BalanceCheck, DifferenceRef, RangeEnd, Round, WatchedBalance } from './schema.ts';

/** A check stores so many balances in one transaction. A change of one of the wallets delays the transaction. */
const STORED_AT_ONCE = 25;

/**
 * The checks try to explain so many open differences of an address, and forget the older differences, which stay open.
 * An item of the table holds some 3,000.
 */
const MOST_OPEN = 200;

/** A check goes on when the investigation of an address fails, and ends after so many failures. */
const MOST_FAILING = 8;

/** A comparison, with what it works on. */
export interface Comparison {
  readonly deps: BalanceCheckDeps;
  readonly kept: KeptBalances;
  readonly investigate: ReturnType<typeof investigator>;
  readonly check: BegunCheck;
  readonly cursor: Cursor;
  readonly last: BalanceCheck | null;
  /** The round that the check goes on with. Null in the first stretch of a round, and for new addresses. */
  readonly round: Round | null;
  /** Whether the addresses are new, so that older records say nothing of them. */
  readonly isNew: boolean;
  readonly at: RangeEnd & AccountsAt;
  readonly options: BalanceCheckOptions;
}

/** What the comparison of the pages has found so far. */
interface Progress {
  /** The recorded changes of the watched addresses that have some. */
  readonly watched: Map<string, readonly RecordedChange[]>;
  /** What is not stored yet. */
  readonly found: ChangedBalance[];
  readonly failures: ChainUnavailableError[];
}

/**
 * Compares all balances, page by page. Returns the recorded changes of the watched addresses, or null when the check
 * must end.
 * @throws ChainUnavailableError after the other comparisons, when the nodes do not show what changed some balances.
 */
export async function compareAll(
  comparison: Comparison,
  pages: readonly Uint8Array[],
): Promise<ReadonlyMap<string, readonly RecordedChange[]> | null> {
  const { deps, kept, check, cursor, last, isNew, at, options } = comparison;
  const { chain, signal } = options;
  const progress: Progress = { watched: new Map(), found: [], failures: [] };
  const changesAfter = changesUpTo(deps, chain.id, at.height);
  for (const page of pages) {
    const samples = await packedSamples.unpack(page);
    const bases = await readBases(deps, { chain, cursor, last, signal }, samples);
    // A balance without a base may be older than the block of the check.
    const heights = [...bases.values(), ...samples].map(({ height }) => height);
    const since = isNew ? at.height : (last?.height ?? at.height);
    const lowest = heights.reduce((low, height) => Math.min(low, height), since);
    const isDone = await compareSome(comparison, progress, samples, bases, await changesAfter(lowest));
    if (!isDone) {
      await kept.list(check);
      return null;
    }
    if (progress.failures.length === MOST_FAILING) break;
  }
  const { found, failures, watched } = progress;
  if (found.length > 0 && !(await stored(comparison, found))) return null;
  await kept.list(check);
  const [failure] = failures;
  if (failure !== undefined) throw failure;
  return watched;
}

/** The recorded changes after a height, read once. An address without a base may need older changes. */
function changesUpTo(deps: BalanceCheckDeps, chain: ChainId, to: number) {
  let read: { readonly after: number; readonly changes: Awaited<ReturnType<typeof recordedChanges>> } | null = null;
  return async (after: number) => {
    if (read === null || after < read.after) {
      read = { after, changes: await recordedChanges(deps, chain, after + 1, to) };
    }
    return read.changes;
  };
}

/** Compares the balances of a page. False when the check must end. */
async function compareSome(
  comparison: Comparison,
  { watched, found, failures }: Progress,
  samples: readonly Sample[],
  bases: ReadonlyMap<string, Base>,
  changes: ReadonlyMap<string, readonly RecordedChange[]>,
): Promise<boolean> {
  const { at, options } = comparison;
  const store = (): Promise<boolean> => stored(comparison, found.splice(0));
  for (const sample of samples) {
    // Somebody began to watch the address after this block. The next round takes the balance of then as the base.
    if (sample.balance.amount === undefined && (sample.balance.from ?? 0) > at.height) continue;
    const balance = sample.balance.left ? await watchedStill(comparison, sample.balance) : sample.balance;
    if (balance === null) continue;
    const form = formOf(balance);
    const base = bases.get(form);
    const all = changes.get(form) ?? [];
    // Tokens have bases of their own.
    if (all.length > 0) watched.set(form, all);
    const own = base === undefined ? all : all.filter((change) => change.height > base.height);
    const isUnchanged = base !== undefined && own.length === 0 && base.amount === sample.amount;
    if (isUnchanged && balance.amount === sample.amount && balance.open === undefined) continue;
    if (!(await options.proceed())) return false;
    // Earlier versions gave wallets with tags a balance.
    if (hasTags(options.chain.id) && (await watchedStill(comparison, balance)) === null) continue;
    try {
      const { changed, isOver } = await compareOne(comparison, { ...sample, balance }, base, own);
      if (changed !== null) found.push(changed);
      if (isOver) {
        if (found.length > 0) await store();
        return false;
      }
    } catch (error) {
      if (!(error instanceof ChainUnavailableError) || options.signal.aborted) throw error;
      failures.push(error);
      if (failures.length === MOST_FAILING) return true;
    }
    if (found.length === STORED_AT_ONCE && !(await store())) return false;
  }
  return true;
}

/** Judges and stores what is new, with the balances of the day. False when the check must end. */
async function stored({ deps, kept, check, at, options: { chain } }: Comparison, found: readonly ChangedBalance[]) {
  const asset = { asset: chain.nativeSymbol, tokenAddress: null };
  const days = found.flatMap(({ balance, checked: { amount } }) =>
    amount === undefined || amount === balance.amount ? [] : [{ form: formOf(balance), ...asset, amount }],
  );
  for (const { balance, checked, judged } of found) {
    if (judged === undefined || checked.amount === undefined) continue;
    const { amount, height = at.height, hash = at.hash } = checked;
    const held = { asset: 'native', symbol: chain.nativeSymbol, before: judged.before, amount, height, hash };
    await judgeChanged(deps, chain.id, formOf(balance), held, judged);
  }
  const note = await dayNotes(deps, chain.id, at.timestamp, days);
  return kept.store(check, found, days.map(note));
}

interface Compared {
  /** What is new of the balance. */
  readonly changed: ChangedBalance | null;
  /** Whether the run is over before the comparison is complete. */
  readonly isOver: boolean;
}

/** Compares one balance. */
async function compareOne(
  { deps, investigate, round, at, options }: Comparison,
  { balance, height, amount }: Sample,
  base: Base | undefined,
  changes: readonly RecordedChange[],
): Promise<Compared> {
  const { chain, signal } = options;
  const form = formOf(balance);
  let open = await stillOpen(deps, chain, form, balance.open ?? [], signal);
  const deviates = base !== undefined && sum([base.amount, nativeSum(changes, base.height, height)]) !== amount;
  // What the records explain is judged when each of them is evaluated, unless they are too many, or nobody knew the
  // balance before: that of a new wallet, or the stored one after a block that has left the chain.
  const isForRecords = !deviates && base?.isStored === true && changes.length <= MOST_RECORDS_HELD;
  // A new wallet whose balance has not changed since somebody watches it has crossed no bound.
  const isChanged = base === undefined ? balance.amount !== undefined : base.amount !== amount;
  const mayJudge = !isForRecords || hasTags(chain.id);
  const judged = deviates || (isChanged && mayJudge) ? { before: base?.amount ?? null, isForRecords } : undefined;
  if (base !== undefined && deviates) {
    const address = parseAddress(chain.id, form)?.address ?? form;
    const to = height === at.height ? at : ((await deps.blocks.get(chain.id, height)) ?? { ...at, height });
    const found = await investigate({ chain, form, address, base, changes, to, actual: amount }, options);
    // Several deviations may belong to one difference.
    open = [...new Map([...open, ...found.open].map((ref) => [ref.id, ref])).values()].slice(-MOST_OPEN);
    const { isOver, reached } = found;
    if (isOver) return { isOver, changed: reached && { balance, checked: { ...reached, open: listed(open) }, judged } };
  }
  // Families whose nodes keep no old states read the balance at another height than that of the check.
  const present = sum([amount, nativeSum(changes, height, at.height)]);
  // What is not stored counts as right after the first stretch of the round. What moved there and back is not.
  const hasMoved = round !== null && round.height < at.height && changes.length > 0;
  const isSame = balance.amount === present && !hasMoved && judged === undefined;
  if (isSame && isDeepStrictEqual(open, balance.open ?? [])) return { changed: null, isOver: false };
  const checked = { amount: present, height: at.height, hash: at.hash, open: listed(open) };
  return { changed: { balance, checked, judged }, isOver: false };
}

const listed = (open: DifferenceRef[]): DifferenceRef[] | undefined => (open.length === 0 ? undefined : open);

/**
 * The balance, if a wallet without a tag watches the address. Forgets the amount while only wallets with tags do, and
 * removes the balance of an address that nobody watches.
 */
async function watchedStill(
  { deps, kept, options: { chain } }: Comparison,
  balance: WatchedBalance,
): Promise<WatchedBalance | null> {
  const { isWatched, ofAccount } = await accountWatchers(deps, chain.id, formOf(balance));
  if (ofAccount.length > 0) return balance.left ? kept.stays(chain.id, balance) : balance;
  if (isWatched) await kept.forget(chain.id, balance);
  else if (balance.left) await kept.remove(chain.id, balance);
  return null;
}
