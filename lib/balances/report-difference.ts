import { queueFirstAttempts } from '../alerts/evaluation/queue-first-attempts.ts';
import { type ChainId, chainOf } from '../chains/registry.ts';
import { differenceDeliveries } from '../channels/plan-deliveries.ts';
import { log } from '../platform/log.ts';
import { minus } from '../values/decimal.ts';
import { derivedId, type OrganisationId } from '../values/ids.ts';
import type { StoredWallet } from '../wallets/schema.ts';
import { watchedAmong } from '../wallets/watched-addresses.ts';
import type { BalanceCheckDeps } from './check-deps.ts';
import type { DifferenceRef, StoredDifference } from './schema.ts';

/** A block at an end of the range in which a deviation arose. */
export interface RangeEnd {
  readonly height: number;
  readonly hash: string;
  readonly timestamp: string;
}

/** A balance that deviates from the records. Amounts in whole units. */
export interface Finding {
  readonly chain: ChainId;
  /** In match form. */
  readonly form: string;
  readonly asset: string;
  readonly tokenAddress: string | null;
  readonly expected: string;
  readonly actual: string;
  readonly from: RangeEnd;
  readonly to: RangeEnd;
  /** The sum of the records in the range. */
  readonly recorded: string;
}

/** Why a deviation is none any more: the records that a check found, by the organisation that holds them. */
export interface Explanation {
  readonly text: string;
  readonly transactionIds: ReadonlyMap<OrganisationId, readonly string[]>;
}

/**
 * Records a deviation for each organisation that watches the address. Without an explanation, the difference is open,
 * and the organisation gets the notices of the difference. Repeated calls record and send each difference once, because
 * its id derives from the place of the deviation.
 */
export async function reportDifference(
  deps: BalanceCheckDeps,
  finding: Finding,
  explanation?: Explanation,
): Promise<DifferenceRef[]> {
  const { chain, form } = finding;
  const watched = (await watchedAmong(deps.table, chain, [form])).get(form);
  const refs: DifferenceRef[] = [];
  for (const organisation of watched?.organisations ?? []) {
    const wallet = await walletAt(deps, organisation, chain, watched?.address ?? '');
    if (wallet === null) continue;
    const found = explanation && { text: explanation.text, ids: explanation.transactionIds.get(organisation) ?? [] };
    refs.push({ organisation, id: await report(deps, organisation, wallet, finding, found) });
  }
  return refs;
}

async function walletAt(
  { wallets }: BalanceCheckDeps,
  organisation: OrganisationId,
  chain: ChainId,
  address: string,
): Promise<StoredWallet | null> {
  const id = (await wallets.owned(organisation, [chain], [address])).get(address);
  return id === undefined ? null : ((await wallets.byId(organisation, [id])).get(id) ?? null);
}

async function report(
  deps: BalanceCheckDeps,
  organisation: OrganisationId,
  wallet: StoredWallet,
  finding: Finding,
  found: { readonly text: string; readonly ids: readonly string[] } | undefined,
): Promise<string> {
  const difference = differenceOf(finding, wallet, deps.now(), found);
  const deliveries = found === undefined ? await deliveriesOf(deps, organisation, wallet, difference) : [];
  const stored = { ...difference, deliveryIds: deliveries.map(({ id }) => id) };
  const { id } = stored;
  if (await deps.differences.create(organisation, stored, deliveries.map(deps.deliveries.creation))) {
    const { chain, asset, fromHeight, toHeight, status } = stored;
    const fields = { chain, organisation, wallet: wallet.id, asset, fromHeight, toHeight, reconciliation: id };
    if (status === 'open') log.error('balance.difference', fields);
    else log.info('balance.explained', fields);
  } else if (found !== undefined) {
    // An earlier run reported the difference and then died. This run can trace the block.
    await deps.differences.explain(organisation, id, found.text, found.ids);
  }
  // An earlier run may have stopped before it queued the deliveries.
  const known = await deps.differences.find(organisation, id);
  await queueFirstAttempts(deps, organisation, known?.deliveryIds ?? []);
  return id;
}

function differenceOf(
  { chain, asset, tokenAddress, expected, actual, from, to, recorded }: Finding,
  wallet: StoredWallet,
  now: Date,
  found: { readonly text: string; readonly ids: readonly string[] } | undefined,
): Omit<StoredDifference, 'deliveryIds'> {
  const at = now.toISOString();
  const place = from.height === to.height ? to.hash : 'range';
  return {
    id: derivedId('reconciliation', wallet.id, chain, `${asset} ${tokenAddress}`, String(from.height), place),
    walletId: wallet.id,
    chain,
    asset,
    tokenAddress,
    expected,
    actual,
    difference: minus(actual, expected),
    fromHeight: from.height,
    toHeight: to.height,
    blockHash: to.hash,
    fromTime: from.timestamp,
    toTime: to.timestamp,
    recorded,
    status: found === undefined ? 'open' : 'explained',
    explanation: found?.text ?? null,
    transactionIds: [...(found?.ids ?? [])],
    createdAt: at,
    explainedAt: found === undefined ? null : at,
  };
}

async function deliveriesOf(
  { webhooks, settings, channels }: BalanceCheckDeps,
  organisation: OrganisationId,
  { id, label, address }: StoredWallet,
  difference: Omit<StoredDifference, 'deliveryIds'>,
) {
  const { chain, createdAt, ...fields } = difference;
  const audience = { webhooks: await webhooks.all(organisation), settings: await settings.get(organisation) };
  return differenceDeliveries(
    channels,
    organisation,
    {
      ...fields,
      kind: 'coverage.difference',
      occurredAt: createdAt,
      wallet: { id, label, address },
      chainId: chain,
      chain: chainOf(chain),
    },
    audience,
  );
}
