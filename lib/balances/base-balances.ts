import { parseAddress } from '../chains/address.ts';
import { ChainUnavailableError } from '../chains/port/chain-unavailable.ts';
import type { Chain } from '../chains/registry.ts';
import { log } from '../platform/log.ts';
import { inGroups } from '../values/in-groups.ts';
import type { BlockRepo } from '../watch/block-records.ts';
import type { Cursor } from '../watch/schema.ts';
import { accountsAt, blockAt } from './balances-at.ts';
import type { Base } from './bisect.ts';
import type { BalanceCheckDeps } from './check-deps.ts';
import { formOf, type Sample } from './sample-balances.ts';
import type { BalanceCheck, WatchedBalance } from './schema.ts';

/** Many balances have the same block: those of an import were stored together. */
function blocksOnce(blocks: Pick<BlockRepo, 'get'>): Pick<BlockRepo, 'get'> {
  const known = new Map<number, ReturnType<BlockRepo['get']>>();
  return {
    get(chain, height) {
      const reading = known.get(height) ?? blocks.get(chain, height);
      known.set(height, reading);
      return reading;
    },
  };
}

interface Bases {
  readonly chain: Chain;
  readonly cursor: Cursor;
  readonly last: BalanceCheck | null;
  readonly signal: AbortSignal;
}

/**
 * The last balance that the table knows. Undefined for a new address, and for a balance that was stored after the last
 * check and after a block that has left the chain.
 */
async function baseOf(
  { blocks }: { readonly blocks: Pick<BlockRepo, 'get'> },
  { chain, last }: Bases,
  { amount, height, hash }: WatchedBalance,
): Promise<Base | undefined> {
  if (last === null || amount === undefined || height === undefined) return undefined;
  if (height <= last.height) return { height: last.height, amount, isStored: true };
  // The check that stored the balance stopped early.
  const block = await blocks.get(chain.id, height);
  return block !== null && block.hash === hash ? { height, amount, isStored: true } : undefined;
}

/**
 * The bases of all compared balances, by address in match form. Asks the nodes for those that the table does not know:
 * for the balance after the block at which an organisation began to watch the address, so that a payment before the
 * first check is found too. An address is missing when no node keeps the old state: its balance is then taken as right.
 * @throws ChainUnavailableError when a balance was read before its base.
 */
export async function readBases(
  deps: BalanceCheckDeps,
  bases: Bases,
  samples: readonly Sample[],
): Promise<Map<string, Base>> {
  const { chain, cursor, last } = bases;
  const known = new Map<string, Base>();
  const blocks = blocksOnce(deps.blocks);
  const unknown: { form: string; height: number }[] = [];
  for (const { balance, height } of samples) {
    const form = formOf(balance);
    const base = await baseOf({ blocks }, bases, balance);
    if (base === undefined) unknown.push({ form, height: Math.min(baseHeight(balance, cursor, last), height) });
    // A node that is behind answers for an older height. The next check asks again.
    else if (base.height > height) throw new ChainUnavailableError(chain.id, 'the answered balance is too old');
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

/**
 * The block after which the base of an unknown balance is asked: the block of the last check, or the last block that
 * was scanned before an organisation watched the address.
 */
function baseHeight(
  { amount, from = 0 }: WatchedBalance,
  { from: scannedFrom }: Cursor,
  last: BalanceCheck | null,
): number {
  return Math.max(from, amount !== undefined && last !== null ? last.height : scannedFrom - 1, 0);
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
