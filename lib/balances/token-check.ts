import { matchForm, parseAddress } from '../chains/address.ts';
import type { AccountsAt } from '../chains/port/chain.ts';
import type { Chain, ChainId } from '../chains/registry.ts';
import { prefixes } from '../platform/table/keys.ts';
import { sum } from '../values/decimal.ts';
import type { BalanceCheckDeps } from './check-deps.ts';
import { type Base, blockAt } from './investigate.ts';
import { stillOpen } from './open-differences.ts';
import type { RecordedChange } from './recorded-changes.ts';
import { type RangeEnd, reportDifference } from './report-difference.ts';
import type { BalanceCheck, TokenBalance } from './schema.ts';

/** A token balance is asked at most once in this time, and only when the token moved. */
const TOKEN_CHECK_MS = 24 * 60 * 60 * 1000;

export interface TokenCheck {
  readonly chain: Chain;
  readonly last: BalanceCheck | null;
  readonly at: RangeEnd & AccountsAt;
  readonly changes: ReadonlyMap<string, readonly RecordedChange[]>;
  readonly signal: AbortSignal;
}

/** A token of an address that moved since the last check. */
interface Moved {
  readonly form: string;
  readonly address: string;
  readonly tokenAddress: string;
  readonly asset: string;
  readonly changes: readonly { readonly height: number; readonly amount: string }[];
}

/**
 * Compares the balances of fungible tokens with the records. A token that is new for an address is compared at once,
 * any other token once a day if it moved. Other checks only add up what moved.
 * @param isDaily whether this check also looks for tokens that moved earlier, which takes a read of all tokens.
 */
export async function checkTokens(deps: BalanceCheckDeps, check: TokenCheck, isDaily: boolean): Promise<void> {
  const { chain, at } = check;
  const due: Due[] = [];
  for (const moved of movedTokens(chain.id, check.changes)) {
    const seen = await deps.balances.token(chain.id, moved.form, matchForm(chain.id, moved.tokenAddress));
    const next = await dueOf(deps, check, moved, seen);
    if (next !== null) due.push(next);
  }
  if (isDaily) due.push(...(await dailyDue(deps, check, due)));
  if (due.length === 0) return;
  const amounts = await tokenAccounts(
    deps,
    due.map(({ balance }) => ownerOf(balance)),
    at,
    check.signal,
  );
  for (const [n, each] of due.entries()) await compare(deps, check, each, amounts[n] ?? null);
}

/** A token balance to compare: what it should be by the records, unless its base is unknown. */
interface Due {
  readonly balance: TokenBalance;
  readonly seen: TokenBalance | null;
  readonly base: TokenBase | null;
}

interface TokenBase extends Base {
  /** The sum of the recorded movements after the base. */
  readonly recorded: string;
}

const ownerOf = ({ address, tokenAddress }: TokenBalance) => ({ owner: address, tokenAddress });

function movedTokens(chain: ChainId, changes: TokenCheck['changes']): Moved[] {
  const moved = [...changes].flatMap(([form, own]) => {
    const all = own.flatMap(({ height, tokens }) => tokens.map((token) => ({ ...token, height })));
    return [...Map.groupBy(all, ({ tokenAddress }) => tokenAddress)].map(([tokenAddress, some]) => ({
      form,
      address: parseAddress(chain, form)?.address ?? form,
      tokenAddress,
      asset: some[0]?.asset ?? tokenAddress,
      changes: some,
    }));
  });
  return moved;
}

