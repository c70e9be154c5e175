import { generateKeyPairSync, sign } from 'node:crypto';
import { expect } from '@jest/globals';
import { channels } from '../../../lib/channels/index.ts';
import type { Queue } from '../../../lib/deliveries/delivery-queue.ts';
import { deliveryRepo } from '../../../lib/deliveries/repo.ts';
import type { CheckpointDeps } from '../../../lib/operation/checkpoints/make-checkpoint.ts';
import { type AuditCheckpoint, CheckpointQuery, checkpointPage } from '../../../lib/platform/audit/audit-checkpoint.ts';
import type { AuditEntry } from '../../../lib/platform/audit/audit-entry.ts';
import { audited } from '../../../lib/platform/audit/audit-log.ts';
import { auditPage } from '../../../lib/platform/audit/audit-page.ts';
import { AuditQuery } from '../../../lib/platform/audit/audit-query.ts';
import type { Deps } from '../../../lib/platform/deps.ts';
import { operatorKeys } from '../../../lib/platform/table/operator-keys.ts';
import { transact, write } from '../../../lib/platform/table/write.ts';
import type { OrganisationId } from '../../../lib/values/ids.ts';
import { webhookRepo } from '../../../lib/webhooks/repo.ts';
import { leafOf, MerkleTree, verifyCheckpoint } from '../../../sdk/audit-proof.ts';
import type { TestDeps } from '../../support/deps.ts';

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();

/** The hours of a deployed stage, and a key of the test. */
export const signing = (deps: Deps, queue: Queue): CheckpointDeps => ({
  ...{ table: deps.table, now: () => deps.now(), newId: () => deps.newId(), channels, queue },
  ...{ seconds: 3600, delaySeconds: 1200 },
  deliveries: deliveryRepo(deps),
  webhooks: webhookRepo(deps),
  key: { keyId: 'key-1', sign: async (message) => sign('sha256', message, privateKey).toString('base64') },
});

/** Makes an organisation known to the clock. */
export const list = ({ table, now }: TestDeps, organisationId: OrganisationId) =>
  write(table, {
    put: { ...operatorKeys.listed(organisationId), organisationId, name: 'Acme', createdAt: now().toISOString() },
  });

/** Adds an entry at a time of the day. */
export async function enter(deps: TestDeps, organisation: OrganisationId, time: string): Promise<void> {
  const now = () => new Date(`2026-03-01T${time}Z`);
  const rule = { action: 'update', resource: 'rule', id: deps.newId() } as const;
  const change = { before: { name: 'Old', limit: 1 }, after: { name: 'New \ud83d', limit: 1e21 } };
  await transact(deps.table, { entry: audited({ ...deps, now }, organisation, { ...rule, ...change }) });
}

/** The whole log of an organisation, the oldest first. */
export async function logOf(
  deps: Deps,
  organisation: OrganisationId,
): Promise<{ entries: AuditEntry[]; checkpoints: AuditCheckpoint[] }> {
  const [entries, checkpoints] = await Promise.all([
    auditPage(deps, organisation, AuditQuery.parse({ pageSize: '100' })),
    checkpointPage(deps, organisation, CheckpointQuery.parse({ pageSize: '100' })),
  ]);
  return { entries: entries.data.reverse(), checkpoints: checkpoints.data.reverse() };
}

/** The problem of a checkpoint; null when it proves the entries of its time. */
export function problemOf(entries: readonly AuditEntry[], checkpoint: AuditCheckpoint): string | null {
  const tree = new MerkleTree();
  for (const entry of entries) if (entry.at >= checkpoint.from && entry.at < checkpoint.to) tree.add(leafOf(entry));
  if (!verifyCheckpoint(checkpoint, pem)) return 'the signature is wrong';
  return tree.count === checkpoint.count && tree.root() === checkpoint.root ? null : 'the entries are others';
}

/** Expects one chain without a gap that proves each entry until `to`. */
export async function expectChain(deps: Deps, organisation: OrganisationId, to: string): Promise<void> {
  const { entries, checkpoints } = await logOf(deps, organisation);
  expect(checkpoints.map((each) => problemOf(entries, each))).toEqual(checkpoints.map(() => null));
  expect(checkpoints.map(({ previous }) => previous)).toEqual(
    [null, ...checkpoints.map(({ root }) => root)].slice(0, -1),
  );
  expect(checkpoints.slice(1).map(({ from }) => from)).toEqual(checkpoints.slice(0, -1).map((each) => each.to));
  const covered = checkpoints.reduce((sum, { count }) => sum + count, 0);
  expect([checkpoints.at(-1)?.to, covered]).toEqual([to, entries.filter(({ at }) => at < to).length]);
}
