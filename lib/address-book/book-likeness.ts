import * as z from 'zod';
import { anyMatchForm } from '../chains/any-address.ts';
import { likenessIn, likenessOf } from '../chains/likeness.ts';
import { addressBookKeys } from '../platform/table/address-book-keys.ts';
import { keys } from '../platform/table/keys.ts';
import { metKeys, metPrefixes } from '../platform/table/met-keys.ts';
import { batchGet, queryPrefix, type Table } from '../platform/table/table.ts';
import { write } from '../platform/table/write.ts';
import { mapConcurrent } from '../values/concurrent.ts';
import type { OrganisationId } from '../values/ids.ts';
import { entryIdOf } from './known-addresses.ts';
import type { BookEntry } from './schema.ts';

const Alike = z.object({ form: z.string() });
const Entry = z.object({ address: z.string() });
const WRITES_AT_ONCE = 16;
/** Entries with one likeness. People add entries, so there is hardly a second one. */
const MOST_ALIKE = 10;

/**
 * Notes what entries look like, before they are made. May be repeated, and may be left over from an entry that was not
 * made or was removed: `alikeInBook` looks whether the entry exists. A note of its own lets a hundred entries be made
 * at once, because a transaction of the table has at most a hundred writes.
 */
export const noteLikeness = (
  table: Table,
  organisationId: OrganisationId,
  entries: readonly Pick<BookEntry, 'family' | 'address'>[],
): Promise<unknown> =>
  mapConcurrent(entries, WRITES_AT_ONCE, async ({ family, address }) => {
    const form = anyMatchForm(address);
    await write(table, { put: { ...metKeys.bookAlike(organisationId, likenessIn(family, form), form), form } });
  });

/** The addresses of the book that look like an address of a chain, which may be among them, in match form. */
export async function alikeInBook(
  table: Table,
  organisationId: OrganisationId,
  chain: string,
  form: string,
): Promise<string[]> {
  const { pk } = keys.organisation(organisationId);
  const prefix = metPrefixes.bookAlike(likenessOf(chain, form));
  const noted = await queryPrefix(table, pk, prefix, Alike, { limit: MOST_ALIKE });
  const entries = noted.map((each) => addressBookKeys.entry(organisationId, entryIdOf(organisationId, each.form)));
  return (await batchGet(table, entries, Entry)).map(({ address }) => anyMatchForm(address));
}
