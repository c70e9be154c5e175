import { type components, dataOf } from '../../../sdk/index.ts';
import { useRead } from '../../live/read.ts';
import { pauseAfter } from '../../live/retry.ts';
import { useClient } from '../../session/session-context.ts';
import type { Transaction } from './records-of.ts';

type RuleDecision = components['schemas']['RuleDecision'];

/** The rules decide some seconds after a record, but a price may come hours later. */
const PAUSES_MS = { evaluation: 5000, price: 30_000 };

/** The pause before the page asks again: a decision that waits for nothing stays. */
function pauseOf(decisions: readonly RuleDecision[]): number | undefined {
  const waiting = decisions.filter(({ outcome }) => outcome === 'waiting');
  if (waiting.length === 0) return undefined;
  return waiting.some(({ reason }) => reason === 'evaluation') ? PAUSES_MS.evaluation : PAUSES_MS.price;
}

/**
 * What each rule decided on a record. The answer asks every rule, so the page asks once, and again when the record
 * changes. It asks on only while a decision waits.
 */
export function useDecisions(record: Transaction) {
  const client = useClient();
  const { id, valueUsd, valueStatus, verified, reorged, status } = record;
  const { data, error, retry } = useRead({
    queryKey: ['transactions', 'decisions', id, { valueUsd, valueStatus, verified, reorged, status }],
    queryFn: async ({ signal }) =>
      dataOf(await client.GET('/api/transactions/{id}/decisions', { params: { path: { id } }, signal })).data,
    refetchInterval: ({ state }) => {
      const pause = pauseOf(state.data ?? []);
      return pause !== undefined && pauseAfter(state.error, pause);
    },
    staleTime: Number.POSITIVE_INFINITY,
    // Who opens the transaction again sees what the rules say then.
    gcTime: 0,
    placeholderData: (before) => before,
  });
  return { decisions: data, error, retry };
}
