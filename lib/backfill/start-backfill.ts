import type { ConfiguredChains } from '../chains/chain-wiring.ts';
import { type ChainId, chainOf } from '../chains/registry.ts';
import { log } from '../platform/log.ts';
import { invalidField } from '../values/errors.ts';
import type { OrganisationId } from '../values/ids.ts';
import type { WalletRepo } from '../wallets/repo.ts';
import type { PartQueue } from './part-queue.ts';
import { partCount } from './parts.ts';
import type { BackfillRepo } from './repo.ts';
import { type ScannedDeps, scannedTo } from './scanned.ts';
import type { Backfill, CreateBackfill } from './schema.ts';

/** The time-out of the request for the head of a chain without a watcher. */
const HEAD_TIMEOUT_MS = 8_000;

export interface StartBackfillDeps extends ScannedDeps {
  readonly backfills: BackfillRepo;
  readonly parts: PartQueue;
  readonly wallets: Pick<WalletRepo, 'get'>;
  readonly chains: () => Promise<Pick<ConfiguredChains, 'reader'>>;
}

/**
 * Creates a backfill and queues its parts. When the queue fails, the backfill stays without progress until the caller
 * resumes it.
 * @throws ApiError `not_found` for the wallet, `validation_failed` for a wallet on another chain, for heights that are
 *   not final and for heights of which records are still being made.
 * @throws ChainUnavailableError when the chain has no watcher and no node answers the request for its head.
 */
export async function startBackfill(
  deps: StartBackfillDeps,
  organisationId: OrganisationId,
  chain: ChainId,
  input: CreateBackfill,
): Promise<Backfill> {
  const wallet = await deps.wallets.get(organisationId, input.walletId);
  if (!wallet.chains.includes(chain)) throw invalidField('walletId', `the wallet is not on ${chain}`);
  await checkFinal(deps, organisationId, { chain, address: wallet.address }, input.toHeight);
  const job = await deps.backfills.create(organisationId, chain, input);
  await queueParts(deps, organisationId, job, new Set());
  return job;
}

/**
 * Resumes a backfill: queues the parts that are not done. A part may then be in the queue twice, which is harmless.
 * @throws ApiError `not_found`, or `invalid_transition` for a completed backfill.
 */
export async function resumeBackfill(
  deps: Pick<StartBackfillDeps, 'backfills' | 'parts'>,
  organisationId: OrganisationId,
  chain: ChainId,
  id: string,
): Promise<Backfill> {
  const job = await deps.backfills.restart(organisationId, chain, id);
  await queueParts(deps, organisationId, job, await deps.backfills.done(organisationId, id));
  // When all parts are done, no message is left that would complete the backfill. This happens when the backfill was
  // cancelled during its last part, or when the invocation of the last part died.
  return (await deps.backfills.complete(organisationId, id)) ?? job;
}

/**
 * Refuses heights that the watcher has not yet scanned, or of which it has yet to make records of the wallet. These
 * must raise alerts, but the watcher raises no alert for a record that a backfill has stored without evaluation.
 */
async function checkFinal(
  deps: StartBackfillDeps,
  organisationId: OrganisationId,
  place: { readonly chain: ChainId; readonly address: string },
  toHeight: number,
): Promise<void> {
  const { chain } = place;
  const found = await scannedTo(deps, organisationId, place);
  if (found !== null) {
    const { scanned, recorded } = found;
    if (toHeight > scanned) {
      throw invalidField('toHeight', `must not be above ${scanned}, the last block of ${chain} that is scanned`);
    }
    if (toHeight <= recorded) return;
    throw invalidField('toHeight', `must be below ${recorded + 1}: later records of the wallet are still being made`);
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
