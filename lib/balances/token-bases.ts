import { matchForm } from '../chains/address.ts';
import type { AccountsAt, TokenAccount } from '../chains/port/chain.ts';
import type { Patience } from '../chains/port/give-up.ts';
import type { Chain } from '../chains/registry.ts';
import { log } from '../platform/log.ts';
import { keys } from '../platform/table/keys.ts';
import { sum } from '../values/decimal.ts';
import { DAY_MS } from '../values/time.ts';
import { blockAt } from './balances-at.ts';
import type { Base } from './bisect.ts';
import type { BalanceCheckDeps } from './check-deps.ts';
import type { RecordedChange, TokenChange } from './recorded-changes.ts';
import type { BegunCheck } from './repo.ts';
import { type BalanceCheck, hasMoved, type RangeEnd, type TokenBalance } from './schema.ts';

/** A token balance is asked at most once in this time, and only when the token moved. */
const TOKEN_CHECK_MS = DAY_MS;

/** A check of the tokens of some addresses of a chain. */
export interface TokenCheck {
  readonly chain: Chain;
  /** The addresses after one up to another, in match form. Null means the last address. */
  readonly after: string;
  readonly upTo: string | null;
  readonly check: BegunCheck;
  readonly last: BalanceCheck | null;
  readonly at: RangeEnd & AccountsAt;
  /** The movements of the watched addresses since the last check. */
  readonly changes: ReadonlyMap<string, readonly RecordedChange[]>;
  /** Remembers in the process since when the base of a token cannot be read. */
  readonly patiently: Patience;
  readonly signal: AbortSignal;
  /** Whether the run may go on. */
  proceed(): Promise<boolean>;
}

/** A token of an address that moved since the last check. */
export interface Moved {
  readonly form: string;
  readonly address: string;
  readonly tokenAddress: string;
  readonly asset: string;
  readonly changes: readonly (Pick<TokenChange, 'amount' | 'isRaw'> & { readonly height: number })[];
}

/** A token balance to compare: what it should be by the records, unless its base is unknown. */
export interface Due {
  readonly balance: TokenBalance;
  readonly base: TokenBase | null;
}

export interface TokenBase extends Base {
  /** The sum of the recorded movements after the base. */
  readonly recorded: string;
}

/** A token balance with what moved added, which need not be compared now. */
interface NotDue {
  readonly balance: TokenBalance;
  /** What moved. */
  readonly change: string;
}

/** The balance with what moved added, which must be compared now unless the last comparison is recent. */
export async function dueOf(deps: BalanceCheckDeps, check: TokenCheck, moved: Moved): Promise<Due | NotDue> {
  const { chain, at } = check;
  const seen = await deps.balances.token(chain.id, moved.form, matchForm(chain.id, moved.tokenAddress));
  // An amount in the smallest unit cannot be added to a balance. The balance that the chain states is the next base.
  if (moved.changes.some(({ isRaw }) => isRaw))
    return { balance: seen ?? emptyBalance(check, moved, deps.now()), base: null };
  if (seen === null || !(await isInChain(deps, check, seen))) {
    // The evaluations of records did not know the balance after a block that has left the chain.
    const balance = seen === null ? emptyBalance(check, moved, deps.now()) : { ...seen, amount: null };
    return { balance, base: await askedBase(deps, check, balance, moved.changes) };
  }
  const later = moved.changes.filter(({ height }) => height > seen.movedTo);
  const change = sum(later.map(({ amount }) => amount));
  const balance = { ...seen, moved: sum([seen.moved, change]), movedTo: at.height, hash: at.hash };
  return isOld(deps, seen) ? { balance, base: baseIn(balance) } : { balance, change };
}

/**
 * Those of the balances that no present movement makes due, but an earlier movement, an open difference or a lost
 * block.
 * @param known the sort keys of the balances that this check has already seen.
 */
