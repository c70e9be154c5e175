import * as z from 'zod';
import { listIdOf } from '../../address-book/known-addresses.ts';
import { addressBookKeys } from '../../platform/table/address-book-keys.ts';
import { ifSame } from '../../platform/table/if-same.ts';
import { batchGet, type Table } from '../../platform/table/table.ts';
import type { Check } from '../../platform/table/write.ts';
import { type FieldError, validationFailed } from '../../values/errors.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { listNamed } from './port/groups.ts';
import type { StoredRule } from './schema.ts';

type Conditions = StoredRule['conditions'];

/** The conditions that take `list:<name>`. */
const NAMING = ['counterparty_in', 'counterparty_not_in', 'addresses'] as const;

/**
 * The address lists that conditions name, each with its path.
 * @param at the path of the conditions.
 */
const listsNamed = (conditions: Conditions, at = 'conditions'): { readonly path: string; readonly name: string }[] =>
  NAMING.flatMap((field) =>
    [conditions[field] ?? []].flat().flatMap((item, n) => {
      const name = typeof item === 'string' ? listNamed(item) : undefined;
      return name === undefined ? [] : [{ path: `${at}.${field}.${n}`, name }];
    }),
  );

const Known = z.object({ id: z.string(), isDeleting: z.boolean().default(false) });

/** Lists that are checked again when the rule is stored. A transaction has 100 writes, and some are of the rule. */
const MOST_CHECKED = 50;

/**
 * @returns writes for the transaction that stores the rule: the lists still exist then.
 * @throws ApiError `validation_failed` on each list that the organisation does not have.
 */
export async function assertLists(
  table: Table,
  organisationId: OrganisationId,
  conditions: Conditions,
  at?: string,
): Promise<Check[]> {
  const named = listsNamed(conditions, at);
  const ids = new Map(named.map(({ name }) => [name, listIdOf(organisationId, name)]));
  const wanted = [...ids.values()].map((id) => addressBookKeys.list(organisationId, id));
  const known = new Set(
    (await batchGet(table, wanted, Known)).filter(({ isDeleting }) => !isDeleting).map(({ id }) => id),
  );
  const unknown = named.filter(({ name }) => !known.has(ids.get(name) ?? ''));
  const errors = unknown.map(
    ({ path }): FieldError => ({ path, message: 'is not an address list of the organisation' }),
  );
  if (errors.length > 0) throw validationFailed(errors);
  return wanted.slice(0, MOST_CHECKED).map((check) => ({ check, ...ifSame({ isDeleting: false }, 'isDeleting') }));
}
