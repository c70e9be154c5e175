import type { ChainwatchClient } from './client.ts';
import { dataOf } from './problem.ts';

/** What became of the deliveries that a replay sent again. */
export interface ReplayOutcome {
  readonly sent: number;
  readonly arrived: number;
  readonly failed: number;
  readonly notSent: number;
  /** An attempt is still ahead. */
  readonly trying: number;
  /** A later replay sent these once more, so that they count there. */
  readonly later: number;
}

/**
 * Counts what became of the deliveries of a replay so far. Null when none of them is known to be of this replay: the
 * service is older than these counts, or later replays sent all of them.
 * @param id of a bulk replay, or the `replayId` of the answer that accepted the deliveries.
 * @param sent how many deliveries the replay sent again.
 * @throws ProblemError
 */
export async function replayOutcome(
  client: ChainwatchClient,
  { id, sent }: { readonly id: string; readonly sent: number },
  signal?: AbortSignal,
): Promise<ReplayOutcome | null> {
  const count = async (status?: 'delivered' | 'failed' | 'not_sent') => {
    const query = { replayId: id, status, pageSize: 1 };
    return dataOf(await client.GET('/api/webhooks/deliveries', { params: { query }, signal })).meta.total;
  };
  const [all = 0, arrived = 0, failed = 0, notSent = 0] = await Promise.all([
    count(),
    count('delivered'),
    count('failed'),
    count('not_sent'),
  ]);
  if (all === 0 && sent > 0) return null;
  // The counts are of different moments, and a bulk replay counts a page after it has sent the page.
  const trying = Math.max(0, all - arrived - failed - notSent);
  return { sent: Math.max(sent, all), arrived, failed, notSent, trying, later: Math.max(0, sent - all) };
}

/** `5 sent again: 3 arrived, 1 failed, 1 still trying`. */
export function replayOutcomeText({ sent, arrived, failed, notSent, trying, later }: ReplayOutcome): string {
  const parts = [
    [arrived, 'arrived'],
    [failed, 'failed'],
    [notSent, 'not sent'],
    [trying, 'still trying'],
    [later, 'sent once more by a later replay'],
  ] as const;
  const shown = parts.filter(([n]) => n > 0).map(([n, what]) => `${n.toLocaleString('en-US')} ${what}`);
  const begin = `${sent.toLocaleString('en-US')} sent again`;
  return shown.length === 0 ? begin : `${begin}: ${shown.join(', ')}`;
}
