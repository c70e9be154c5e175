import { matchForm, parseAddress } from '../chains/address.ts';
import { anyMatchForm } from '../chains/any-address.ts';
import { ChainUnavailableError } from '../chains/port/chain-unavailable.ts';
import { minus, sum } from '../values/decimal.ts';
import { inGroups } from '../values/in-groups.ts';
import type { BalanceCheckDeps } from './check-deps.ts';
import { dayNotes } from './daily-balances.ts';
import { MOST_RECORDS_HELD } from './held-since.ts';
import { judgeChanged } from './judge-changed.ts';
import { stillOpen } from './open-differences.ts';
import { reportDifference } from './report-difference.ts';
import { type DifferenceRef, hasMoved, notNegative, presentAmount, type TokenBalance } from './schema.ts';
import {
  type Due,
  dailyDue,
  dueOf,
  isInChain,
  type Moved,
  ownerOf,
  type TokenCheck,
  tokenAccounts,
} from './token-bases.ts';

/** A check stores the balances after each group of so many tokens, so that the next check continues after the group. */
const TOKENS_AT_ONCE = 50;

/**
 * Compares the balances of fungible tokens with the records. A token that is new for an address is compared at once,
 * any other token once a day if it moved. Other checks only add up what moved.
 * @param isDaily whether this check also looks for tokens that moved earlier, which takes a read of all tokens of the
 *   addresses.
 * @returns false when another check has begun, or when the run is over.
 * @throws ChainUnavailableError while the nodes may still state the bases of some tokens.
 */
export async function checkTokens(deps: BalanceCheckDeps, check: TokenCheck, isDaily: boolean): Promise<boolean> {
  if (deps.reader.heldToken !== undefined) return addUp(deps, check);
  if (deps.reader.tokenAccounts === undefined) return true;
  const seen = new Set<string>();
  const failures: ChainUnavailableError[] = [];
  for (const some of inGroups(movedTokens(check), TOKENS_AT_ONCE)) {
    if (!(await check.proceed())) return false;
    const due: Due[] = [];
    const store = await storing(deps, check, some);
    for (const moved of some) {
      const next = await baseKnown(() => dueOf(deps, check, moved), failures, check.signal);
      if (next === null) continue;
      seen.add(next.balance.sk);
      if ('base' in next) due.push(next);
      else {
        if (hasManyRecords(check, moved.form)) await judge(deps, check, next.balance, next.change);
        if (!(await store(next.balance))) return false;
      }
    }
    if (!(await compareAll(deps, check, due, store))) return false;
  }
  if (isDaily && !(await checkEarlier(deps, check, seen))) return false;
  const [failure] = failures;
  if (failure !== undefined) throw failure;
  return true;
}

/** Adds what moved to the balances of tokens that another check compares, for which a rule asked. */
async function addUp(deps: BalanceCheckDeps, check: TokenCheck): Promise<boolean> {
  const { chain, at } = check;
  for (const [form, own] of Map.groupBy(movedTokens(check), ({ form }) => form)) {
    if (!(await check.proceed())) return false;
    const known = new Map((await deps.balances.tokens(chain.id, form)).map((each) => [each.tokenAddress, each]));
    for (const { tokenAddress, changes } of own) {
      const seen = known.get(tokenAddress);
      if (seen === undefined || seen.amount === null) continue;
      const later = changes.filter(({ height }) => height > seen.movedTo);
      // A balance after a block that has left the chain is none.
      const isKnown = await isInChain(deps, check, seen);
      if (isKnown && later.length === 0) continue;
      const change = sum(later.map(({ amount }) => amount));
      const after = { movedTo: at.height, hash: at.hash };
      const balance = { ...seen, moved: sum([seen.moved, change]), ...after };
      if (isKnown && hasManyRecords(check, form)) await judge(deps, check, balance, change);
      const store = await storing(deps, check, [seen]);
      if (!(await store(isKnown ? balance : { ...seen, amount: null, ...after }))) return false;
    }
  }
  return true;
}

/** Compares the tokens that moved before this check. */
async function checkEarlier(deps: BalanceCheckDeps, check: TokenCheck, seen: ReadonlySet<string>): Promise<boolean> {
  for await (const page of deps.balances.tokensBetween(check.chain.id, check.after, check.upTo)) {
    for (const some of inGroups(await dailyDue(deps, check, page, seen), TOKENS_AT_ONCE)) {
      if (!(await check.proceed())) return false;
      const balances = some.map(({ balance }) => balance);
      if (!(await compareAll(deps, check, some, await storing(deps, check, balances)))) return false;
    }
  }
  return true;
}

/** A check of some tokens, and the block after which it compares them. */
type Comparing = Pick<TokenCheck, 'chain' | 'check' | 'at' | 'changes' | 'signal'>;

/** Stores a balance, with the balance of the day. False when another check has begun. */
type Store = (balance: TokenBalance) => Promise<boolean>;

