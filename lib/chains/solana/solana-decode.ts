import { fromUnits } from '../../values/decimal.ts';
import type { Chain, DecodedTransaction } from '../port/chain.ts';
import { executed } from './executed.ts';
import { deployerPlace, weightOf } from './programs.ts';
import { hasFailed, Meta, type RawTransaction, Signed, type SolanaTransaction } from './schema.ts';
import { approvalsOf } from './solana-approvals.ts';
import { authorityOf, type ChangesKept } from './solana-authority.ts';
import { balancesOf, tokenAccounts } from './solana-balances.ts';
import { deviationsIn } from './solana-deviations.ts';
import { movementsOf } from './solana-movements.ts';
import { referencesOf } from './solana-references.ts';
import { stepOf } from './steps.ts';
import { allCalls, type Call, deployerIn, keysOf, loggedNames, outerCalls } from './transaction-message.ts';

/** Lines of the log that are read. A node keeps some hundred of a transaction, and a lying node may state millions. */
const MOST_LINES = 10_000;

/** The slot of a transaction and its time. */
export interface Place {
  readonly slot: number;
  readonly timestamp: string;
}

/**
 * Decodes an answer of `getTransaction`. Pure: a lookup and a scan of whole blocks give the same result. The mint names
 * a token, because a transaction states no symbols. The block number is the slot.
 * @param keptChanges as `authorityOf`.
 * @throws Error when addresses, balances and instructions contradict each other.
 */
export const decodeTransaction = (
  chain: Chain,
  { transaction, meta, slot, blockTime }: SolanaTransaction,
  keptChanges?: ChangesKept,
): DecodedTransaction => decode(chain, transaction, meta, placeOf(slot, blockTime), { keptChanges });

export interface DecodeOptions {
  /** The owners whose balances are compared with the movements. Without owners, all balances are compared. */
  readonly of?: ReadonlySet<string>;
  /** As `authorityOf`. */
  readonly keptChanges?: ChangesKept;
}

/**
 * Decodes a transaction of a block.
 * @throws ZodError for malformed fields, Error as `decodeTransaction`.
 */
export const decodeRaw = (
  chain: Chain,
  { transaction, meta }: RawTransaction,
  place: Place,
  options: DecodeOptions = {},
): DecodedTransaction => decode(chain, Signed.parse(transaction), Meta.parse(meta), place, options);

function decode(chain: Chain, signed: Signed, meta: Meta, place: Place, options: DecodeOptions): DecodedTransaction {
  const [hash = ''] = signed.signatures;
  const keys = keysOf(signed, meta);
  const outer = outerCalls(signed, keys);
  const calls = allCalls(outer, meta, keys);
  const ran = hasFailed(meta) ? null : executed(keys, meta, calls);
  const balances = balancesOf(keys, meta, ran?.accounts ?? tokenAccounts(keys, meta));
  const movements = ran === null ? [] : movementsOf(chain, ran, balances);
  const approvals = ran === null ? [] : approvalsOf(ran);
  const authority = ran === null ? [] : authorityOf(ran, options.keptChanges);
  const deviations = deviationsIn(chain, balances, movements, options.of);
  const references = referencesOf(signed, meta, keys, outer, calls);
  const deployers = ran === null ? [] : calls.map(deployerIn).filter((each) => each !== null);
  const signers = [...new Set([...keys.slice(0, signed.signatures.length), ...deployers])];
  const main = mainCall(outer, (meta.logMessages ?? []).slice(0, MOST_LINES));
  const kind = kindOf(calls, main);
  const payment = movements.find(({ isRent }) => !isRent) ?? movements[0];
  const paid = payment?.to ?? receiverOf(main, keys, meta);
  return {
    ...bare(chain, hash, place),
    status: ran === null ? 'failed' : 'success',
    fromAddress: keys[0] ?? '',
    toAddress: { transfer: paid, contract_call: main?.program ?? null, contract_deploy: null }[kind],
    kind,
    methodName: main?.name ?? null,
    feeAmount: fromUnits(BigInt(meta.fee), chain.nativeDecimals),
    movements,
    ...(movements.some(({ isMint }) => isMint) && { minter: keys[0] }),
    ...(approvals.length > 0 && { approvals }),
    ...(authority.length > 0 && { authority }),
    ...(signers.length > 1 && { signers }),
    ...(references.length > 0 && { references }),
    ...(deviations.length > 0 && { deviations }),
  };
}

/**
 * The main instruction of a transaction: the first instruction with the greatest weight. Of several calls, the last
 * call with a name, because the earlier calls prepare accounts.
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
  if (calls.some(({ program, name }) => deployerPlace(program, name) !== undefined)) return 'contract_deploy';
  return main !== undefined && weightOf(main.program, main.name) === 1 ? 'transfer' : 'contract_call';
}

/**
 * The receiver of a transfer that moved nothing, because the transfer failed or its amount was zero. For a token, the
 * owner of the receiving account.
 */
function receiverOf(main: Call | undefined, keys: readonly string[], meta: Meta): string | null {
  const step = main && stepOf(main);
  if (step?.does === 'pay') return step.to;
  return step?.does === 'move' ? (tokenAccounts(keys, meta).get(step.to)?.owner ?? step.to) : null;
}

/** The record of a transaction of which only the hash and the block are known. */
export const bare = (chain: Chain, hash: string, place: Place): DecodedTransaction => ({
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
export const placeOf = (slot: number, blockTime: number): Place => ({
  slot,
  timestamp: new Date(blockTime * 1000).toISOString(),
});
