import type { components } from '../../../sdk/index.ts';

export type Replay = components['schemas']['Replay'];

const DAY_MS = 24 * 60 * 60 * 1000;

/** The replays that a user may want to see: those that run, and those of the last day. The newest first. */
export function shownReplays(running: readonly Replay[], recent: readonly Replay[], now: Date): readonly Replay[] {
  const since = new Date(now.getTime() - DAY_MS).toISOString();
  const ids = new Set(running.map(({ id }) => id));
  const ended = recent.filter(({ id, updatedAt }) => !ids.has(id) && updatedAt >= since);
  return [...running, ...ended].sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}

/** How much of a replay is done, in percent; undefined before the service has counted the deliveries. */
export function percentDone({ total, replayed, skipped }: Pick<Replay, 'total' | 'replayed' | 'skipped'>) {
  if (total === null) return undefined;
  return total === 0 ? 100 : Math.min(100, Math.floor(((replayed + skipped) / total) * 100));
}