/** How the check stores balances of these tokens. */
export async function storing(
  deps: BalanceCheckDeps,
  { chain, check, at }: Comparing,
  tokens: readonly Pick<Moved, 'asset' | 'tokenAddress'>[],
): Promise<Store> {
  const note = await dayNotes(deps, chain.id, at.timestamp, tokens);
  return (balance) => {
    const { asset, tokenAddress } = balance;
    const amount = presentAmount(balance);
    const form = matchForm(chain.id, balance.address);
    const days = amount === null ? [] : [note({ form, asset, tokenAddress, amount })];
    return deps.balances.storeToken(check, balance, days);
  };
}

/** The outcome of `run`. Null, with the failure kept, when the nodes do not state the base of a token. */
async function baseKnown<T>(
  run: () => Promise<T>,
  failures: ChainUnavailableError[],
  signal: AbortSignal,
): Promise<T | null> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ChainUnavailableError) || signal.aborted) throw error;
    failures.push(error);
    return null;
  }
}

/** Compares and stores the balances. False when another check has begun. */
async function compareAll(
  deps: BalanceCheckDeps,
  check: TokenCheck,
  due: readonly Due[],
  store: Store,
): Promise<boolean> {
  if (due.length === 0) return true;
  const owners = due.map(({ balance }) => ownerOf(balance));
  const amounts = await tokenAccounts(deps, owners, check.at, check.signal);
  for (const [n, each] of due.entries()) {
    if (!(await compareToken(deps, check, each, amounts[n] ?? null, store))) return false;
  }
  return true;
}

function movedTokens({ chain, changes }: TokenCheck): Moved[] {
  return [...changes].flatMap(([form, own]) => {
    const all = own.flatMap(({ height, tokens }) => tokens.map((token) => ({ ...token, height })));
    return [...Map.groupBy(all, ({ tokenAddress }) => tokenAddress)].map(([tokenAddress, some]) => ({
      form,
      address: parseAddress(chain.id, form)?.address ?? form,
      tokenAddress,
      asset: some[0]?.asset ?? tokenAddress,
      changes: some,
    }));
  });
}

/**
 * Compares and stores a token balance. A deviation is reported once, and again only after movements that agreed with
 * the balance: rebasing tokens change their balances without movements, and some tokens take a fee from each movement.
 * @returns false when another check has begun.
 */
export async function compareToken(
  deps: BalanceCheckDeps,
  check: Comparing,
  { balance, base }: Due,
  amount: string | null,
  store: Store,
): Promise<boolean> {
  const { chain, at, signal } = check;
  const form = matchForm(chain.id, balance.address);
  const kept = await stillOpen(deps, chain, form, balance.open ?? [], signal);
  const deviates = amount !== null && base !== null && sum([base.amount, base.recorded]) !== amount;
  const found = deviates && !balance.isIrregular ? await report(deps, check, balance, base, amount) : [];
  const open = [...new Map([...kept, ...found].map((ref) => [ref.id, ref])).values()];
  // What the records explain is judged when each of them is evaluated, as far as the balance was known then.
  const isForRecords = balance.amount !== null && base !== null && !deviates && !hasManyRecords(check, form);
  if (amount !== null && !isForRecords) {
    await judge(
      deps,
      check,
      { ...balance, amount, moved: '0', movedTo: at.height, hash: at.hash },
      base && minus(amount, base.amount),
    );
  }
  return store({
    ...balance,
    amount,
    height: at.height,
    checkedAt: deps.now().toISOString(),
    moved: '0',
    movedTo: at.height,
    hash: at.hash,
    isIrregular: deviates || (balance.isIrregular && !hasMoved(balance)),
    open: open.length === 0 ? undefined : open,
  });
}

const hasManyRecords = ({ changes }: Comparing, form: string): boolean =>
  (changes.get(form)?.length ?? 0) > MOST_RECORDS_HELD;

/** Lets the rules about balances judge a balance. @param change since the last comparison; null when unknown. */
async function judge(
  deps: BalanceCheckDeps,
  { chain }: Comparing,
  balance: TokenBalance,
  change: string | null,
): Promise<void> {
  const { address, tokenAddress, asset: symbol, movedTo: height, hash } = balance;
  const amount = presentAmount(balance);
  if (amount === null) return;
  const before = change === null ? null : notNegative(minus(amount, change));
  const held = { asset: anyMatchForm(tokenAddress), symbol, before, amount, height, hash };
  await judgeChanged(deps, chain.id, matchForm(chain.id, address), held);
}

async function report(
  deps: BalanceCheckDeps,
  { chain, at }: Comparing,
  { address, asset, tokenAddress }: TokenBalance,
  base: NonNullable<Due['base']>,
  actual: string,
): Promise<DifferenceRef[]> {
  const first = await deps.blocks.get(chain.id, base.height + 1);
  return reportDifference(deps, {
    chain: chain.id,
    form: matchForm(chain.id, address),
    asset,
    tokenAddress,
    expected: sum([base.amount, base.recorded]),
    actual,
    from: { height: base.height + 1, hash: first?.hash ?? '', timestamp: first?.timestamp ?? at.timestamp },
    to: at,
    isRange: true,
    recorded: base.recorded,
  });
}
