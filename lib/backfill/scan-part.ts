import { matchForm } from '../chains/address.ts';
import type { ConfiguredChains } from '../chains/chain-wiring.ts';
import { ChainUnavailableError } from '../chains/port/chain-unavailable.ts';
import type { AbortableWait } from '../platform/abortable-wait.ts';
import { log } from '../platform/log.ts';
import type { HeldAssets } from '../transactions/held-assets.ts';
import { mapConcurrent } from '../values/concurrent.ts';
import type { OrganisationId } from '../values/ids.ts';
import { claimantsOf, hasTags, tagsAt } from '../wallets/account-wallets.ts';
import type { WalletRepo } from '../wallets/repo.ts';
import { ContradictionError } from '../watch/continuity.ts';
import { type DecodedInBlock, reportUndecoded } from '../watch/touches.ts';
import { type JoinDeps, type JoinedMatch, joinMatch, recordJoined } from '../watch/wallet-matches.ts';
import { heightsOf } from './parts.ts';
import { blocksOf } from './range-reader.ts';
import type { BackfillRepo } from './repo.ts';
import { retryingReader, retryWhileUnavailable } from './retrying-reader.ts';
import { checkScanned, RecordsPendingError, type ScannedDeps } from './scanned.ts';
import type { Backfill, PartMessage } from './schema.ts';

export interface ScanPartDeps extends JoinDeps, ScannedDeps {
  readonly backfills: BackfillRepo;
  readonly wallets: JoinDeps['wallets'] & Pick<WalletRepo, 'byId'>;
  readonly chains: () => Promise<Pick<ConfiguredChains, 'reader'>>;
  readonly held: Pick<HeldAssets, 'note'>;
  readonly wait: AbortableWait;
}

/** How many blocks the scan reads between two checks of the backfill's status. */
const STATUS_CHECK_BLOCKS = 10;
/** Transactions of a block decoded at a time: each may ask a node for its trace. */
const DECODED_AT_ONCE = 8;

/**
 * Scans one part of a backfill and counts the part. Repeated and reordered calls change nothing: each record is stored
 * once, and each part is counted once.
 * @param isLastTry whether the queue will not deliver this message again. If the scan throws, the backfill then fails.
 * @throws Error when the part must be scanned again.
 */
export async function scanPart(
  deps: ScanPartDeps,
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
      if (address === null) return;
      const part = { organisationId, job, n, address };
      const decoded = await decodedIn(deps, part, signal);
      if (decoded === null) return;
      const transactions = await recordAll(deps, part, decoded, signal);
      await backfills.finish(organisationId, job, n, transactions);
      log.info('backfill.part_completed', { backfill: job.id, chain: job.chain, n, transactions });
    }
    await backfills.complete(organisationId, job.id);
  } catch (error) {
    // The next try asks the other nodes first.
    if (error instanceof ContradictionError) await (await deps.chains()).reader(job.chain).contradicted(error.height);
    if (isLastTry) await backfills.fail(organisationId, job.id, reasonOf(error, job, n));
    throw error;
  }
}

/** The wallet's address. When the wallet was deleted or has left the chain, fails the backfill and returns null. */
async function addressOf(
  { backfills, wallets }: ScanPartDeps,
  organisationId: OrganisationId,
  job: Backfill,
): Promise<string | null> {
  const wallet = (await wallets.byId(organisationId, [job.walletId])).get(job.walletId);
  const exists = wallet !== undefined && wallet.deletedAt === null;
  if (exists && wallet.chains.includes(job.chain)) return wallet.address;
  await backfills.fail(
    organisationId,
    job.id,
    exists ? `The wallet is no longer on ${job.chain}.` : 'The wallet was deleted.',
  );
  return null;
}

interface Part {
  readonly organisationId: OrganisationId;
  readonly job: Backfill;
  readonly n: number;
  /** Of the wallet, in canonical form. */
  readonly address: string;
}

