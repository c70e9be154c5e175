import * as z from 'zod';
import { printable } from '../../values/text.ts';
import type { BlockHeader, BlockTransaction, Chain, ChainBlock, DecodedTransaction } from '../port/chain.ts';
import { addressesIn, payerIn } from './all-addresses.ts';
import { hasFailed, isObject, Link, type RawTransaction, SolanaBlock } from './schema.ts';
import { bare, decodeRaw, type Place, placeOf } from './solana-decode.ts';
import { partiesOf } from './solana-parties.ts';
import { isOnlyVote } from './transaction-message.ts';

const REASON_LENGTH = 300;

/**
 * The block from the answer of `getBlock` for this slot, without votes. A transaction that cannot be decoded becomes a
 * record of its known fields.
 * @throws ZodError when the answer is no block. Error when the parent's slot is not before this slot, or when a
 *   transaction has no signature.
 */
export function decodeBlock(chain: Chain, raw: unknown, slot: number): ChainBlock {
  const block = SolanaBlock.parse(raw);
  const header = headerOf(block, slot);
  const place = { slot, timestamp: header.timestamp };
  const transactions = block.transactions
    .filter(({ transaction }) => !isOnlyVote(transaction.message))
    .map((each) => blockTransaction(chain, each, place));
  return { ...header, transactions };
}

/** The header from the answer of `getBlock` for this slot, without transactions. @throws as `decodeBlock`. */
export const decodeHeader = (raw: unknown, slot: number): BlockHeader => headerOf(Link.parse(raw), slot);

function headerOf({ blockhash, previousBlockhash, parentSlot, blockTime }: Link, slot: number): BlockHeader {
  if (parentSlot >= slot) throw new Error(`slot ${slot} cannot follow slot ${parentSlot}`);
  const { timestamp } = placeOf(slot, blockTime);
  return { height: slot, hash: blockhash, parentHash: previousBlockhash, parentHeight: parentSlot, timestamp };
}

function blockTransaction(chain: Chain, raw: RawTransaction, place: Place): BlockTransaction {
  const decode: BlockTransaction['decode'] = async (_signal, of) => decoded(chain, raw, place, of);
  return { hash: raw.hash, parties: partiesOrNull(raw) ?? addressesIn(raw), decode };
}

function partiesOrNull(raw: RawTransaction): string[] | null {
  try {
    return partiesOf(raw);
  } catch {
    return null; // an instruction names a missing address, and the decoder states the reason
  }
}

function decoded(chain: Chain, raw: RawTransaction, place: Place, of?: ReadonlySet<string>) {
  try {
    return { transaction: decodeRaw(chain, raw, place, of), undecoded: null };
  } catch (error) {
    return { transaction: outline(chain, raw, place), undecoded: printable(reasonOf(error), REASON_LENGTH) };
  }
}

function outline(chain: Chain, raw: RawTransaction, place: Place): DecodedTransaction {
  return {
    ...bare(chain, raw.hash, place),
    status: isObject(raw.meta) && hasFailed(raw.meta) ? 'failed' : 'success',
    fromAddress: payerIn(raw),
  };
}

/** Names the malformed field of an answer, never its content. */
const reasonOf = (error: unknown): string =>
  error instanceof z.ZodError
    ? error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
    : String(error);
