import * as z from 'zod';
import { fromUnits } from '../../decimal.ts';
import type { ChainBlock, DecodedTransaction } from '../chain.ts';
import type { Chain } from '../registry.ts';
import { tokenAccounts } from './balances.ts';
import { allCalls, type Call, isOnlyVote, keysOf, loggedNames, outerCalls } from './message.ts';
import { movementsOf } from './movements.ts';
import { isDeploy, weightOf } from './programs.ts';
import { Meta, Signed, SolanaBlock, type SolanaTransaction } from './schema.ts';
import { stepOf } from './steps.ts';

/** Where and when a transaction is recorded. */
interface Place {
  readonly slot: number;
  readonly timestamp: string;
}

/**
 * Decodes a transaction as `getTransaction` answers it. Pure: a look-up and a scan of whole blocks give the same. Tokens
 * are named by their mint, for a transaction tells no symbol; the block number is the slot.
 * @throws Error when addresses, balances and instructions contradict each other.
 */
export const decodeTransaction = (chain: Chain, answer: SolanaTransaction): DecodedTransaction =>
  decode(chain, answer.transaction, answer.meta, placeOf(answer.slot, answer.blockTime));

/**
 * Decodes a block as `getBlock` answers it for this slot, which the answer itself does not name. Votes are left out. A
 * transaction that cannot be read becomes a record of what is known of it.
 * @throws ZodError when this is no block, Error when its parent does not come before it.
 */
export function decodeBlock(chain: Chain, raw: unknown, slot: number): ChainBlock {
  const block = SolanaBlock.parse(raw);
  if (block.parentSlot >= slot) throw new Error(`slot ${slot} cannot follow slot ${block.parentSlot}`);
  const place = placeOf(slot, block.blockTime);
  const undecoded: ChainBlock['undecoded'] = [];
  const transactions = block.transactions.flatMap(({ transaction, meta }): DecodedTransaction[] => {
    const signed = Signed.safeParse(transaction);
    try {
      if (!signed.success) throw signed.error;
      return isOnlyVote(signed.data) ? [] : [decode(chain, signed.data, Meta.parse(meta), place)];
    } catch (error) {
      const [hash = ''] = transaction.signatures;
      undecoded.push({ hash, reason: reasonOf(error) });
      return [{ ...bare(chain, hash, place), fromAddress: signed.data?.message.accountKeys[0] ?? '' }];
    }
  });
  return {
    height: slot,
    hash: block.blockhash,
    parentHash: block.previousBlockhash,
    parentHeight: block.parentSlot,
    timestamp: place.timestamp,
    transactions,
    undecoded,
  };
}

function decode(chain: Chain, signed: Signed, meta: Meta, place: Place): DecodedTransaction {
  const [hash = ''] = signed.signatures;
  const keys = keysOf(signed, meta);
  const outer = outerCalls(signed, keys);
  const calls = allCalls(outer, meta, keys);
  const isFailed = meta.err !== null && meta.err !== undefined;
  const movements = isFailed ? [] : movementsOf(chain, { keys, meta, calls });
  const main = mainCall(outer, meta.logMessages ?? []);
  const kind = kindOf(calls, main);
  const paid = movements[0]?.to ?? receiverOf(main, keys, meta);
  return {
    ...bare(chain, hash, place),
    status: isFailed ? 'failed' : 'success',
    fromAddress: keys[0] ?? '',
    toAddress: { transfer: paid, contract_call: main?.program ?? null, contract_deploy: null }[kind],
    kind,
    methodName: main?.name ?? null,
    feeAmount: fromUnits(BigInt(meta.fee), chain.nativeDecimals),
    movements,
  };
}

/**
 * The instruction a transaction is about: the first of those that weigh most. Of several calls the last that has a name,
 * for those before it make accounts ready.
 */
function mainCall(outer: readonly Call[], logs: readonly string[]): Call | undefined {
  const weights = outer.map(({ program, name }) => weightOf(program, name));
  const most = Math.max(...weights);
  const named = most < 3 ? outer : withNames(outer, loggedNames(outer, logs));
  const heaviest = named.filter((_, index) => weights[index] === most);
  return (most === 3 ? heaviest.findLast(({ name }) => name !== null) : undefined) ?? heaviest[0];
}

const withNames = (outer: readonly Call[], names: readonly (string | null)[]): Call[] =>
  outer.map((call, index) => ({ ...call, name: call.name ?? names[index] ?? null }));

function kindOf(calls: readonly Call[], main: Call | undefined): DecodedTransaction['kind'] {
  if (calls.some(({ program, name }) => isDeploy(program, name))) return 'contract_deploy';
  return main !== undefined && weightOf(main.program, main.name) === 1 ? 'transfer' : 'contract_call';
}

/** Whom a transfer was to pay that moved nothing: it failed, or was of nothing. Of a token, the owner of the account. */
function receiverOf(main: Call | undefined, keys: readonly string[], meta: Meta): string | null {
  const step = main && stepOf(main);
  if (step?.does === 'pay') return step.to;
  return step?.does === 'move' ? (tokenAccounts(keys, meta).get(step.to)?.owner ?? step.to) : null;
}

/** A record of a transaction of which no more is known than that it is in the block. */
const bare = (chain: Chain, hash: string, place: Place): DecodedTransaction => ({
  chain: chain.id,
  hash,
  blockNumber: place.slot,
  blockTimestamp: place.timestamp,
  status: 'success',
  fromAddress: '',
  toAddress: null,
  kind: 'contract_call',
  methodName: null,
  methodSelector: null,
  gasPriceGwei: null,
  feeAmount: '0',
  movements: [],
});

/** @param blockTime seconds since 1970. */
const placeOf = (slot: number, blockTime: number): Place => ({
  slot,
  timestamp: new Date(blockTime * 1000).toISOString(),
});

/** Where an answer is malformed, never what it holds. */
const reasonOf = (error: unknown): string =>
  error instanceof z.ZodError
    ? error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
    : String(error);
