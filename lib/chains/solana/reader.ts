import type { ChainReader } from '../chain.ts';
import { type ChainId, chainOf } from '../registry.ts';
import { decodeTransaction } from './decode.ts';
import { solanaRpc } from './rpc.ts';
import { SolanaTransaction } from './schema.ts';

/**
 * What is asked of every call. Blocks are confirmed within a second and final after 13; none that was confirmed has been
 * undone. Without the version, a node refuses transactions newer than the first format.
 */
const ASKED = { encoding: 'json', commitment: 'confirmed', maxSupportedTransactionVersion: 1 } as const;

/** Reads one Solana cluster through its JSON-RPC endpoints, which are tried in turn. */
export function solanaReader(chainId: ChainId, urls: readonly string[], attemptMs?: number): ChainReader {
  const chain = chainOf(chainId);
  const rpc = solanaRpc(chainId, urls, attemptMs);
  return {
    lookup(hash, signal) {
      const Answer = SolanaTransaction.transform((answer) => decodeTransaction(chain, answer))
        .refine((decoded) => decoded.hash === hash, 'is another transaction')
        .nullable();
      return rpc.send('getTransaction', [hash, ASKED], Answer, signal);
    },
  };
}