/**
 * Reads all blocks of a part and returns the transactions that may touch the address. The caller records them
 * afterwards, so that no record comes from blocks that contradict each other. Null when the backfill was cancelled or
 * failed meanwhile.
 */
async function decodedIn(
  { backfills, chains, wait }: ScanPartDeps,
  { organisationId, job, n, address }: Part,
  signal: AbortSignal,
): Promise<DecodedInBlock[] | null> {
  const party = matchForm(job.chain, address);
  const parties = new Set([party]);
  const reader = retryingReader((await chains()).reader(job.chain), wait);
  const found: DecodedInBlock[] = [];
  let blocks = 0;
  for await (const { hash: blockHash, transactions } of blocksOf(reader, heightsOf(job, n), signal)) {
    const touching = transactions.filter((transaction) => transaction.parties.includes(party));
    const decoded = await mapConcurrent(touching, DECODED_AT_ONCE, (transaction) =>
      retryWhileUnavailable(() => transaction.decode(signal, parties), wait, signal),
    );
    found.push(...decoded.map((each) => ({ ...each, blockHash })));
    if (++blocks % STATUS_CHECK_BLOCKS !== 0) continue;
    if ((await backfills.find(organisationId, job.id))?.status !== 'running') return null;
  }
  return found;
}

/**
 * Records the transactions that touch the wallet. Returns how many these are, with those that were recorded before.
 * @throws RecordsPendingError when the watcher has yet to make records of these blocks.
 * @throws DOMException when the signal aborts, so that the last try still has time to set its backfill to failed.
 */
async function recordAll(
  deps: ScanPartDeps,
  { organisationId, job, n, address }: Part,
  decoded: readonly DecodedInBlock[],
  signal: AbortSignal,
): Promise<number> {
  const matches: JoinedMatch[] = [];
  const { walletId } = job;
  const isOwn = await claims(deps, organisationId, job, address);
  for (const inBlock of decoded) {
    signal.throwIfAborted();
    reportUndecoded(inBlock);
    if (!isOwn(inBlock)) continue;
    const match = await joinMatch(deps, organisationId, { address, walletId, inBlock });
    if (match !== null) matches.push(match);
  }
  // After the references: a block with a reference was scanned before the cursor that this check reads, and a record
  // of a block that is replaced later fails.
  await checkScanned(deps, organisationId, { chain: job.chain, address }, heightsOf(job, n).to);
  for (const match of matches) {
    signal.throwIfAborted();
    const record = await recordJoined(deps, match, { evaluate: job.evaluateRules });
    // The evaluation of later records asks whether the wallet held a token, and no evaluation notes it here.
    if (!job.evaluateRules) await deps.held.note(organisationId, record);
  }
  return matches.length;
}

/** Which transactions belong to the wallet, and not to another wallet of the same address with another tag. */
async function claims(
  { wallets }: ScanPartDeps,
  organisationId: OrganisationId,
  { walletId, chain }: Backfill,
  address: string,
): Promise<(inBlock: DecodedInBlock) => boolean> {
  const own = hasTags(chain) ? (await wallets.owned(organisationId, [chain], [address])).get(address) : undefined;
  return ({ transaction }) => own === undefined || claimantsOf(own, tagsAt(transaction, address)).includes(walletId);
}

/**
 * Why a part could not be scanned, for the owner of the backfill. Names no URL of a provider, because such URLs hold
 * keys.
 */
function reasonOf(error: unknown, job: Backfill, n: number): string {
  const { from, to } = heightsOf(job, n);
  const blocks = `Blocks ${from} to ${to} could not be scanned`;
  if (error instanceof ChainUnavailableError) return `${blocks}: the chain ${job.chain} could not be reached.`;
  if (error instanceof ContradictionError) return `${blocks}: what the chain says of them contradicts itself.`;
  if (error instanceof RecordsPendingError) return `${blocks}: their records are still being made.`;
  return `${blocks}, for a reason on our side.`;
}