export async function dailyDue(
  deps: BalanceCheckDeps,
  check: TokenCheck,
  balances: readonly TokenBalance[],
  known: ReadonlySet<string>,
): Promise<Due[]> {
  const due: Due[] = [];
  for (const balance of balances) {
    if (known.has(balance.sk)) continue;
    const isDue = isOld(deps, balance) && (hasMoved(balance) || balance.open !== undefined);
    if (!isDue && !isRecent(deps, balance)) continue;
    if (!(await isInChain(deps, check, balance))) {
      due.push({ balance: { ...balance, amount: null }, base: await askedBase(deps, check, balance, []) });
    } else if (isDue) due.push({ balance, base: baseIn(balance) });
  }
  return due;
}

/** Whether the block up to which a balance is summed is still in the chain. The watcher forgets old blocks. */
export async function isInChain(
  { blocks }: BalanceCheckDeps,
  { chain }: TokenCheck,
  seen: TokenBalance,
): Promise<boolean> {
  const block = await blocks.get(chain.id, seen.movedTo);
  return block === null || block.hash === seen.hash;
}

/**
 * The base that a node states: before the first of the movements, or after the last check. Null when the contract
 * states none, or when no node has given the old state for two minutes: nodes forget old states.
 */
async function askedBase(
  deps: BalanceCheckDeps,
  { chain, last, patiently, signal }: TokenCheck,
  balance: TokenBalance,
  changes: Moved['changes'],
): Promise<TokenBase | null> {
  const first = changes.reduce((height, change) => Math.min(height, change.height), (last?.height ?? 0) + 1);
  return patiently<TokenBase | null>(
    `${chain.id} ${balance.sk}`,
    signal,
    async () => {
      const block = await blockAt(deps, chain, first - 1, signal);
      const [amount = null] = await tokenAccounts(deps, [ownerOf(balance)], block, signal);
      const recorded = sum(changes.map((change) => change.amount));
      return amount === null ? null : { height: block.height, amount, recorded };
    },
    ({ message }) => {
      log.warn('balance.no_base', { chain: chain.id, height: first - 1, token: balance.tokenAddress, reason: message });
      return null;
    },
  );
}

const baseIn = ({ amount, height, moved }: TokenBalance): TokenBase | null =>
  amount === null ? null : { height, amount, recorded: moved };

/** The balance of a token that no check has compared yet. */
export const emptyBalance = (
  { chain, at }: Pick<TokenCheck, 'chain' | 'at'>,
  { form, address, tokenAddress, asset }: Omit<Moved, 'changes'>,
  now: Date,
): TokenBalance => ({
  sk: keys.tokenBalance(chain.id, form, matchForm(chain.id, tokenAddress)).sk,
  address,
  tokenAddress,
  asset,
  amount: null,
  height: at.height,
  checkedAt: now.toISOString(),
  moved: '0',
  movedTo: at.height,
  hash: at.hash,
  isIrregular: false,
});

const ageOf = ({ now }: BalanceCheckDeps, { checkedAt }: TokenBalance): number =>
  now().getTime() - Date.parse(checkedAt);
const isOld = (deps: BalanceCheckDeps, balance: TokenBalance): boolean => ageOf(deps, balance) >= TOKEN_CHECK_MS;
/** Whether no daily look has seen the balance since its comparison. */
const isRecent = (deps: BalanceCheckDeps, balance: TokenBalance): boolean => ageOf(deps, balance) < 2 * TOKEN_CHECK_MS;

export const ownerOf = ({ address, tokenAddress }: TokenBalance): TokenAccount => ({ owner: address, tokenAddress });

export async function tokenAccounts(
  { reader }: BalanceCheckDeps,
  pairs: readonly TokenAccount[],
  at: AccountsAt,
  signal: AbortSignal,
): Promise<readonly (string | null)[]> {
  return (await reader.tokenAccounts?.(pairs, at, signal)) ?? pairs.map(() => null);
}
