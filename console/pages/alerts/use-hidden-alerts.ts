import { type Answer, type ChainwatchClient, dataOf, ProblemError } from '../../../sdk/index.ts';
import type { AlertGroup } from '../../design/alert-groups.ts';
import { useRead } from '../../live/read.ts';
import { useClient } from '../../session/session-context.ts';
import type { AlertEvent } from './alert-status.tsx';
import { MOST_IDS } from './review-alerts.ts';

/** The beginning of a hash, as the list of transactions searches for. */
const MOST_SEARCHED = 64;

/**
 * The open alerts of a payment that the list does not show, because a filter leaves them out.
 * @param isAsked false where the list shows all open alerts: the answer asks every rule, so nobody asks in vain.
 */
export function useHiddenAlerts(group: AlertGroup | undefined, isAsked: boolean) {
  const client = useClient();
  const isEnabled = isAsked && group !== undefined;
  const read = (signal?: AbortSignal) =>
    group === undefined ? Promise.resolve([]) : hiddenAlerts(client, group, signal);
  const { data } = useRead({
    queryKey: ['events', 'hidden', group?.alerts.map(({ id }) => id)],
    queryFn: ({ signal }) => read(signal),
    enabled: isEnabled,
    staleTime: 30_000,
  });
  return {
    hidden: data ?? [],
    /** Reads them for somebody who does not wait for the answer; undefined once the answer is there. */
    read: isEnabled && data === undefined ? () => read() : undefined,
  };
}

async function hiddenAlerts(
  client: ChainwatchClient,
  group: AlertGroup,
  signal?: AbortSignal,
): Promise<readonly AlertEvent[]> {
  const ids = await recordIds(client, group, signal);
  const decided = await Promise.all(
    ids.map((id) => found(client.GET('/api/transactions/{id}/decisions', { params: { path: { id } }, signal }))),
  );
  const listed = new Set(group.alerts.map(({ id }) => id));
  // A match within a cooldown names the alert of another payment.
  const fired = decided.flatMap((answer) => answer?.data.filter(({ outcome }) => outcome === 'fired') ?? []);
  const hidden = fired.flatMap(({ eventId }) => (eventId === null || listed.has(eventId) ? [] : eventId));
  const alerts = await Promise.all(
    hidden
      .slice(0, MOST_IDS)
      .map((id) => found(client.GET('/api/alerts/events/{id}', { params: { path: { id } }, signal }))),
  );
  return alerts.flatMap((alert) => (alert?.status === 'open' ? alert : []));
}

/** The ids of the records of a payment: a payment between own wallets has a record for each of the two wallets. */
async function recordIds(client: ChainwatchClient, { first, alerts }: AlertGroup, signal?: AbortSignal) {
  const ids = alerts.flatMap(({ transactionId }) => transactionId ?? []);
  const { transaction } = first;
  if (transaction?.direction !== 'internal') return [...new Set(ids)];
  const { hash, chain, direction } = transaction;
  const query = { q: hash.slice(0, MOST_SEARCHED), direction };
  const { data } = dataOf(await client.GET('/api/transactions', { params: { query }, signal }));
  const others = data.filter((each) => each.hash === hash && each.chain === chain);
  return [...new Set([...ids, ...others.map(({ id }) => id)])];
}

/** The data of an answer; null for what has expired. */
async function found<T>(asked: Promise<Answer<T>>): Promise<T | null> {
  try {
    return dataOf(await asked);
  } catch (error) {
    if (error instanceof ProblemError && error.status === 404) return null;
    throw error;
  }
}
