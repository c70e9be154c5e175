import * as z from 'zod';
import { addressListJobs } from '../../lib/address-book/address-list-job.ts';
import { addressListWork } from '../../lib/address-book/address-list-work.ts';
import { backtestRepo } from '../../lib/alerts/backtests/backtest-job.ts';
import { backtestWork } from '../../lib/alerts/backtests/backtest-work.ts';
import { reviewRepo } from '../../lib/alerts/review/review-job.ts';
import { reviewDeps } from '../../lib/alerts/review/review-wiring.ts';
import { reviewWork } from '../../lib/alerts/review/review-work.ts';
import { partySource } from '../../lib/alerts/rules/party-source.ts';
import { channels } from '../../lib/channels/index.ts';
import { listFailures } from '../../lib/channels/settings/list-failures.ts';
import { settingsRepo } from '../../lib/channels/settings/repo.ts';
import { firstAttempts } from '../../lib/deliveries/clients.ts';
import { replay } from '../../lib/deliveries/replay-deliveries-of.ts';
import { deliveryRepo } from '../../lib/deliveries/repo.ts';
import { muteRepo } from '../../lib/organisations/mutes/repo.ts';
import { actingFor } from '../../lib/platform/audit/acting.ts';
import { deps } from '../../lib/platform/deps.ts';
import { RunEvent } from '../../lib/platform/jobs/job-client.ts';
import { runJob } from '../../lib/platform/jobs/run-job.ts';
import { configuredOutbound } from '../../lib/platform/outbound/outbound.ts';
import { ReplayEvent } from '../../lib/replays/replay-client.ts';
import { replayWork } from '../../lib/replays/replay-work.ts';
import { replayRepo } from '../../lib/replays/start-replay.ts';
import { heldAssets } from '../../lib/transactions/held-assets.ts';
import { transactionRepo } from '../../lib/transactions/repo.ts';
import { memo } from '../../lib/values/memo.ts';
import { walletRepo } from '../../lib/wallets/repo.ts';

const queue = memo(firstAttempts);
const replaying = () => ({
  deliveries: deliveryRepo(deps()),
  queue: queue(),
  destinationOf: channels.destinationOf,
  newId: deps().newId,
});
const listing = () => ({
  ...deps(),
  outbound: configuredOutbound(),
  // Nothing of a run starts another job.
  jobs: { start: async () => {} },
  tell: listFailures({
    table: deps().table,
    queue: queue(),
    channels,
    settings: settingsRepo(deps()),
    deliveries: deliveryRepo(deps()),
  }),
});

const backtesting = () => ({
  ...deps(),
  transactions: transactionRepo(deps()),
  wallets: walletRepo(deps()),
  parties: partySource(deps(), { stale: true }),
  heldAssets: heldAssets(deps().table),
  mutes: muteRepo(deps()),
});

const Event = z.union([
  ReplayEvent,
  RunEvent.extend({ kind: z.enum(['replay', 'backtest', 'review', 'address list']) }),
]);

/**
 * One run of a job. A job that is unknown or has ended is no error. The function also replays some deliveries at once.
 * Endpoints of customers invoke the function, so it does nothing but run jobs that exist and replay deliveries.
 */
export async function handler(event: unknown) {
  const request = Event.parse(event);
  if ('ids' in request) {
    return actingFor(request.acting, () => replay(replaying(), request.organisationId, request.ids));
  }
  const { kind, organisationId, id } = request;
  if (kind === 'replay') return runJob(deps(), replayRepo(deps()), replayWork(replaying()), organisationId, id);
  if (kind === 'review') {
    return runJob(deps(), reviewRepo(deps()), reviewWork(reviewDeps(deps())), organisationId, id);
  }
  return kind === 'backtest'
    ? runJob(deps(), backtestRepo(deps()), backtestWork(backtesting()), organisationId, id)
    : runJob(deps(), addressListJobs(deps()), addressListWork(listing()), organisationId, id);
}
