import * as z from 'zod';
import { alikeInBook } from '../address-book/book-likeness.ts';
import { parseAddress } from '../chains/address.ts';
import { anyMatchForm } from '../chains/any-address.ts';
import { type Lookalike, likenessOf } from '../chains/likeness.ts';
import { metKeys, metPrefixes } from '../platform/table/met-keys.ts';
import { queryPrefix, type Table } from '../platform/table/table.ts';
import { mapConcurrent } from '../values/concurrent.ts';
import type { OrganisationId } from '../values/ids.ts';
import { NOBODY } from './met-before.ts';
import type { StoredTransaction, StoredTransfer } from './schema.ts';
import { otherEndsOf } from './transfer-side.ts';

const Paid = z.object({ form: z.string(), by: z.string() });

/** Counterparties of a transaction that are compared. A stranger can name thousands, at two read units each. */
const MOST_COMPARED = 50;
const AT_ONCE = 8;
/** Known addresses with one likeness. Only payments and people add such addresses, so there is hardly a second. */
const MOST_ALIKE = 5;

type Marked = Pick<StoredTransaction, 'id' | 'walletId' | 'chain' | 'transfers' | 'approvals'>;

/** The other ends of a transfer that are not ours. */
const strangersOf = (transfer: StoredTransfer): readonly string[] =>
  transfer.direction === 'internal' ? [] : otherEndsOf(transfer).filter((address) => address !== '');

/**
 * Marks transfers and approvals whose counterparty looks like an address that the wallet has paid or that the address
 * book knows, and is another address. What people know does not look like anything else: an entry of the book is no
 * lookalike, and what the wallet has paid looks like entries of the book alone.
 */
export async function withLookalikes<T extends Marked>(
  table: Table,
  organisationId: OrganisationId,
  transaction: T,
): Promise<T> {
  const { transfers, approvals, chain } = transaction;
  const strangers = [
    ...transfers.flatMap(strangersOf),
    ...approvals.filter(({ isOwner }) => isOwner).map(({ spender }) => spender),
  ];
  const forms = [...new Set(strangers.map(anyMatchForm))].slice(0, MOST_COMPARED);
  const found = new Map<string, Lookalike>();
  await mapConcurrent(forms, AT_ONCE, async (form) => {
    const alike = await lookalikeOf(table, organisationId, transaction, form);
    if (alike !== null) found.set(form, { ...alike, of: parseAddress(chain, alike.of)?.address ?? alike.of });
  });
  if (found.size === 0) return transaction;
  const markOf = (addresses: readonly string[]) => {
    const lookalike = addresses.map((address) => found.get(anyMatchForm(address))).find((each) => each !== undefined);
    return lookalike === undefined ? {} : { lookalike };
  };
  return {
    ...transaction,
    transfers: transfers.map((transfer) => ({ ...transfer, ...markOf(strangersOf(transfer)) })),
    approvals: approvals.map((approval) => ({ ...approval, ...markOf(approval.isOwner ? [approval.spender] : []) })),
  };
}

/** What an address looks like; null for an address that looks like nothing known. */
async function lookalikeOf(
  table: Table,
  organisationId: OrganisationId,
  { id, walletId, chain }: Marked,
  form: string,
): Promise<Lookalike | null> {
  const likeness = likenessOf(chain, form);
  const { pk } = metKeys.met(organisationId, walletId, 'out', likeness, form);
  const [paid, inBook] = await Promise.all([
    queryPrefix(table, pk, metPrefixes.alike(walletId, 'out', likeness), Paid, { limit: MOST_ALIKE }),
    alikeInBook(table, organisationId, chain, form),
  ]);
  if (inBook.includes(form)) return null;
  const [entry] = inBook;
  if (entry !== undefined) return { of: entry, kind: 'book' };
  // A repetition finds what this record itself has noted.
  const earlier = paid.filter(({ by }) => by !== id && by !== NOBODY);
  if (earlier.some((each) => each.form === form)) return null;
  const [first] = earlier;
  return first === undefined ? null : { of: first.form, kind: 'paid' };
}
