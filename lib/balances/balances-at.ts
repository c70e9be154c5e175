import type { AccountsAt } from '../chains/port/chain.ts';
import { ChainUnavailableError } from '../chains/port/chain-unavailable.ts';
import type { Chain } from '../chains/registry.ts';
import type { BalanceCheckDeps } from './check-deps.ts';
import type { RangeEnd } from './schema.ts';

export async function accountsAt(
  { reader }: Pick<BalanceCheckDeps, 'reader'>,
  addresses: readonly string[],
  at: AccountsAt,
  signal: AbortSignal,
) {
  if (reader.accounts === undefined) throw new Error('the reader of this chain reads no balances');
  return reader.accounts(addresses, at, signal);
}

type BlockDeps = Pick<BalanceCheckDeps, 'blocks' | 'reader'>;

/** The block at a height. @throws ChainUnavailableError also when the chain has skipped the height. */
export async function blockAt(deps: BlockDeps, chain: Chain, height: number, signal: AbortSignal) {
  const block = await knownBlock(deps, chain, height, signal);
  if (block === null) throw new ChainUnavailableError(chain.id, `there is no block ${height}`);
  return block;
}

/**
 * The block at a height: as the watcher stored the block, or from a node when the block was scanned long ago. Null when
 * the chain has skipped the height.
 */
export async function knownBlock(
  { blocks, reader }: BlockDeps,
  chain: Chain,
  height: number,
  signal: AbortSignal,
): Promise<(RangeEnd & AccountsAt) | null> {
  const block = (await blocks.get(chain.id, height)) ?? (await reader.header(height, signal));
  if (block === null && (await reader.heights(height, height, signal)).length > 0) {
    throw new ChainUnavailableError(chain.id, `no node has block ${height}`);
  }
  return block;
}
