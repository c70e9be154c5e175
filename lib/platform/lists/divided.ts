import { LRUCache } from 'lru-cache';
import type { OrganisationId } from '../../values/ids.ts';
import { growingTo, memoOf } from '../../values/memo.ts';
import { listPartition, listSk } from '../table/counted-list-keys.ts';
import type { Table } from '../table/table.ts';
import { IF_ABSENT, type Put } from '../table/write.ts';
import type { ListDefinition, Tuple } from './definition.ts';
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

/**
 * Sublists that are read together. A page of each costs 4 to 16 read units. A filter on more values looks through the
 * entries of the whole list.
 */
const MOST_TOGETHER = 5;

const knownDivided = memoOf((_: Table) => new LRUCache<string, true>(growingTo(MOST_KNOWN)));

/** Whether each value of the field that divides the list has a complete sublist. */
async function isDivided(table: Table, organisationId: OrganisationId, definition: ListDefinition): Promise<boolean> {
  const known = knownDivided(table);
  const partition = listPartition(organisationId, definition.name);
  if (known.has(partition)) return true;
  // A stale head may only say too late that the list is divided. Its own entries give the same answer.
  const head = await dynamoDbListStore(table, organisationId, definition).head('stale');
  if (head.isDivided) known.set(partition, true);
  return head.isDivided;
}

/** The values that a filter takes of the field that divides a list; undefined when it takes all or tests them. */
function valuesOf({ dividedBy }: ListDefinition, filter: ListFilter): readonly string[] | undefined {
  const condition = dividedBy === undefined ? undefined : filter[dividedBy];
  if (condition === undefined || typeof condition === 'string')
    return condition === undefined ? undefined : [condition];
  return 'in' in condition ? condition.in : undefined;
}

/**
 * The lists that together answer a filter with the fewest reads: those of the values, if they are complete and few, or
 * else the whole list. No list for a filter that takes no value.
 */
export async function answering(
  table: Table,
  organisationId: OrganisationId,
  definition: ListDefinition,
  filter: ListFilter,
): Promise<readonly ListDefinition[]> {
  const values = valuesOf(definition, filter);
  const areFew = values !== undefined && values.length <= MOST_TOGETHER;
  if (!areFew || !(await isDivided(table, organisationId, definition))) return [definition];
  return values.map((value) => sublistOf(definition, value));
}

/** A filter as a test of entries, and the filter without what is tested. */
interface Scan {
  readonly filter: ListFilter;
  readonly test: (tuple: Tuple) => boolean;
}

/**
 * How to look through a list whose nodes do not count the values of a filter, and that has too many sublists for them.
 * Null when lists count the filter.
 */
export async function scanFor(
  table: Table,
  organisationId: OrganisationId,
  definition: ListDefinition,
  filter: ListFilter,
): Promise<Scan | null> {
  const { dividedBy = '', fields } = definition;
  const values = valuesOf(definition, filter) ?? [];
  if (values.length <= MOST_TOGETHER || !(await isDivided(table, organisationId, definition))) return null;
  const wanted = new Set(values);
  const place = fields.indexOf(dividedBy);
  return { filter: { ...filter, [dividedBy]: undefined }, test: (tuple) => wanted.has(tuple[place] ?? '') };
}
