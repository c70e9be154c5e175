import * as z from 'zod';
import { type Add, type Asset, assetKey, type Change, type Holding, issued, issuedUnits, XRP } from './asset.ts';
import { addTokens } from './mpt.ts';
import { type AffectedNode, Integer, IssuedAmount } from './schema.ts';

/** The changes of one asset: the gain of each account, negative for a loss. The changes sum to zero. */
export interface AssetChanges {
  readonly asset: Asset;
  readonly changes: Map<string, bigint>;
  /** The amount below which the ledger rounded the change of an account. Without rounding, a change is exact. */
  readonly rounding: Map<string, bigint>;
}

/** The fee of a transaction, in drops. */
interface Paid {
  readonly payer: string;
  readonly fee: bigint;
}

/** What a transaction did to balances. */
export interface Balances {
  readonly changes: readonly AssetChanges[];
  /** The balances in the entries that the transaction touched, also those that did not change. */
  readonly holdings: readonly Holding[];
  /** The fee, which the holding of its payer shows. */
  readonly paid: Paid;
}

/**
 * The balances in the ledger entries that a transaction touched, and their changes without the fee. The issuer of an
 * asset is the other end of all gains and losses. So redemptions, transfer fees and the rounding to 16 digits have
 * another end. For XRP, the ledger is this end.
 */
export function balancesOf(nodes: readonly AffectedNode[], paid: Paid): Balances {
  const assets = new Map<string, AssetChanges>();
  const holdings: Holding[] = [];
  const change = (asset: Asset, account: string, units: bigint): AssetChanges => {
    const key = assetKey(asset);
    const known = assets.get(key) ?? unchanged(asset);
    assets.set(key, known);
    known.changes.set(account, (known.changes.get(account) ?? 0n) + units);
    return known;
  };
  const add: Add = (holding) => {
    const { asset, account, before, after } = holding;
    holdings.push(holding);
    const units = after - before + (asset === XRP && account === paid.payer ? paid.fee : 0n);
    if (units !== 0n) change(asset, account, units).rounding.set(account, roundingOf(holding));
  };
  const changed = nodes.flatMap(changeOf);
  for (const each of changed) {
    if (each.type === 'AccountRoot') addAccount(each, add);
    if (each.type === 'RippleState') addTrustLine(each, add);
  }
  addTokens(changed, add);
  for (const { asset, changes } of assets.values()) {
    const sum = [...changes.values()].reduce((total, units) => total + units, 0n);
    change(asset, asset.issuer, -sum);
  }
  return { changes: [...assets.values()], holdings, paid };
}

export const unchanged = (asset: Asset): AssetChanges => ({ asset, changes: new Map(), rounding: new Map() });

/**
 * The amount below which the ledger rounds a balance. Of an issued currency the ledger keeps 16 digits. The rounding is
 * less than the last digit of the greater of the two balances, because the ledger aligns both amounts of a sum to the
 * greater exponent. XRP and multi-purpose tokens are integers, which the ledger never rounds.
 * @see https://xrpl.org/docs/references/protocol/binary-format#token-amount-format
 */
export const roundingOf = ({ asset, before, after }: Holding): bigint =>
  asset.standard === 'issued' ? 10n ** BigInt(Math.max(greater(before, after).toString().length - 16, 0)) : 1n;

/** The types of entries that hold balances. A trade touches many entries of other types. */
const TYPES: ReadonlySet<string> = new Set(['AccountRoot', 'RippleState', 'MPToken', 'MPTokenIssuance']);

/** Empty for an entry without fields: the transaction only changed a link to the entry. */
function changeOf({ CreatedNode, ModifiedNode, DeletedNode }: AffectedNode): Change[] {
  const entry = CreatedNode ?? ModifiedNode ?? DeletedNode;
  const after = entry?.NewFields ?? entry?.FinalFields;
  if (!entry || !after || !TYPES.has(entry.LedgerEntryType)) return [];
  const isNew = CreatedNode !== undefined;
  return [{ type: entry.LedgerEntryType, isNew, before: entry.PreviousFields ?? {}, after }];
}

const AccountRoot = z.object({ Account: z.string(), Balance: Integer.default('0') });
const Balance = z.object({ Balance: Integer.optional() });

function addAccount({ isNew, before, after }: Change, add: Add): void {
  const { Account: account, Balance: now } = AccountRoot.parse(after);
  const previous = isNew ? '0' : (Balance.parse(before).Balance ?? now);
  add({ asset: XRP, account, before: BigInt(previous), after: BigInt(now) });
}

const TrustLine = z.object({
  Balance: IssuedAmount,
  HighLimit: z.object({ issuer: z.string() }),
  LowLimit: z.object({ issuer: z.string() }),
});
const LineBalance = z.object({ Balance: IssuedAmount.optional() });

/**
 * A trust line has one balance for both of its accounts. A positive balance is the low account's holding of the high
 * account's currency; a negative balance is the reverse. A change of sign redeems one currency and issues the other.
 */
function addTrustLine({ isNew, before, after }: Change, add: Add): void {
  const previous = LineBalance.parse(before).Balance;
  if (!isNew && previous === undefined) return;
  const line = TrustLine.parse(after);
  const now = issuedUnits(line.Balance.value);
  const was = previous === undefined ? 0n : issuedUnits(previous.value);
  const [low, high, { currency }] = [line.LowLimit.issuer, line.HighLimit.issuer, line.Balance];
  add({ asset: issued(currency, high), account: low, before: held(was), after: held(now) });
  add({ asset: issued(currency, low), account: high, before: held(-was), after: held(-now) });
}

const greater = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const held = (balance: bigint): bigint => greater(balance, 0n);
