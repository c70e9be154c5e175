import * as z from 'zod';
import { type Asset, assetKey, issued, issuedUnits, XRP } from './asset.ts';
import { addTokens } from './mpt.ts';
import { type AffectedNode, Integer, IssuedAmount } from './schema.ts';

/** The changes of one asset: the gain of each account, negative for a loss. The changes sum to zero. */
export interface AssetChanges {
  readonly asset: Asset;
  readonly changes: Map<string, bigint>;
  /** The greatest balance of an issued currency among the changes. The last of its 16 digits bounds the rounding. */
  readonly greatest: bigint;
}

/**
 * An entry before and after. Only `after` holds unchanged fields. `before` and `after` may both lack a field whose
 * value is the default zero.
 */
export interface Change {
  readonly type: string;
  readonly isNew: boolean;
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * The changes of balances in the ledger entries that a transaction touched, without the fee. The issuer of an asset is
 * the other end of all gains and losses. So redemptions, transfer fees and the rounding to 16 digits have another end.
 * For XRP, the ledger is this end.
 * @param fee in drops.
 */
export function balanceChanges(nodes: readonly AffectedNode[], feePayer: string, fee: bigint): AssetChanges[] {
  const assets = new Map<string, AssetChanges>();
  const add: Add = (asset, account, units, balance = 0n) => {
    const key = assetKey(asset);
    const known = assets.get(key) ?? { asset, changes: new Map<string, bigint>(), greatest: balance };
    assets.set(key, balance > known.greatest ? { ...known, greatest: balance } : known);
    known.changes.set(account, (known.changes.get(account) ?? 0n) + units);
  };
  const changed = nodes.flatMap(changeOf);
  for (const change of changed) {
    if (change.type === 'AccountRoot') addAccount(change, feePayer, fee, add);
    if (change.type === 'RippleState') addTrustLine(change, add);
  }
  addTokens(changed, add);
  for (const { asset, changes } of assets.values()) {
    const sum = [...changes.values()].reduce((total, units) => total + units, 0n);
    add(asset, asset.issuer, -sum);
  }
  return [...assets.values()];
}

/** Adds a change of an account's holding. */
export type Add = (asset: Asset, account: string, units: bigint, balance?: bigint) => void;

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

const Account = z.object({ Account: z.string(), Balance: Integer.default('0') });
const Balance = z.object({ Balance: Integer.optional() });

function addAccount({ isNew, before, after }: Change, feePayer: string, fee: bigint, add: Add): void {
  const account = Account.parse(after);
  const previous = isNew ? '0' : (Balance.parse(before).Balance ?? account.Balance);
  const gained = BigInt(account.Balance) - BigInt(previous) + (account.Account === feePayer ? fee : 0n);
  if (gained !== 0n) add(XRP, account.Account, gained);
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
  const byLow = held(now) - held(was);
  const byHigh = held(-now) - held(-was);
  if (byLow !== 0n) add(issued(currency, high), low, byLow, greater(now, was));
  if (byHigh !== 0n) add(issued(currency, low), high, byHigh, greater(-now, -was));
}

const greater = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const held = (balance: bigint): bigint => greater(balance, 0n);
