import { leafOf, MerkleTree, signedBytes } from '../../../sdk/audit-proof.ts';
import type { Channels } from '../../channels/channel-registry.ts';
import { checkpointDeliveries } from '../../channels/checkpoint-deliveries.ts';
import { type FirstAttemptDeps, queueAttempts } from '../../deliveries/pending-delivery.ts';
import type { DeliveryRepo } from '../../deliveries/repo.ts';
import { type AuditCheckpoint, type ChainEnd, checkpointList } from '../../platform/audit/audit-checkpoint.ts';
import type { AuditEntry } from '../../platform/audit/audit-entry.ts';
import { auditEntries, loggedEntries } from '../../platform/audit/audit-page.ts';
import { addPendingNotices } from '../../platform/audit/pending-notice.ts';
import type { SigningKey } from '../../platform/audit/signing-key.ts';
import type { Deps } from '../../platform/deps.ts';
import { recordList } from '../../platform/lists/index.ts';
import { log } from '../../platform/log.ts';
import { auditKeys } from '../../platform/table/audit-keys.ts';
import { ifSame } from '../../platform/table/if-same.ts';
import { IF_ABSENT, tryTransact } from '../../platform/table/write.ts';
import { derivedId, type OrganisationId } from '../../values/ids.ts';
import type { WebhookRepo } from '../../webhooks/repo.ts';

export interface CheckpointDeps extends Pick<Deps, 'table' | 'now' | 'newId'>, Pick<FirstAttemptDeps, 'queue'> {
  readonly channels: Channels;
  readonly deliveries: Pick<DeliveryRepo, 'creations'>;
  readonly webhooks: Pick<WebhookRepo, 'all'>;
  readonly key: Pick<SigningKey, 'keyId' | 'sign'>;
  /** The time that a checkpoint covers at most. */
  readonly seconds: number;
  /**
   * How long after this time the checkpoint is made. An entry gets its time before its transaction commits. Longer than
   * the longest invocation, so that no entry can still come into the covered time: 15 minutes, and 5 for the clocks.
   */
  readonly delaySeconds: number;
}

/** The entries with `from` <= `at` < `to`. */
type Window = Pick<AuditCheckpoint, 'from' | 'to'>;

/**
 * Makes the next checkpoint of an organisation. What it covers depends on the entries alone: the window ends with the
 * hour of the first entry that no checkpoint covers. The checkpoint, the end of the chain and the deliveries are one
 * transaction, which holds only while the chain ends where it was read. So a run may die anywhere, and two runs may
 * work at once: no checkpoint is left out, and none is made twice.
 * @param end the end of the chain; null before the first checkpoint.
 * @returns the new end; null when there is nothing to cover yet.
 */
export async function makeCheckpoint(
  deps: CheckpointDeps,
  organisationId: OrganisationId,
  end: ChainEnd | null,
): Promise<ChainEnd | null> {
  const window = await nextWindow(deps, organisationId, end);
  if (window === null) return null;
  const checkpoint = await signed(deps, organisationId, window, end);
  const signedAt = deps.now().toISOString();
  const deliveries = checkpointDeliveries(
    deps.channels,
    organisationId,
    { kind: 'audit.checkpoint', signedAt, checkpoint },
    await deps.webhooks.all(organisationId),
  );
  const next: ChainEnd = { to: checkpoint.to, root: checkpoint.root };
  const refusal = await tryTransact(deps.table, {
    end: {
      put: { ...auditKeys.checkpointsEnd(organisationId), ...next },
      ...ifSame(end, 'to'),
    },
    checkpoint: [
      { put: { ...auditKeys.checkpoint(organisationId, checkpoint.id), ...checkpoint }, ...IF_ABSENT },
      ...recordList(deps, checkpointList).changes(organisationId, [{ before: null, after: checkpoint }]),
    ],
    deliveries: deps.deliveries.creations(organisationId, deliveries),
  });
  // Another run has made the checkpoint, and goes on.
  if (refusal?.failed.includes('end')) return null;
  if (refusal !== null) throw refusal;
  log.info('audit.checkpoint', { organisation: organisationId, checkpoint: checkpoint.id, entries: checkpoint.count });
  await queueAttempts(deps, deliveries);
  return next;
}

/** The window of the next checkpoint; null when no entry waits, or when a late entry may still come into the window. */
async function nextWindow(
  deps: CheckpointDeps,
  organisationId: OrganisationId,
  end: ChainEnd | null,
): Promise<Window | null> {
  const { value: step } = await auditEntries(deps, organisationId, { from: end?.to }, { step: 1 }).next();
  const [first]: AuditEntry[] = step?.records ?? [];
  if (first === undefined) return null;
  const ms = deps.seconds * 1000;
  const begin = Math.floor(Date.parse(first.at) / ms) * ms;
  if (begin + ms + deps.delaySeconds * 1000 > deps.now().getTime()) return null;
  return { from: end?.to ?? new Date(begin).toISOString(), to: new Date(begin + ms).toISOString() };
}

async function signed(
  deps: CheckpointDeps,
  organisationId: OrganisationId,
  { from, to }: Window,
  end: ChainEnd | null,
): Promise<AuditCheckpoint> {
  const tree = new MerkleTree();
  // The query includes its last millisecond.
  const last = new Date(Date.parse(to) - 1).toISOString();
  for await (const { records } of loggedEntries(deps, organisationId, { from, to: last })) {
    for (const { entry } of records) tree.add(leafOf(entry));
    // The stream of the table has brought them long ago, unless a record of the stream was lost.
    await addPendingNotices(deps, organisationId, records);
  }
  const unsigned = {
    // Of the place in the chain, so that a repeated run makes the same deliveries.
    id: derivedId('checkpoint', organisationId, from),
    from,
    to,
    count: tree.count,
    root: tree.root(),
    previous: end?.root ?? null,
    keyId: deps.key.keyId,
  };
  return { ...unsigned, signature: await deps.key.sign(signedBytes(unsigned)) };
}
