import { encodeAccountID } from 'xrpl/dist/npm/utils/index.js';
import { ACCOUNT_ZERO } from './asset.ts';
import { IssuanceId, isObject, type RawTransaction } from './schema.ts';

/**
 * Every account that the decoded transaction may name, and few others, read without checking what is not needed for it:
 * this is done to all transactions of a ledger, and decoding to the few that concern a wallet. What is not made as the
 * protocol says is passed over. Never throws.
 */
export function partiesOf({ fields, meta }: RawTransaction): string[] {
  const parties = new Set<string>();
  const add = (account: unknown) => {
    if (typeof account === 'string' && account !== '') parties.add(account);
  };
  if (isObject(fields)) {
    add(fields.Account);
    add(fields.Destination);
  }
  // Whatever fails moves nothing but its fee.
  if (!isObject(meta) || meta.TransactionResult !== 'tesSUCCESS' || !Array.isArray(meta.AffectedNodes))
    return [...parties];
  // Who pays the fee may have earned as much, and then its balance did not change.
  if (isObject(fields)) add(fields.Delegate);
  // Stands at the other end of XRP that the ledger holds. The sum of all changes would tell whether there is any, for
  // more than the one read that it costs a whole block.
  add(ACCOUNT_ZERO);
  for (const node of meta.AffectedNodes) addHolders(node, add);
  return [...parties];
}

/** The accounts between which an entry says that something moved: by the same rules as `balanceChanges`. */
function addHolders(node: unknown, add: (account: unknown) => void): void {
  if (!isObject(node)) return;
  const entry = node.CreatedNode ?? node.ModifiedNode ?? node.DeletedNode;
  if (!isObject(entry)) return;
  const after = entry.NewFields ?? entry.FinalFields;
  if (!isObject(after)) return;
  const isNew = node.CreatedNode !== undefined;
  const hasChanged = isNew || (isObject(entry.PreviousFields) && entry.PreviousFields.Balance !== undefined);
  if (entry.LedgerEntryType === 'AccountRoot' && hasChanged) add(after.Account);
  if (entry.LedgerEntryType === 'RippleState' && hasChanged && !(isNew && isEmpty(after.Balance))) {
    add(issuerOf(after.LowLimit));
    add(issuerOf(after.HighLimit));
  }
  // One that has no amount before may have been given some: the issuance tells, when it is decoded.
  if (entry.LedgerEntryType === 'MPToken') {
    add(after.Account);
    const id = IssuanceId.safeParse(after.MPTokenIssuanceID).data;
    if (id !== undefined) add(encodeAccountID(Buffer.from(id.slice(8), 'hex')));
  }
}

/** The two accounts of a trust line are told as the issuers of its limits. */
const issuerOf = (limit: unknown): unknown => (isObject(limit) ? limit.issuer : undefined);

/** A trust line is opened before anything is held on it, save by a payment or a trade. */
const isEmpty = (balance: unknown): boolean => isObject(balance) && balance.value === '0';
