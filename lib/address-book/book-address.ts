import { addressFault } from '../chains/address.ts';
import { type Family, familyNames, familyOf } from '../chains/registry.ts';
import { ifValid, reporting } from '../values/dependent-checks.ts';
import { invalidField } from '../values/errors.ts';
import { CreateBookEntry } from './schema.ts';

/** An address in its canonical form, and its family. */
export interface BookAddress {
  readonly address: string;
  readonly family: Family;
}

/**
 * The canonical form of an address of any family.
 * @throws ApiError `validation_failed` on `address` for a text that is no address, and on `family` when the address
 *   belongs to several families.
 */
export function bookAddressOf({ address: text, family }: Pick<CreateBookEntry, 'address' | 'family'>): BookAddress {
  const wanted = family === undefined ? familyNames : [family];
  const found = wanted.flatMap((name): BookAddress[] => {
    const parsed = familyOf(name).parseAddress(text);
    return parsed === null ? [] : [{ address: parsed.address, family: name }];
  });
  const [first, second] = found;
  if (first === undefined) {
    const otherwise = `must be an address of ${wanted.join(', ')}`;
    throw invalidField('address', addressFault(wanted.map(familyOf), text, otherwise));
  }
  if (second !== undefined) {
    const names = found.map((each) => each.family).join(' or ');
    throw invalidField('family', `must say whether the address belongs to ${names}`);
  }
  return first;
}

/** The body of a new entry with the check of its address. */
export const BookEntryBody = CreateBookEntry.superRefine(
  reporting((entry) => bookAddressOf(entry)),
  { when: ifValid('address', 'family') },
);
