import { type ChainwatchClient, pages } from '../../../sdk/index.ts';
import { groupsOf } from '../../design/alert-groups.ts';
import type { AlertEvent } from './alert-status.tsx';

/** The most alerts that the page reads for a selection: it holds them in memory. */
export const MOST_SELECTED = 2000;

/** The alerts that a filter finds, in its order, but at most `MOST_SELECTED`. */
export async function readAlerts(client: ChainwatchClient, filter: string): Promise<readonly AlertEvent[]> {
  const found: AlertEvent[] = [];
  const load = (cursor: string | undefined) => {
    const query = new URLSearchParams(`${filter}&pageSize=100${cursor === undefined ? '' : `&cursor=${cursor}`}`);
    return client.GET('/api/alerts/events', { querySerializer: () => query.toString() });
  };
  for await (const page of pages(load)) {
    found.push(...page);
    if (found.length >= MOST_SELECTED) break;
  }
  return found.slice(0, MOST_SELECTED);
}

/**
 * The open alerts that are not selected, of the payments of a selection. Reads the newest `MOST_SELECTED` open alerts.
 */
export async function unselectedOf(client: ChainwatchClient, selected: readonly AlertEvent[]) {
  const ids = new Set(selected.map(({ id }) => id));
  const isSelected = ({ id }: AlertEvent) => ids.has(id);
  const others = (await readAlerts(client, 'status=open')).filter((alert) => !isSelected(alert));
  const groups = groupsOf([...selected, ...others]).filter(({ alerts }) => alerts.some(isSelected));
  return groups.flatMap(({ alerts }) => alerts.filter((alert) => !isSelected(alert)));
}
