import * as z from 'zod';
import { mapConcurrent } from '../../values/concurrent.ts';
import { fromUnits } from '../../values/decimal.ts';
import type { AccountsAt, BlockHeader, Chain, ChainReader } from '../port/chain.ts';
import { AnswerTooLargeError, ChainUnavailableError } from '../port/chain-unavailable.ts';
import type { ReaderOptions } from '../port/family.ts';
import { headFinder } from '../port/head.ts';
import { BLOCK, TRANSACTION } from '../port/rpc.ts';
import { heldTokenReader } from './held-tokens.ts';
import { Accounts, Slot, Slots, SolanaTransaction } from './schema.ts';
import type { ChangesKept } from './solana-authority.ts';
import { decodeBlock, decodeHeader } from './solana-block.ts';
import { decodeTransaction } from './solana-decode.ts';
import { solanaRpc } from './solana-rpc.ts';
import { solanaTokens } from './solana-tokens.ts';
import { keptChangesReader } from './squads-proposals.ts';

/**
 * The commitment of every call about blocks and transactions. The cluster confirms a block within a second and makes
 * the block final after 13 seconds; no confirmed block was ever undone. The watcher waits for 32 more blocks by
 * default, after which a block is final. A call for final blocks alone would wait twice. On a local node the call would
 * wait for ever, because a block becomes final only when other blocks follow.
 */
const CONFIRMED = { commitment: 'confirmed' } as const;
/** Without a version, a node refuses transactions in a newer format than the first. */
const ASKED = { ...CONFIRMED, encoding: 'json', maxSupportedTransactionVersion: 1 } as const;
const WHOLE = { ...ASKED, transactionDetails: 'full', rewards: true } as const;
const HEAD = { method: 'getSlot', params: [CONFIRMED], result: Slot };
const HEADER = { ...WHOLE, transactionDetails: 'none', rewards: false } as const;

/** Balances are read from final blocks only, because the answer names no hash that would show an undone block. */
const FINAL = { commitment: 'finalized', encoding: 'base64', dataSlice: { offset: 0, length: 0 } } as const;

/**
 * Reads one Solana cluster through its JSON-RPC nodes, which are tried in order. Heights are slots. Nodes keep no old
 * states, so balances are those of the newest final slot.
 */
export function solanaReader(chain: Chain, urls: readonly string[], options: ReaderOptions = {}): ChainReader {
  const { attemptMs, now } = options;
  const rpc = solanaRpc(chain.id, urls, attemptMs, now);
  const { named, infoOf } = solanaTokens(chain.id, rpc, options);
  const withKeptChanges = keptChangesReader(chain.id, rpc, now);
  const header = (slot: number, signal: AbortSignal, near?: number): Promise<BlockHeader | null> => {
    const Answer = z.unknown().transform((answer) => (answer === null ? null : decodeHeader(answer, slot)));
    return rpc.at({ height: slot, near }).send('getBlock', [slot, HEADER], Answer, signal);
  };
  const head = headFinder(chain, rpc, HEAD, async (slot, signal) => (await header(slot, signal)) !== null);
  async function accounts(addresses: readonly string[], { height }: Pick<AccountsAt, 'height'>, signal: AbortSignal) {
    if (addresses.length > chain.accountsPerRequest) throw new RangeError(`${addresses.length} accounts in one call`);
    const Answer = Accounts.refine(({ value }) => value.length === addresses.length, 'are other accounts').refine(
      ({ context }) => context.slot >= height,
      'are of an earlier slot',
    );
    const asked = [addresses, { ...FINAL, minContextSlot: height }];
    const { context, value } = await rpc.send('getMultipleAccounts', asked, Answer, signal);
    const amounts = addresses.map((address, n): [string, string] => {
      const lamports = BigInt(value[n]?.lamports ?? 0);
      return [address, fromUnits(lamports, chain.nativeDecimals)];
    });
    return { height: context.slot, amounts: new Map(amounts) };
  }
  return {
    async lookup(hash, signal) {
      // Decodes within the schema, so that the client asks the next node when parts of an answer contradict each other.
      const Answer = SolanaTransaction.refine((answer) => decodeTransaction(chain, answer).hash === hash, 'is another');
      const answer = await rpc.send('getTransaction', [hash, ASKED], Answer.nullable(), signal, TRANSACTION);
      if (answer === null) return null;
      const decodedWith = (keptChanges?: ChangesKept) => decodeTransaction(chain, answer, keptChanges);
      return named(await withKeptChanges(decodedWith, signal, undefined, true), signal, true);
    },

    head,

    /** At most 50,000 slots at once, because an answer may have 1 MB. */
    async heights(from, to, signal) {
      if (from > to) return [];
      const Answer = Slots.refine(
        (slots) => slots.every((slot, index) => slot >= (slots[index - 1] ?? from - 1) + 1 && slot <= to),
        'are other slots',
      );
      try {
        return await rpc.at({ height: to }).send('getBlocks', [from, to, CONFIRMED], Answer, signal);
      } catch (error) {
        // Not every provider offers `getBlocks`.
        if (!(error instanceof ChainUnavailableError) || signal.aborted) throw error;
        return slotsWithBlocks(from, to, (slot) => header(slot, signal));
      }
    },

    header,

    async block(slot, signal) {
      const Answer = z.unknown().transform((answer) => decodeBlock(chain, answer, slot, { named, withKeptChanges }));
      const at = rpc.at({ height: slot, near: slot + 1 });
      const limits = { ...BLOCK, attemptMs: attemptMs ?? BLOCK.attemptMs };
      const read = (asked: object) => at.send('getBlock', [slot, asked], Answer, signal, limits);
      try {
        return await read(WHOLE);
      } catch (error) {
        // Until November 2024, one block paid the rewards of a whole epoch: a million, in more than 100 MB.
        if (!(error instanceof AnswerTooLargeError) || signal.aborted) throw error;
        return read({ ...WHOLE, rewards: false });
      }
    },

    contradicted: async (slot) => rpc.contradicted(slot),

    accounts,

    async accountsNow(addresses, signal) {
      // Final blocks follow the confirmed head by about the confirmations, and every node that keeps up has this one.
      const height = Math.max(0, (await head(signal)) - 2 * chain.confirmations);
      return accounts(addresses, { height }, signal);
    },

    heldToken: heldTokenReader(rpc, { infoOf }),
  };
}

/** Slots that are asked for one by one before the reader answers, and how many calls run at once. */
const PROBED = 64;
const AT_ONCE = 8;

/** The slots with a block in the first `PROBED` slots of the range that hold any block. */
async function slotsWithBlocks(
  from: number,
  to: number,
  header: (slot: number) => Promise<BlockHeader | null>,
): Promise<number[]> {
  for (let first = from; first <= to; first += PROBED) {
    const slots = Array.from({ length: Math.min(PROBED, to - first + 1) }, (_, n) => first + n);
    const headers = await mapConcurrent(slots, AT_ONCE, header);
    const found = slots.filter((_, n) => headers[n] !== null);
    if (found.length > 0) return found;
  }
  return [];
}
