import { SQSClient } from '@aws-sdk/client-sqs';
import type { Context } from 'aws-lambda';
import * as z from 'zod';
import { balanceChecks } from '../../lib/balances/balance-wiring.ts';
import { configuredChains } from '../../lib/chains/chain-wiring.ts';
import { TRACE_BLOCKS } from '../../lib/chains/port/chain-entry.ts';
import { ChainId, chainOf } from '../../lib/chains/registry.ts';
import { deps } from '../../lib/platform/deps.ts';
import { env } from '../../lib/platform/env.ts';
import { log } from '../../lib/platform/log.ts';
import { organisationQueue } from '../../lib/platform/queue/batch-sender.ts';
import { sdkTimeouts } from '../../lib/platform/sdk/sdk-timeouts.ts';
import { configuredPrices } from '../../lib/prices/price-wiring.ts';
import { memo } from '../../lib/values/memo.ts';
import { plusSeconds } from '../../lib/values/time.ts';
import { watchedSets } from '../../lib/wallets/watched-set.ts';
import { configuredBudgets } from '../../lib/watch/configured-budgets.ts';
import { watch } from '../../lib/watch/watch.ts';
import { watchDeps } from '../../lib/watch/watch-wiring.ts';

/** The input of a chain's schedule. */
const WatchEvent = z.strictObject({
  chain: ChainId,
  start: z.int().min(0).optional(),
  confirmations: z.int().min(0).optional(),
  reconcileEvery: z.int().min(1).optional(),
  restsUnwatched: z.boolean().optional(),
  traceBlocks: z.enum(TRACE_BLOCKS).optional(),
});

/**
 * A run hands over as soon as the next run asks for the lease. EventBridge Scheduler starts the next run after one to
 * two minutes.
 */
const RUN_SECONDS = 120;
/** A scan that hangs is aborted this long before the time-out of the function. */
const MARGIN_MS = 5_000;

const chains = configuredChains(deps());
const prices = memo(() => configuredPrices(deps(), chains));
/** The watched addresses stay in memory between the runs. */
const watched = memo(() => watchedSets(deps()));

const deferring = memo(() => ({
  budgets: configuredBudgets(),
  matches: organisationQueue(new SQSClient(sdkTimeouts()), env.matches().MATCH_QUEUE_URL),
}));

/** A check remembers the last check of its chain between the runs. */
const checksOf = new Map<ChainId, ReturnType<typeof balanceChecks>>();

/** The chains without a node of which the log of this process tells. */
const withoutNode = new Set<ChainId>();

/** The log tells once of a chain without a node. */
function tellWithoutNode(chain: ChainId): void {
  if (withoutNode.has(chain)) return;
  withoutNode.add(chain);
  log.warn('chain.without_url', { chain });
}

type WatchContext = Pick<Context, 'getRemainingTimeInMillis' | 'memoryLimitInMB'>;

const stopping = new AbortController();
// The local stack stops with this signal. Lambda does not send this signal during a run, so on AWS the lease expires.
process.once('SIGTERM', () => stopping.abort());

/**
 * Scans the new blocks of one chain until the next run takes over. Ends at once when the stage has no node of the
 * chain.
 */
export async function handler(event: unknown, context: WatchContext): Promise<void> {
  const { chain: id, start, confirmations, reconcileEvery, restsUnwatched, traceBlocks } = WatchEvent.parse(event);
  const { hasNode, reader } = await chains();
  if (!hasNode(id)) return tellWithoutNode(id);
  withoutNode.delete(id);
  const chain = chainOf(id);
  const left = AbortSignal.timeout(context.getRemainingTimeInMillis() - MARGIN_MS);
  const adapters = { chain: id, reader: reader(id), prices: prices(), watched: watched(), ...deferring() };
  const checks = checksOf.get(id) ?? balanceChecks(deps(), adapters);
  checksOf.set(id, checks);
  await watch(
    { ...watchDeps(deps(), adapters), ...checks },
    {
      chain,
      reconcileEvery,
      confirmations: confirmations ?? chain.confirmations,
      start,
      restsUnwatched,
      traceBlocks,
      until: plusSeconds(deps().now(), RUN_SECONDS),
      signal: left,
      stopping: stopping.signal,
      memoryMb: Number(context.memoryLimitInMB),
    },
  );
}
