import * as z from 'zod';
import type { ChainReader } from '../chain.ts';
import { type ChainId, chainOf } from '../registry.ts';
import { BLOCK_ATTEMPT_MS } from '../rpc.ts';
import { decodeBlock, decodeHeader } from './block.ts';
import { decodeTransaction } from './decode.ts';
import { solanaRpc } from './rpc.ts';
import { Slot, Slots, SolanaTransaction } from './schema.ts';

/**
 * What is asked of every call. Blocks are confirmed within a second and final after 13; none that was confirmed has been
 * undone. A watcher waits for as many blocks on top as it is told, 32 by default, after which a block is final; to ask for
 * final ones would be to wait twice, and on a node of one's own, whose blocks are final only as others follow, for ever.
 */
const CONFIRMED = { commitment: 'confirmed' } as const;
/** Without the version, a node refuses transactions newer than the first format. */
const ASKED = { ...CONFIRMED, encoding: 'json', maxSupportedTransactionVersion: 1 } as const;
const WHOLE = { ...ASKED, transactionDetails: 'full', rewards: false } as const;
const HEADER = { ...WHOLE, transactionDetails: 'none' } as const;

/** Reads one Solana cluster through its JSON-RPC endpoints, which are tried in turn. Heights are slots. */
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

    head: (signal) => rpc.send('getSlot', [CONFIRMED], Slot, signal),

    /** At most 500,000 slots at once. */
    async heights(from, to, signal) {
      if (from > to) return [];
      const Answer = Slots.refine(
        (slots) => slots.every((slot, index) => slot >= (slots[index - 1] ?? from - 1) + 1 && slot <= to),
        'are other slots',
      );
      return rpc.send('getBlocks', [from, to, CONFIRMED], Answer, signal);
    },

    header(slot, signal) {
      const Answer = z.unknown().transform((answer) => (answer === null ? null : decodeHeader(answer, slot)));
      return rpc.send('getBlock', [slot, HEADER], Answer, signal);
    },

    block(slot, signal) {
      const Answer = z.unknown().transform((answer) => decodeBlock(chain, answer, slot));
      return rpc.send('getBlock', [slot, WHOLE], Answer, signal, attemptMs ?? BLOCK_ATTEMPT_MS);
    },
  };
}
