import type { ConfiguredChains } from '../chains/chain-wiring.ts';
import { type ChainId, chainOf } from '../chains/registry.ts';
import { log } from '../platform/log.ts';
import { invalidField } from '../values/errors.ts';
import type { OrganisationId } from '../values/ids.ts';
import type { WalletRepo } from '../wallets/repo.ts';
import type { CursorRepo } from '../watch/cursor.ts';
import type { PartQueue } from './part-queue.ts';
import { partCount } from './parts.ts';
import type { BackfillRepo } from './repo.ts';
import type { Backfill, CreateBackfill } from './schema.ts';

/** How long a chain that nobody watches is asked for its head. */
const HEAD_TIMEOUT_MS = 8_000;

export interface StartBackfillDeps {
  readonly backfills: BackfillRepo;
  readonly parts: PartQueue;
  readonly wallets: Pick<WalletRepo, 'get'>;
  readonly cursors: Pick<CursorRepo, 'get'>;
  readonly chains: () => Promise<Pick<ConfiguredChains, 'reader'>>;
}

/**
 * Makes a job and queues its parts. Should the queue fail, the job is there without progress, and is resumed.
 * @throws ApiError `not_found` for the wallet, `validation_failed` for one on another chain and for heights that are not
 *   final; ChainUnavailableError when nobody watches the chain and it cannot be asked for its head.
 */
export async function startBackfill(
  deps: StartBackfillDeps,
  organisationId: OrganisationId,
  chain: ChainId,
  input: CreateBackfill,
): Promise<Backfill> {
  const wallet = await deps.wallets.get(organisationId, input.walletId);
  if (!wallet.chains.includes(chain)) throw invalidField('walletId', `the wallet is not on ${chain}`);
  await checkFinal(deps, chain, input.toHeight);
  const job = await deps.backfills.create(organisationId, chain, input);
  await queueParts(deps, organisationId, job, new Set());
  return job;
}

/**
 * Has a job go on: queues its parts that are not done. Those of a job that runs may be in the queue already, which is
 * harmless.
 * @throws ApiError `not_found`, or `invalid_transition` when it is completed.
 */
export async function resumeBackfill(
  deps: Pick<StartBackfillDeps, 'backfills' | 'parts'>,
  organisationId: OrganisationId,
  chain: ChainId,
  id: string,
): Promise<Backfill> {
  const job = await deps.backfills.restart(organisationId, chain, id);
  await queueParts(deps, organisationId, job, await deps.backfills.done(organisationId, id));
  // Cancelled in its last part, or left there by a crash: no message comes any more that would complete it.
  return (await deps.backfills.complete(organisationId, id)) ?? job;
}

/**
 * Blocks that the watcher has still to scan must raise alerts: a record that is made of them without evaluation would keep
 * it from doing so.
 */
async function checkFinal(deps: StartBackfillDeps, chain: ChainId, toHeight: number): Promise<void> {
  const cursor = await deps.cursors.get(chain);
  if (cursor !== null) {
    if (toHeight <= cursor.height) return;
    throw invalidField('toHeight', `must not be above ${cursor.height}, the last block of ${chain} that is scanned`);
  }
  const { reader } = await deps.chains();
  const head = await reader(chain).head(AbortSignal.timeout(HEAD_TIMEOUT_MS));
  const final = head - chainOf(chain).confirmations;
  if (toHeight > final) throw invalidField('toHeight', `must not be above ${final}, the last final block of ${chain}`);
}

async function queueParts(
  { parts }: Pick<StartBackfillDeps, 'parts'>,
  organisationId: OrganisationId,
  job: Backfill,
  done: ReadonlySet<number>,
): Promise<void> {
  const numbers = Array.from({ length: partCount(job) }, (_, n) => n).filter((n) => !done.has(n));
  await parts.send(numbers.map((n) => ({ organisationId, backfillId: job.id, n })));
  log.info('backfill.queued', { backfill: job.id, chain: job.chain, parts: numbers.length });
}
