import { encodeAccountID } from 'xrpl/dist/npm/utils/index.js';
import { ACCOUNT_ZERO } from './asset.ts';
import { pageOwner } from './nft.ts';
import { IssuanceId, isObject, type RawTransaction } from './schema.ts';

/**
 * Every account that the decoded transaction may name, and few others. Runs on all transactions of a ledger, so it
 * reads only the necessary fields; decoding runs only on transactions of watched wallets. Ignores malformed fields.
 * Never throws.
 */
export function partiesOf({ fields, meta }: RawTransaction): string[] {
  const parties = new Set<string>();
  const add = (account: unknown) => {
    if (typeof account === 'string' && account !== '') parties.add(account);
  };
  if (isObject(fields)) {
    add(fields.Account);
    add(fields.Destination);
    // The payer of the fee may have earned the same amount, and then the balance did not change.
    add(fields.Delegate);
    for (const signed of Array.isArray(fields.Signers) ? fields.Signers : []) {
      if (isObject(signed) && isObject(signed.Signer)) add(signed.Signer.Account);
    }
  }
  // A failed transaction moves only its fee.
  if (!isObject(meta) || meta.TransactionResult !== 'tesSUCCESS' || !Array.isArray(meta.AffectedNodes))
    return [...parties];
  // The other end of XRP that the ledger holds. This address costs one read of the table per block. The sum of all
  // changes would show whether the transaction needs the address, but the sum costs more.
  add(ACCOUNT_ZERO);
  for (const node of meta.AffectedNodes) addHolders(node, add);
  return [...parties];
}

/** Adds the accounts whose balance or tokens an entry changes, by the rules of `balancesOf` and `nftMovements`. */
function addHolders(node: unknown, add: (account: unknown) => void): void {
  if (!isObject(node)) return;
  const entry = node.CreatedNode ?? node.ModifiedNode ?? node.DeletedNode;
  if (!isObject(entry)) return;
  if (entry.LedgerEntryType === 'NFTokenPage') add(pageOwner(entry.LedgerIndex));
  const after = entry.NewFields ?? entry.FinalFields;
  if (!isObject(after)) return;
  const isNew = node.CreatedNode !== undefined;
  const hasChanged = isNew || (isObject(entry.PreviousFields) && entry.PreviousFields.Balance !== undefined);
  if (entry.LedgerEntryType === 'AccountRoot' && hasChanged) add(after.Account);
  if (entry.LedgerEntryType === 'RippleState' && hasChanged && !(isNew && isEmpty(after.Balance))) {
    add(issuerOf(after.LowLimit));
    add(issuerOf(after.HighLimit));
  }
  // A holding without a previous amount may have gained an amount. The decoder reads the gain from the issuance.
  if (entry.LedgerEntryType === 'MPToken') {
    add(after.Account);
    const id = IssuanceId.safeParse(after.MPTokenIssuanceID).data;
    if (id !== undefined) add(encodeAccountID(Buffer.from(id.slice(8), 'hex')));
  }
}

/** The issuers of a trust line's limits are the two accounts of the line. */
const issuerOf = (limit: unknown): unknown => (isObject(limit) ? limit.issuer : undefined);

/** Whether a new trust line holds nothing. Only a payment or a trade opens a line with a balance. */
const isEmpty = (balance: unknown): boolean => isObject(balance) && balance.value === '0';
