import * as z from 'zod';
import { parseAddress } from '../chains/address.ts';
import type { AccountsAt } from '../chains/port/chain.ts';
import type { Chain, ChainId } from '../chains/registry.ts';
import { prefixes } from '../platform/table/keys.ts';
import { mapConcurrent } from '../values/concurrent.ts';
import { inGroups } from '../values/in-groups.ts';
import { accountsAt } from './balances-at.ts';
import type { BalanceCheckDeps } from './check-deps.ts';
import { WatchedBalance } from './schema.ts';

/** What a node says of a balance, beside what the table holds. */
export const Sample = z.object({
  balance: WatchedBalance,
  /** The height after which the amount holds. */
  height: z.int(),
  amount: z.string(),
});
export type Sample = z.output<typeof Sample>;

/** Requests for balances at a time. */
export const AT_ONCE = 8;

/** The address of a balance in match form. */
export const formOf = ({ sk }: Pick<WatchedBalance, 'sk'>): string => sk.slice(prefixes.nativeBalances.length);

interface Samples {
  /** Of the first balances: of all, unless the check may ask no more. */
  readonly samples: readonly Sample[];
  /** How many of the addresses have code, by groups; undefined for a group of which the nodes do not say. */
  readonly withCode: readonly (number | undefined)[];
}

/** How a check asks for balances. */
interface Asking {
  readonly chain: Chain;
  readonly signal: AbortSignal;
  proceed(): Promise<boolean>;
  /** Called before each request. Once false, always false. */
  mayAsk(): boolean;
}

/** What the nodes say of these balances. Null when the check must end. */
export async function sampleBalances(
  deps: BalanceCheckDeps,
  balances: readonly WatchedBalance[],
  at: AccountsAt,
  { chain, signal, proceed, mayAsk }: Asking,
): Promise<Samples | null> {
  let isOver = false;
  const groups = inGroups(balances, chain.accountsPerRequest);
  const asked = await mapConcurrent(groups, AT_ONCE, async (group) => {
    if (isOver || !mayAsk()) return null;
    isOver ||= !(await proceed());
    return isOver ? null : sampled(deps, chain.id, group, at, signal);
  });
  if (isOver) return null;
  const all = asked.filter((samples) => samples !== null);
  return {
    samples: all.flatMap(({ samples }) => samples),
    withCode: all.flatMap(({ withCode }) => withCode),
  };
}

async function sampled(
  deps: BalanceCheckDeps,
  chain: ChainId,
  balances: readonly WatchedBalance[],
  at: AccountsAt,
  signal: AbortSignal,
): Promise<Samples> {
  const addresses = balances.map((balance) => parseAddress(chain, formOf(balance))?.address ?? formOf(balance));
  const { height, amounts, withCode } = await accountsAt(deps, addresses, at, signal);
  const samples = balances.map((balance, n) => ({ balance, height, amount: amounts.get(addresses[n] ?? '') ?? '0' }));
  return { samples, withCode: [withCode] };
}
