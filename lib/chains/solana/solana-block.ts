import * as z from 'zod';
import { printable } from '../../values/text.ts';
import type { BlockHeader, BlockTransaction, Chain, ChainBlock, DecodedTransaction } from '../port/chain.ts';
import { hasFailed, isObject, Link, type RawTransaction, SolanaBlock } from './schema.ts';
import { bare, decodeRaw, type Place, placeOf } from './solana-decode.ts';
import { addressesIn, namesIn, partiesOf } from './solana-parties.ts';
import { isOnlyVote } from './transaction-message.ts';

const REASON_LENGTH = 300;

/**
 * A block as `getBlock` answers it for this slot. Votes are left out. A transaction that cannot be decoded becomes a
 * record of what is known of it.
 * @throws ZodError when this is no block, Error when its parent does not come before it or a transaction has no
 *   signature.
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

/** The header of a block as `getBlock` answers it for this slot without transactions. @throws as `decodeBlock`. */
export const decodeHeader = (raw: unknown, slot: number): BlockHeader => headerOf(Link.parse(raw), slot);

function headerOf({ blockhash, previousBlockhash, parentSlot, blockTime }: Link, slot: number): BlockHeader {
  if (parentSlot >= slot) throw new Error(`slot ${slot} cannot follow slot ${parentSlot}`);
  const { timestamp } = placeOf(slot, blockTime);
  return { height: slot, hash: blockhash, parentHash: previousBlockhash, parentHeight: parentSlot, timestamp };
}

function blockTransaction(chain: Chain, raw: RawTransaction, place: Place): BlockTransaction {
  const decode = async () => decoded(chain, raw, place);
  const parties = partiesOrNull(raw);
  if (parties !== null) return { hash: raw.hash, parties, decode };
  const { transaction, undecoded } = decoded(chain, raw, place);
  return { hash: raw.hash, parties: undecoded === null ? namesIn(transaction) : addressesIn(raw), decode };
}

function partiesOrNull(raw: RawTransaction): string[] | null {
  try {
    return partiesOf(raw);
  } catch {
    return null; // an instruction that points nowhere: decoding it says so
  }
}

function decoded(chain: Chain, raw: RawTransaction, place: Place) {
  try {
    return { transaction: decodeRaw(chain, raw, place), undecoded: null };
  } catch (error) {
    return { transaction: outline(chain, raw, place), undecoded: printable(reasonOf(error), REASON_LENGTH) };
  }
}

function outline(chain: Chain, raw: RawTransaction, place: Place): DecodedTransaction {
  return {
    ...bare(chain, raw.hash, place),
    status: isObject(raw.meta) && hasFailed(raw.meta) ? 'failed' : 'success',
    fromAddress: addressesIn(raw)[0] ?? '',
  };
}

/** Where an answer is malformed, never what it holds. */
const reasonOf = (error: unknown): string =>
  error instanceof z.ZodError
    ? error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
    : String(error);
