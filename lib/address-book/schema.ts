import * as z from 'zod';
import { type Family, familyNames } from '../chains/registry.ts';
import { Instant, name, notEmpty, note, PageMeta, pageOfSchema, paging, text } from '../values/fields.ts';
import { Uuid } from '../values/ids.ts';

const FamilyName = z.enum(familyNames satisfies readonly [Family, ...Family[]]);

/** The most lists that an entry may name. */
const MOST_LISTS = 10;

/** The name of an address list, as rules and entries write it. */
export const ListName = z
  .string()
  .regex(/^[a-z0-9-]{1,64}$/, 'must have 1 to 64 characters of a-z, 0-9 and -')
  .meta({ minLength: 1, maxLength: 64 });

const ListNames = z
  .array(ListName)
  .max(MOST_LISTS)
  .overwrite((names) => [...new Set(names)].sort());

/** An entry as stored and as answered. */
export const BookEntry = z
  .object({
    id: Uuid,
    address: z.string(),
    family: FamilyName,
    label: z.string(),
    note: z.string(),
    lists: z.array(z.string()).describe('The names of address lists that have the address'),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'AddressBookEntry' });
export type BookEntry = z.output<typeof BookEntry>;

export const CreateBookEntry = z
  .strictObject({
    address: z.string().min(1).max(128),
    family: FamilyName.optional().describe('Needed only for an address that belongs to several families'),
    label: name(64),
    note: note(500).default(''),
    lists: ListNames.default([]),
  })
  .meta({ id: 'CreateAddressBookEntry' });
export type CreateBookEntry = z.output<typeof CreateBookEntry>;

export const UpdateBookEntry = notEmpty(
  z.strictObject({ label: name(64).optional(), note: note(500).optional(), lists: ListNames.optional() }),
).meta({ id: 'UpdateAddressBookEntry' });
export type UpdateBookEntry = z.output<typeof UpdateBookEntry>;

export const BookQuery = z.strictObject({
  ...paging,
  family: FamilyName.optional(),
  list: ListName.optional().describe('The name of an address list that the entry names'),
  q: text(128).min(1).optional().describe('Words of the label, or the beginning of the address'),
});
export type BookQuery = z.output<typeof BookQuery>;

/** A page of the book. `q` searches in parts, so the answer says how far the search came. */
export const BookPage = pageOfSchema(BookEntry).extend({
  meta: PageMeta.extend({
    searched: z.number().int().optional().describe('With `q`: how many entries this request looked through'),
    totalIsExact: z.literal(false).optional().describe('With `q`: false when `meta.next` continues the search'),
  }),
});
