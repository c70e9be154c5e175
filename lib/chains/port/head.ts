import type * as z from 'zod';
import type { Accounts, Chain, ChainReader } from './chain.ts';
import { ChainUnavailableError } from './chain-unavailable.ts';
import type { ChainRpc } from './rpc.ts';

/**
 * Follows the highest head whose block can be fetched. Each node names its head, so that a node that stands still does
 * not hold the others up. A head that is more than the confirmations above all other heads is followed only when a node
 * has its block: a node may name any number. Where the heads are closer, the scan reads no block above the lower head.
 * @param hasBlock whether a node has the block of a head.
 */
export function headFinder(
  { id, confirmations }: Chain,
  rpc: ChainRpc,
  call: { readonly method: string; readonly params: readonly unknown[]; readonly result: z.ZodType<number> },
  hasBlock: (height: number, signal: AbortSignal) => Promise<boolean>,
): ChainReader['head'] {
  let proven = -1;
  const isFetchable = async (height: number, signal: AbortSignal): Promise<boolean> => {
    try {
      return await hasBlock(height, signal);
    } catch (error) {
      if (!(error instanceof ChainUnavailableError) || signal.aborted) throw error;
      return false;
    }
  };
  return async (signal) => {
    const heads = await rpc.heads(call.method, call.params, call.result, signal);
    // The only node decides alone, and a check would cost a call.
    if (rpc.size === 1) return heads[0];
    for (const [n, head] of heads.entries()) {
      const known = Math.max(heads[n + 1] ?? -1, proven);
      if (head <= known + confirmations) return head;
      if (await isFetchable(head, signal)) {
        proven = head;
        return head;
      }
      rpc.misled(head);
    }
    throw new ChainUnavailableError(id, 'no node has the block of a head');
  };
}

/**
 * Reads balances after the block of the head, for chains whose nodes keep the states of blocks.
 * @throws ChainUnavailableError also when no node has the block of the head any more.
 */
export async function accountsAtHead(
  { id }: Chain,
  { head, header, accounts }: Required<Pick<ChainReader, 'head' | 'header' | 'accounts'>>,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<Accounts> {
  const height = await head(signal);
  const block = await header(height, signal);
  if (block === null) throw new ChainUnavailableError(id, `no node has block ${height}`);
  return accounts(addresses, block, signal);
}
