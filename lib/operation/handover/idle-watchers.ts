import { chainIds } from '../../chains/registry.ts';
import type { Deps } from '../../platform/deps.ts';
import { log } from '../../platform/log.ts';
import { measured } from '../../platform/metrics.ts';
import { mapConcurrent } from '../../values/concurrent.ts';
import { cursorRepo } from '../../watch/cursor.ts';

/** Reads at a time. */
const AT_ONCE = 8;

/**
 * Logs for how long nobody has held the lease of each chain that was ever watched. A watcher that does not run cannot
 * say so itself, and a chain that is new for the stage has no line before its first run.
 */
export async function measureIdleWatchers(deps: Pick<Deps, 'table' | 'now'>): Promise<void> {
  const cursors = cursorRepo(deps);
  const watchers = await mapConcurrent(
    chainIds,
    AT_ONCE,
    async (chain) => [chain, await cursors.watcher(chain)] as const,
  );
  const now = deps.now();
  for (const [chain, watcher] of watchers) {
    if (watcher === null) continue;
    const watcherIdleSeconds = Math.max(0, (now.getTime() - Date.parse(watcher.leaseUntil)) / 1000);
    log.info('watcher.idle', measured(now, { watcherIdleSeconds }, { chain }));
  }
}