/** Adds what moved to the balance, or returns the balance if it must be compared now. */
async function dueOf(
  deps: BalanceCheckDeps,
  check: TokenCheck,
  moved: Moved,
  seen: TokenBalance | null,
): Promise<Due | null> {
  const { chain, last, at, signal } = check;
  // Sums from after the last check may come from blocks that have left the chain.
  if (seen !== null && last !== null && seen.movedTo <= last.height) {
    const amounts = moved.changes.filter(({ height }) => height > seen.movedTo).map(({ amount }) => amount);
    const balance = { ...seen, moved: sum([seen.moved, ...amounts]) };
    if (isOld(deps, seen)) return { balance, seen, base: baseIn(balance) };
    await deps.balances.storeToken(chain.id, { ...balance, movedTo: at.height }, seen);
    return null;
  }
  const balance = seen ?? emptyBalance(check, moved, deps.now());
  const first = Math.min(...moved.changes.map(({ height }) => height));
  const block = await blockAt(deps, chain, first - 1, signal);
  const [amount = null] = await tokenAccounts(deps, [ownerOf(balance)], block, signal);
  const recorded = sum(moved.changes.map((change) => change.amount));
  return { balance, seen, base: amount === null ? null : { height: block.height, amount, recorded } };
}

const baseIn = ({ amount, height, moved }: TokenBalance): TokenBase | null =>
  amount === null ? null : { height, amount, recorded: moved };

const emptyBalance = ({ at }: TokenCheck, { form, address, tokenAddress, asset }: Moved, now: Date): TokenBalance => ({
  sk: `${prefixes.tokenBalancesOf(form)}${tokenAddress.toLowerCase()}`,
  address,
  tokenAddress,
  asset,
  amount: null,
  height: at.height,
  checkedAt: now.toISOString(),
  moved: '0',
  movedTo: at.height,
  isIrregular: false,
});

const isOld = ({ now }: BalanceCheckDeps, { checkedAt }: TokenBalance): boolean =>
  now().getTime() - Date.parse(checkedAt) >= TOKEN_CHECK_MS;

/** The balances that no present movement makes due, but an earlier movement or an open difference. */
async function dailyDue(deps: BalanceCheckDeps, { chain }: TokenCheck, due: readonly Due[]): Promise<Due[]> {
  const present = new Set(due.map(({ balance }) => balance.sk));
  const all = await deps.balances.tokens(chain.id);
  return all
    .filter((balance) => !present.has(balance.sk) && isOld(deps, balance))
    .filter(({ moved, open }) => moved !== '0' || open !== undefined)
    .map((balance) => ({ balance, seen: balance, base: baseIn(balance) }));
}

async function tokenAccounts(
  { reader }: BalanceCheckDeps,
  pairs: readonly { owner: string; tokenAddress: string }[],
  at: AccountsAt,
  signal: AbortSignal,
): Promise<readonly (string | null)[]> {
  return (await reader.tokenAccounts?.(pairs, at, signal)) ?? pairs.map(() => null);
}

/**
 * Compares and stores a token balance. A deviation is reported once, and again only after a comparison that agreed:
 * rebasing tokens change their balances without movements, and some tokens take a fee from each movement.
 */
async function compare(
  deps: BalanceCheckDeps,
  { chain, at, signal }: TokenCheck,
  { balance, seen, base }: Due,
  amount: string | null,
): Promise<void> {
  const form = matchForm(chain.id, balance.address);
  const open = await stillOpen(deps, chain, form, balance.open ?? [], signal);
  const expected = base === null ? amount : sum([base.amount, base.recorded]);
  const deviates = amount !== null && expected !== amount;
  if (deviates && base !== null && expected !== null && !balance.isIrregular) {
    const first = await deps.blocks.get(chain.id, base.height + 1);
    const { asset, tokenAddress } = balance;
    const from = { height: base.height + 1, hash: first?.hash ?? '', timestamp: first?.timestamp ?? at.timestamp };
    const finding = { chain: chain.id, form, asset, tokenAddress, expected, actual: amount, from, to: at };
    open.push(...(await reportDifference(deps, { ...finding, recorded: base.recorded })));
  }
  const next: TokenBalance = {
    ...balance,
    amount,
    height: at.height,
    checkedAt: deps.now().toISOString(),
    moved: '0',
    movedTo: at.height,
    isIrregular: deviates,
    open: open.length === 0 ? undefined : open,
  };
  await deps.balances.storeToken(chain.id, next, seen);
}
