import { queueFirstAttempts } from '../deliveries/pending-delivery.ts';
import { log } from '../platform/log.ts';
import { derivedId, type OrganisationId } from '../values/ids.ts';
import type { StoredWallet } from '../wallets/schema.ts';
import { skipDataErrors } from '../watch/data-errors.ts';
import { accountWatchers } from './account-watchers.ts';
import type { BalanceCheckDeps } from './check-deps.ts';
import { type Found, idsOf, newDifference } from './new-difference.ts';
import type { DifferenceRef, Finding, StoredDifference } from './schema.ts';

/** Why a deviation is none any more: the records that a check found, by the organisation that holds them. */
export interface Explanation {
  readonly text: string;
  readonly transactionIds: ReadonlyMap<OrganisationId, readonly string[]>;
}

/**
 * Records a deviation for each organisation with a wallet that watches the whole address. Without an explanation, the
 * difference is open, and the organisation gets the notices of the difference. Repeated calls record and send each
 * difference once, because its id derives from the place of the deviation.
 * @returns the open differences that cover the deviation.
 */
export async function reportDifference(
  deps: BalanceCheckDeps,
  finding: Finding,
  explanation?: Explanation,
): Promise<DifferenceRef[]> {
  const { chain, form } = finding;
  const { ofAccount } = await accountWatchers(deps, chain, form);
  const refs: DifferenceRef[] = [];
  for (const { organisationId: organisation, walletId } of ofAccount) {
    const found = explanation && { text: explanation.text, ids: explanation.transactionIds.get(organisation) ?? [] };
    const open = await skipDataErrors('balance.check_failed', { chain, organisation }, async () => {
      const wallet = (await deps.wallets.byId(organisation, [walletId])).get(walletId);
      return wallet === undefined ? [] : report(deps, organisation, wallet, finding, found);
    });
    refs.push(...(open ?? []).map((id) => ({ organisation, id })));
  }
  return refs;
}

/** Returns the ids of the open differences that cover the deviation. */
async function report(
  deps: BalanceCheckDeps,
  organisation: OrganisationId,
  wallet: StoredWallet,
  finding: Finding,
  found: Found | undefined,
): Promise<string[]> {
  const { own, other } = idsOf(finding, wallet);
  const known = other === undefined ? null : await deps.differences.find(organisation, other);
  const covering = known?.status === 'open' ? [await queued(deps, organisation, known)] : [];
  if (found === undefined && covering.length > 0) return covering;
  for (let id = own; ; id = derivedId('reconciliation', id, 'again')) {
    const difference = await foundOrCreated(deps, organisation, wallet, { id, finding, found });
    if (found !== undefined) {
      // An earlier run reported the difference and then died. This run can trace the block.
      if (difference.status === 'open') await deps.differences.explain(organisation, id, found.text, found.ids);
      return covering;
    }
    if (difference.status === 'open') return [await queued(deps, organisation, difference)];
    // The deviation is back, for example with a block that was out of the chain for a while.
  }
}

async function foundOrCreated(
  deps: BalanceCheckDeps,
  organisation: OrganisationId,
  wallet: StoredWallet,
  planned: Parameters<typeof newDifference>[3],
): Promise<StoredDifference> {
  const known = await deps.differences.find(organisation, planned.id);
  if (known !== null) return known;
  const { difference, deliveries } = await newDifference(deps, organisation, wallet, planned);
  const isCreated = await deps.differences.create(
    organisation,
    difference,
    deps.deliveries.creations(organisation, deliveries),
  );
  if (!isCreated) return foundOrCreated(deps, organisation, wallet, planned);
  const { id, chain, asset, fromHeight, toHeight, status } = difference;
  const fields = { chain, organisation, wallet: wallet.id, asset, fromHeight, toHeight, reconciliation: id };
  if (status === 'open') log.error('balance.difference', fields);
  else log.info('balance.explained', fields);
  return difference;
}

/** Queues the deliveries that wait for their first attempt. An earlier run may have stopped before it queued them. */
async function queued(
  deps: BalanceCheckDeps,
  organisation: OrganisationId,
  { id, deliveryIds }: StoredDifference,
): Promise<string> {
  await queueFirstAttempts(deps, organisation, deliveryIds);
  return id;
}
