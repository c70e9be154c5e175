import type { Context } from 'aws-lambda';
import * as z from 'zod';
import { configuredChains } from '../../lib/chains/chain-wiring.ts';
import { ChainId, chainOf } from '../../lib/chains/registry.ts';
import { deps } from '../../lib/platform/deps.ts';
import { configuredPrices } from '../../lib/prices/price-wiring.ts';
import { memo } from '../../lib/values/memo.ts';
import { plusSeconds } from '../../lib/values/time.ts';
import { watch } from '../../lib/watch/watch.ts';
import { watchDeps } from '../../lib/watch/watch-wiring.ts';

/** What a chain's schedule says. */
const WatchEvent = z.strictObject({
  chain: ChainId,
  start: z.int().min(0).optional(),
  confirmations: z.int().min(0).optional(),
});

/**
 * A run hands over as soon as the next one asks for the lease. That comes after a minute, or, as EventBridge Scheduler's
 * schedules go, up to a minute later.
 */
const RUN_SECONDS = 120;
/** Left of the function's time when a scan that hangs is cut off. */
const MARGIN_MS = 5_000;

const chains = configuredChains(deps());
const prices = memo(() => configuredPrices(deps()));

const stopping = new AbortController();
// How a machine of one's own is shut down. Lambda does not send it in the middle of a run: there the lease ends by itself.
process.once('SIGTERM', () => stopping.abort());

/** For one chain: scans its new blocks until the next run does. */
export async function handler(event: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> {
  const { chain: id, start, confirmations } = WatchEvent.parse(event);
  const chain = chainOf(id);
  const { reader } = await chains();
  const left = AbortSignal.timeout(context.getRemainingTimeInMillis() - MARGIN_MS);
  await watch(watchDeps(deps(), { reader: reader(id), prices: prices() }), {
    chain,
    confirmations: confirmations ?? chain.confirmations,
    start,
    until: plusSeconds(deps().now(), RUN_SECONDS),
    signal: left,
    stopping: stopping.signal,
  });
}
