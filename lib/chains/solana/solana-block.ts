import * as z from 'zod';
import { memo } from '../../values/memo.ts';
import { printable } from '../../values/text.ts';
import type { BlockHeader, BlockTransaction, Chain, ChainBlock, DecodedTransaction } from '../port/chain.ts';
import { addressesIn, payerIn } from './all-addresses.ts';
import { rewardsIn } from './rewards.ts';
import { hasFailed, isObject, Link, type RawTransaction, rawTransaction, SolanaBlock } from './schema.ts';
import type { ChangesKept } from './solana-authority.ts';
import { bare, type DecodeOptions, decodeRaw, type Place, placeOf } from './solana-decode.ts';
import { partiesOf } from './solana-parties.ts';
import { parseExactly } from './solana-rpc.ts';
import type { TokenNames } from './solana-tokens.ts';
import type { WithKeptChanges } from './squads-proposals.ts';
import { isOnlyVote } from './transaction-message.ts';
import { UnparsedTransactions } from './unparsed-transactions.ts';

const REASON_LENGTH = 300;

/** What a decoder asks of the chain. */
export interface Reads {
  readonly named: TokenNames;
  readonly withKeptChanges: WithKeptChanges;
}

/**
 * The block from the answer of `getBlock` for this slot, without votes, and with the rewards that it pays. What cannot
 * be decoded becomes a record of its known fields. Transactions that are bytes are parsed when somebody asks for them.
 * @param reads what the decoder asks of the chain. Without it, mints name tokens, and the changes that a multisig of
 *   Squads executes are unknown.
 * @throws ZodError when the answer is no block. Error when the parent's slot is not before this slot, or when a
 *   transaction has no signature.
 */
export function decodeBlock(chain: Chain, raw: unknown, slot: number, reads?: Reads): ChainBlock {
  const unparsed = isObject(raw) && raw.transactions instanceof UnparsedTransactions ? raw.transactions : null;
  const parsed = unparsed === null ? SolanaBlock.parse(raw).transactions : [];
  const header = decodeHeader(raw, slot);
  const here = { slot, timestamp: header.timestamp };
  const rawAt = (place: number): RawTransaction | undefined =>
    unparsed === null ? parsed[place] : rawTransaction(parseExactly(unparsed.text(place)));
  const at = (places: readonly number[]) =>
    places.flatMap((place): (readonly [number, BlockTransaction])[] => {
      const transaction = rawAt(place);
      const isLeftOut = transaction === undefined || isOnlyVote(transaction.transaction.message);
      return isLeftOut ? [] : [[place, blockTransaction(chain, transaction, here, reads)]];
    });
  const places = Array.from({ length: unparsed?.length ?? parsed.length }, (_, place) => place);
  const all = memo(() => [...at(places).map(([, transaction]) => transaction), ...rewardsIn(chain, raw, here)]);
  return {
    ...header,
    get transactions() {
      return all();
    },
    naming: (known) => [
      ...at(unparsed?.placesNaming(known) ?? places),
      ...rewardsIn(chain, raw, here, known).map((reward, n) => [places.length + n, reward] as const),
    ],
  };
}

/** The header from the answer of `getBlock` for this slot, without transactions. @throws as `decodeBlock`. */
export const decodeHeader = (raw: unknown, slot: number): BlockHeader => headerOf(Link.parse(raw), slot);

function headerOf({ blockhash, previousBlockhash, parentSlot, blockTime }: Link, slot: number): BlockHeader {
  if (parentSlot >= slot) throw new Error(`slot ${slot} cannot follow slot ${parentSlot}`);
  const { timestamp } = placeOf(slot, blockTime);
  return { height: slot, hash: blockhash, parentHash: previousBlockhash, parentHeight: parentSlot, timestamp };
}

function blockTransaction(chain: Chain, raw: RawTransaction, place: Place, reads?: Reads): BlockTransaction {
  const decode: BlockTransaction['decode'] = async (signal, of) => {
    const decodedWith = (keptChanges?: ChangesKept) => decoded(chain, raw, place, { of, keptChanges });
    if (reads === undefined) return decodedWith();
    const { transaction, undecoded } = await reads.withKeptChanges(decodedWith, signal, of);
    return { transaction: await reads.named(transaction, signal), undecoded };
  };
  return { hash: raw.hash, parties: partiesOrNull(raw) ?? addressesIn(raw), decode };
}

function partiesOrNull(raw: RawTransaction): string[] | null {
  try {
    return partiesOf(raw);
  } catch {
    return null; // an instruction names a missing address, and the decoder states the reason
  }
}

function decoded(chain: Chain, raw: RawTransaction, place: Place, options: DecodeOptions) {
  try {
    return { transaction: decodeRaw(chain, raw, place, options), undecoded: null };
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
