import * as z from 'zod';
import { signInRepo } from '../../organisations/sign-in/repo.ts';
import { type Deletion, suspensionRepo } from '../../organisations/suspension/repo.ts';
import { log } from '../../platform/log.ts';
import { keys } from '../../platform/table/keys.ts';
import { operatorKeys } from '../../platform/table/operator-keys.ts';
import { walkKind } from '../../platform/table/walk.ts';
import { transact } from '../../platform/table/write.ts';
import { ApiError } from '../../values/errors.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { plusSeconds } from '../../values/time.ts';
import { walletChanges } from '../../wallets/change-wallet.ts';
import { StoredWallet } from '../../wallets/schema.ts';
import type { DeletionDeps } from './erase.ts';
import { erase } from './erase.ts';
import { eraseReferences } from './erase-references.ts';

/** Shorter than the time-out of `run-operator-jobs`, and than the time to the next run. */
const RUN_SECONDS = 40;
/** Handover starts the next run then, also after a run that died. */
const NEXT_RUN_SECONDS = 60;
/**
 * Nothing is erased before the organisation has been without service and without watched wallets for this long. By then
 * every invocation has ended, every one-time schedule has run (one hour after an attempt, at most), and every message
 * that SQS delayed was dropped. So nobody writes what the deletion has just erased.
 */
export const SETTLE_SECONDS = 70 * 60;

/**
 * One run of the deletion of an organisation: ceases to watch its wallets, waits until nobody works for the
 * organisation any more, and then erases everything. The item of the organisation goes last. A run may stop anywhere,
 * and may run twice at once: the next run goes on.
 */
export async function runDeletion(deps: DeletionDeps, organisationId: OrganisationId): Promise<void> {
  const { table, now } = deps;
  const suspensions = suspensionRepo(deps);
  const suspension = await suspensions.find(organisationId);
  if (suspension?.deletion == null) return log.info('deletion.over', { organisation: organisationId });
  const until = plusSeconds(now(), RUN_SECONDS);
  await suspensions.postponeDeletion(organisationId, plusSeconds(now(), NEXT_RUN_SECONDS));
  const isOver = () => now() >= until;
  const wallets = await unwatch(deps, organisationId, isOver);
  if (wallets === 'some are left') return;
  if (wallets === 'removed') return suspensions.settle(organisationId, plusSeconds(now(), SETTLE_SECONDS));
  const { settledAt } = suspension.deletion;
  if (settledAt === null) return suspensions.settle(organisationId, plusSeconds(now(), SETTLE_SECONDS));
  if (settledAt > now().toISOString()) return suspensions.postponeDeletion(organisationId, new Date(settledAt));
  // The references come before the records that they name.
  if (!(await forgetReferences(deps, organisationId, suspension.deletion, isOver))) return;
  for (;;) {
    const erased = await erase(deps, organisationId, isOver);
    log.info('deletion.erased', { organisation: organisationId, items: erased.items, isComplete: erased.isComplete });
    if (!erased.isComplete) return;
    // A pass that finds nothing proves that the passes before left nothing.
    if (erased.items === 0) break;
  }
  await transact(table, {
    organisation: { delete: keys.organisation(organisationId) },
    listed: { delete: operatorKeys.listed(organisationId) },
    suspension: { delete: operatorKeys.suspension(organisationId) },
    rate: { delete: keys.rate(organisationId) },
    signIn: await signInRepo(deps).erasure(organisationId),
  });
  log.info('deletion.completed', { organisation: organisationId });
}

const Wallet = StoredWallet.pick({ id: true, deletedAt: true });

/** Removes the wallets, so that no watcher matches their addresses, until the time is over. */
async function unwatch(
  deps: DeletionDeps,
  organisationId: OrganisationId,
  isOver: () => boolean,
): Promise<'there were none' | 'removed' | 'some are left'> {
  let removed = 0;
  for await (const page of walkKind(deps.table, keys.wallet(organisationId, ''), { stale: false })) {
    for (const { id, deletedAt } of z.array(Wallet).parse(page)) {
      if (deletedAt !== null) continue;
      if (isOver()) return 'some are left';
      await removeOnce(deps, organisationId, id);
      removed++;
    }
  }
  return removed > 0 ? 'removed' : 'there were none';
}

/** Removes a wallet, unless another run has removed the wallet meanwhile. */
async function removeOnce(deps: DeletionDeps, organisationId: OrganisationId, id: string): Promise<void> {
  try {
    await walletChanges(deps).remove(organisationId, id);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
  }
}

/** Goes on with the references of blocks. Returns whether none is left; false when the time was over before. */
async function forgetReferences(
  deps: DeletionDeps,
  organisationId: OrganisationId,
  { references }: Deletion,
  isOver: () => boolean,
): Promise<boolean> {
  for await (const position of eraseReferences(deps.table, organisationId, references)) {
    await suspensionRepo(deps).saveReferences(organisationId, position);
    if (position.chain !== null && isOver()) return false;
  }
  return true;
}
