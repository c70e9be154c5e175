import type { ChainwatchClient } from './client.ts';
import { dataOf } from './problem.ts';

/** One request has so many of the newest alerts. Each older alert costs a request, so that few are asked for. */
const NEWEST = 100;
const MOST_ASKED = 100;
const AT_ONCE = 5;

/**
 * Reads the sentences of alerts by their ids: the newest alerts at once, and each older alert by itself. Asks nothing
 * when there is no id. An alert that is deleted has no sentence, as those beyond
 * 100 older alerts.
 */
export async function alertSentences(
  api: ChainwatchClient,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<(id: string) => string | undefined> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return () => undefined;
  const options = signal && { signal };
  const newest = dataOf(await api.GET('/api/alerts/events', { params: { query: { pageSize: NEWEST } }, ...options }));
  const sentences = new Map(newest.data.map(({ id, summary }) => [id, summary]));
  const older = wanted.filter((id) => !sentences.has(id)).slice(0, MOST_ASKED);
  for (let from = 0; from < older.length; from += AT_ONCE) {
    const read = older.slice(from, from + AT_ONCE).map(async (id) => {
      const answer = await api.GET('/api/alerts/events/{id}', { params: { path: { id } }, ...options });
      if (answer.response.status !== 404) sentences.set(id, dataOf(answer).summary);
    });
    await Promise.all(read);
  }
  return (id) => sentences.get(id);
}
