import type { OrganisationId } from '../../values/ids.ts';
import type { Deps } from '../deps.ts';
import { listKeys } from '../table/counted-list-keys.ts';
import type { Put } from '../table/write.ts';
import type { ListDefinition, Tuple } from './definition.ts';

/** A record as a list sees it. */
export interface Listed {
  readonly id: string;
  /** The instant by which the list is sorted. It never changes. */
  readonly time: string;
}

/** How the facets of a record change: `plus` alone adds the record, `minus` alone removes it. */
export type FacetChange =
  | { readonly minus?: Tuple; readonly plus: Tuple }
  | { readonly minus: Tuple; readonly plus?: Tuple };

/** Characters of a random id that make a change unique within its millisecond. Each character costs read units. */
const UNIQUE = 18;

/**
 * The write that changes a list, as a part of the transaction that changes the record. The condition of the record must
 * hold exactly once for the change, so that a repeated message adds no second change.
 */
export function listChange(
  { now, newId }: Pick<Deps, 'now' | 'newId'>,
  organisationId: OrganisationId,
  { name }: ListDefinition,
  { id, time }: Listed,
  { minus, plus }: FacetChange,
): Put {
  const key = listKeys.change(organisationId, name, now(), newId().slice(0, UNIQUE));
  return { put: { ...key, id, time, minus, plus } };
}
