import { matchForm } from '../chains/address.ts';
import type { ConfiguredChains } from '../chains/chain-wiring.ts';
import { ChainUnavailableError } from '../chains/port/chain-unavailable.ts';
import { log } from '../platform/log.ts';
import type { OrganisationId } from '../values/ids.ts';
import type { WalletRepo } from '../wallets/repo.ts';
import { ContradictionError } from '../watch/continuity.ts';
import { type RecordSeenDeps, recordSeen, reportUndecoded, type Seen } from '../watch/record-matches.ts';
import { heightsOf } from './parts.ts';
import { blocksOf } from './range-reader.ts';
import type { BackfillRepo } from './repo.ts';
import { retryingReader, retryWhileUnavailable, type Wait } from './retrying-reader.ts';
import type { Backfill, PartMessage } from './schema.ts';

export interface ScanDeps extends RecordSeenDeps {
  readonly backfills: BackfillRepo;
  readonly wallets: RecordSeenDeps['wallets'] & Pick<WalletRepo, 'byId'>;
  readonly chains: () => Promise<Pick<ConfiguredChains, 'reader'>>;
  readonly wait: Wait;
}

/** Blocks between two looks at whether the job still runs. */
const LOOK_EVERY = 10;

/**
 * Scans one part of a job and counts it. Whatever is repeated or comes out of order changes nothing: the records and the
 * part are made once.
 * @param isLastTry whether the message does not come again when this throws: the job has then failed, and says why.
 * @throws Error when the part is to be tried again.
 */
export async function scanPart(
  deps: ScanDeps,
  { organisationId, backfillId, n }: PartMessage,
  isLastTry: boolean,
  signal: AbortSignal,
): Promise<void> {
  const { backfills } = deps;
  const job = await backfills.find(organisationId, backfillId);
  if (job?.status !== 'running') return;
  try {
    if (!(await backfills.isDone(organisationId, job.id, n))) {
      const address = await addressOf(deps, organisationId, job);
      const seen = address === null ? null : await search(deps, organisationId, job, n, address, signal);
      if (seen === null) return;
      const found = await recordAll(deps, seen, job.evaluateRules, signal);
      await backfills.finish(organisationId, job, n, found);
      log.info('backfill.part_done', { backfill: job.id, chain: job.chain, n, found });
    }
    await backfills.complete(organisationId, job.id);
  } catch (error) {
    if (isLastTry) await backfills.fail(organisationId, job.id, reasonOf(error, job, n));
    throw error;
  }
}

/** The address that is looked for; null when there is none any more, which ends the job. */
async function addressOf(
  { backfills, wallets }: ScanDeps,
  organisationId: OrganisationId,
  job: Backfill,
): Promise<string | null> {
  const wallet = (await wallets.byId(organisationId, [job.walletId])).get(job.walletId);
  const isThere = wallet !== undefined && wallet.deletedAt === null;
  if (isThere && wallet.chains.includes(job.chain)) return wallet.address;
  await backfills.fail(
    organisationId,
    job.id,
    isThere ? `The wallet is no longer on ${job.chain}.` : 'The wallet was deleted.',
  );
  return null;
}

/**
 * What a part has of an address. Read to the end before anything is recorded, so that nothing is of blocks which contradict
 * each other. Null when the job was cancelled, or has failed, meanwhile.
 */
async function search(
  { backfills, chains, wait }: ScanDeps,
  organisation: OrganisationId,
  job: Backfill,
  n: number,
  address: string,
  signal: AbortSignal,
): Promise<Seen[] | null> {
  const party = matchForm(job.chain, address);
  const parties = new Set([party]);
  const reader = retryingReader((await chains()).reader(job.chain), wait);
  const seen: Seen[] = [];
  let blocks = 0;
  for await (const { hash: blockHash, transactions } of blocksOf(reader, heightsOf(job, n), signal)) {
    for (const transaction of transactions.filter((each) => each.parties.includes(party))) {
      const decoded = await retryWhileUnavailable(() => transaction.decode(signal, parties), wait, signal);
      seen.push({ ...decoded, blockHash, organisation, address });
    }
    if (++blocks % LOOK_EVERY !== 0) continue;
    if ((await backfills.find(organisation, job.id))?.status !== 'running') return null;
  }
  return seen;
}

/**
 * Answers how many there are of the wallet, those included that were recorded before.
 * @throws DOMException when the time is up, so that the last try can say that its job has failed.
 */
async function recordAll(
  deps: ScanDeps,
  seen: readonly Seen[],
  evaluate: boolean,
  signal: AbortSignal,
): Promise<number> {
  let found = 0;
  for (const each of seen) {
    signal.throwIfAborted();
    reportUndecoded(each);
    if ((await recordSeen(deps, each, { evaluate })) !== null) found++;
  }
  return found;
}

/** Why a part could not be scanned, for the owner of the job; URLs of providers, which hold keys, are left out. */
function reasonOf(error: unknown, job: Backfill, n: number): string {
  const { from, to } = heightsOf(job, n);
  const blocks = `Blocks ${from} to ${to} could not be scanned`;
  if (error instanceof ChainUnavailableError) return `${blocks}: the chain ${job.chain} could not be reached.`;
  if (error instanceof ContradictionError) return `${blocks}: what the chain says of them contradicts itself.`;
  return `${blocks}, for a reason on our side.`;
}
