import { LRUCache } from 'lru-cache';
import type { OrganisationId } from '../../values/ids.ts';
import { memoOf } from '../../values/memo.ts';
import { listPartition, listSk } from '../table/counted-list-keys.ts';
import type { Table } from '../table/table.ts';
import { IF_ABSENT, type Put } from '../table/write.ts';
import type { ListDefinition } from './definition.ts';
import { dynamoDbListStore } from './dynamodb-list-store.ts';
import type { ListFilter } from './filter.ts';
import { NO_HEAD } from './list-store.ts';
import type { Listed, ListedChange } from './tail.ts';

/** Lists that a process knows to be divided. A list stays divided. */
const MOST_KNOWN = 10_000;

/** The list of the entries with one value of the field that divides a list. */
export const sublistOf = (
  { dividedBy: _, isDivided: __, ...definition }: ListDefinition,
  sublist: string,
): ListDefinition => ({
  ...definition,
  sublist,
});

/** The value by which a record belongs to a sublist; undefined for a list that no field divides. */
export const sublistIn = ({ dividedBy, fields }: ListDefinition, { tuple }: Listed): string | undefined =>
  dividedBy === undefined ? undefined : (tuple[fields.indexOf(dividedBy)] ?? '');

/** The changes of each sublist. A record that gets another value leaves one sublist and comes into another. */
export function changesOfSublists(
  definition: ListDefinition,
  changes: readonly ListedChange[],
): (readonly [sublist: ListDefinition, changes: readonly ListedChange[]])[] {
  const sublists = new Map<string, ListedChange[]>();
  const add = (record: Listed | null, change: ListedChange): void => {
    const value = record === null ? undefined : sublistIn(definition, record);
    if (value !== undefined) sublists.set(value, [...(sublists.get(value) ?? []), change]);
  };
  for (const { before, after } of changes) {
    const stays = before !== null && after !== null && sublistIn(definition, before) === sublistIn(definition, after);
    if (stays) add(after, { before, after });
    else {
      add(before, { before, after: null });
      add(after, { before: null, after });
    }
  }
  return [...sublists].map(([value, own]) => [sublistOf(definition, value), own]);
}

/** The head of the list of a new organisation, as a part of the transaction that makes it: the list begins divided. */
export const newHead = ({ name, dividedBy }: ListDefinition, organisationId: OrganisationId): Put[] =>
  dividedBy === undefined
    ? []
    : [
        {
          put: { pk: listPartition(organisationId, name), sk: listSk.head, ...NO_HEAD, version: 1, isDivided: true },
          ...IF_ABSENT,
        },
      ];

const knownDivided = memoOf((_: Table) => new LRUCache<string, true>({ max: MOST_KNOWN }));

/** The definition of the list that answers a filter with the fewest reads: the list of one value, if it is complete. */
export async function answering(
  table: Table,
  organisationId: OrganisationId,
  definition: ListDefinition,
  filter: ListFilter,
): Promise<ListDefinition> {
  const condition = definition.dividedBy === undefined ? undefined : filter[definition.dividedBy];
  if (typeof condition !== 'string') return definition;
  const known = knownDivided(table);
  const partition = listPartition(organisationId, definition.name);
  if (!known.has(partition)) {
    // A stale head may only say too late that the list is divided. Its own entries give the same answer.
    const { isDivided } = await dynamoDbListStore(table, organisationId, definition).head('stale');
    if (!isDivided) return definition;
    known.set(partition, true);
  }
  return sublistOf(definition, condition);
}
