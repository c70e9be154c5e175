import { type ChainwatchClient, dataOf, pages } from '../../../sdk/index.ts';
import { groupsOf } from '../../design/alert-groups.ts';
import type { AlertEvent } from './alert-status.tsx';
import { MOST_IDS } from './review-alerts.ts';

/** The most open alerts that the page reads to find the payments of a selection: it holds them in memory. */
const MOST_READ = 2000;

/** All alerts that a filter finds, as the user saw them: an alert that fires later is none of them. */
export interface Everything {
  /** The filters of the list, as a query. */
  readonly filter: string;
  /** When the newest alert fired that the `to` of the filter lets through, also of those that the others leave out. */
  readonly to: string;
  /** Null for the tag of many wallets: nobody counts what such a filter finds. */
  readonly total: number | null;
}

/** The alerts that a filter finds, the newest first, or all of them together when they are many. */
export async function selectionOf(
  client: ChainwatchClient,
  filter: string,
): Promise<readonly AlertEvent[] | Everything> {
  const query = new URLSearchParams(filter);
  query.set('sort', '-firedAt');
  // The newest of all, because the other alerts of a payment may fire a moment after those that the filter finds. Read
  // before the count, so that nothing is reviewed that is not counted.
  const to = query.get('to') ?? undefined;
  const [newest] = dataOf(await client.GET('/api/alerts/events', { params: { query: { pageSize: 1, to } } })).data;
  if (newest === undefined) return [];
  query.set('to', newest.firedAt);
  const { data, meta } = dataOf(await pageOf(client, query));
  const total = meta.totalIsExact === false ? null : meta.total;
  return total !== null && total <= MOST_IDS ? data : { filter, to: newest.firedAt, total };
}

/** The open alerts that are not selected, of the payments of a selection. Reads the newest `MOST_READ` open alerts. */
export async function unselectedOf(client: ChainwatchClient, selected: readonly AlertEvent[]) {
  const ids = new Set(selected.map(({ id }) => id));
  const isSelected = ({ id }: AlertEvent) => ids.has(id);
  const open: AlertEvent[] = [];
  const query = new URLSearchParams({ status: 'open' });
  for await (const page of pages((cursor) => pageOf(client, query, cursor))) {
    open.push(...page);
    if (open.length >= MOST_READ) break;
  }
  const groups = groupsOf([...selected, ...open.filter((alert) => !isSelected(alert))]);
  const chosen = groups.filter(({ alerts }) => alerts.some(isSelected));
  return chosen.flatMap(({ alerts }) => alerts.filter((alert) => !isSelected(alert)));
}

function pageOf(client: ChainwatchClient, query: URLSearchParams, cursor?: string) {
  const all = new URLSearchParams(query);
  all.set('pageSize', String(MOST_IDS));
  if (cursor !== undefined) all.set('cursor', cursor);
  return client.GET('/api/alerts/events', { querySerializer: () => all.toString() });
}
