import { parseAddress } from '../chains/address.ts';
import { ChainUnavailableError } from '../chains/port/chain-unavailable.ts';
import type { Chain } from '../chains/registry.ts';
import { log } from '../platform/log.ts';
import type { Cursor } from '../watch/schema.ts';
import type { BalanceCheckDeps } from './check-deps.ts';
import { accountsAt, type Base, blockAt } from './investigate.ts';
import { formOf, inGroups, type Sample } from './sample-balances.ts';
import type { BalanceCheck, WatchedBalance } from './schema.ts';

interface Bases {
  readonly chain: Chain;
  readonly cursor: Cursor;
  readonly last: BalanceCheck | null;
  readonly signal: AbortSignal;
}

/**
 * The balance after the last check, as far as the table knows it. Undefined for a new address, and for a balance that
 * was stored after the last check: that check did not finish, or its block has left the chain.
 */
function baseOf({ amount, height }: WatchedBalance, last: BalanceCheck | null): Base | undefined {
  if (last === null || amount === undefined || height === undefined || height > last.height) return undefined;
  return { height: last.height, amount };
}

/**
 * The bases of all compared balances, by address in match form. Asks the nodes for those that the table does not know:
 * for the balance after the block at which an organisation began to watch the address, so that a payment before the
 * first check is found too. An address is missing when no node keeps the old state: its balance is then taken as right.
 */
export async function readBases(
  deps: BalanceCheckDeps,
  bases: Bases,
  samples: readonly Sample[],
): Promise<Map<string, Base>> {
  const { chain, cursor, last } = bases;
  const known = new Map<string, Base>();
  const unknown: { form: string; height: number }[] = [];
  for (const { balance, height } of samples) {
    const form = formOf(balance);
    const base = baseOf(balance, last);
    if (base === undefined) unknown.push({ form, height: Math.min(baseHeight(balance, cursor, last), height) });
    else known.set(form, base);
  }
  for (const [height, own] of Map.groupBy(unknown, (each) => each.height)) {
    for (const some of inGroups(own, chain.accountsPerRequest)) {
      const forms = some.map(({ form }) => form);
      for (const [form, base] of await oldBalances(deps, bases, forms, height)) known.set(form, base);
    }
  }
  return known;
}

/** The block after which the base of an unknown balance is asked. */
function baseHeight(
  { amount, from }: WatchedBalance,
  { from: scannedFrom }: Cursor,
  last: BalanceCheck | null,
): number {
  if (amount !== undefined && last !== null) return last.height;
  return Math.max(from ?? 0, scannedFrom - 1, 0);
}

async function oldBalances(
  deps: BalanceCheckDeps,
  { chain, signal }: Bases,
  forms: readonly string[],
  height: number,
): Promise<[string, Base][]> {
  const addresses = forms.map((form) => parseAddress(chain.id, form)?.address ?? form);
  try {
    const at = await blockAt(deps, chain, height, signal);
    const found = await accountsAt(deps, addresses, at, signal);
    if (found.height !== height) return [];
    return forms.map((form, n) => [form, { height, amount: found.amounts.get(addresses[n] ?? '') ?? '0' }]);
  } catch (error) {
    if (!(error instanceof ChainUnavailableError) || signal.aborted) throw error;
    log.warn('balance.no_base', { chain: chain.id, height, addresses: forms.length, reason: error.message });
    return [];
  }
}
