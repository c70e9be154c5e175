import { chainOf } from '../chains/registry.ts';
import { reportDeliveries } from '../channels/plan-deliveries.ts';
import { minus } from '../values/decimal.ts';
import { derivedId, type OrganisationId } from '../values/ids.ts';
import type { StoredWallet } from '../wallets/schema.ts';
import type { BalanceCheckDeps } from './check-deps.ts';
import type { Finding, StoredDifference } from './schema.ts';

/** An explanation for one organisation. */
export interface Found {
  readonly text: string;
  readonly ids: readonly string[];
}

/**
 * The id of a difference, and the id under which an interrupted check may have reported the same deviation: a check
 * names the whole range when no node gave an old state, and a repeated check may then find the block.
 */
export function idsOf(
  { chain, asset, tokenAddress, from, to, isRange = false, since }: Finding,
  { id }: StoredWallet,
): { readonly own: string; readonly other: string | undefined } {
  const idAt = (height: number, place: string): string =>
    derivedId('reconciliation', id, chain, `${asset} ${tokenAddress}`, String(height), place);
  if (isRange) return { own: idAt(from.height, 'range'), other: idAt(from.height, from.hash) };
  return { own: idAt(to.height, to.hash), other: since === undefined ? undefined : idAt(since, 'range') };
}

/** The difference of a wallet, with the deliveries that report the difference unless it is explained. */
export async function newDifference(
  { webhooks, destinations, settings, channels, now }: BalanceCheckDeps,
  organisation: OrganisationId,
  wallet: StoredWallet,
  { id, finding, found }: { readonly id: string; readonly finding: Finding; readonly found: Found | undefined },
) {
  const difference = differenceOf(id, wallet, finding, found, now().toISOString());
  if (found !== undefined) return { difference: { ...difference, deliveryIds: [] }, deliveries: [] };
  const { chain, createdAt, ...fields } = difference;
  const audience = {
    webhooks: await webhooks.all(organisation),
    destinations: await destinations.all(organisation),
    settings: await settings.get(organisation),
  };
  const deliveries = reportDeliveries(
    channels,
    organisation,
    {
      ...fields,
      kind: 'coverage.difference',
      occurredAt: createdAt,
      wallet: { id: wallet.id, label: wallet.label, address: wallet.address },
      chainId: chain,
      chain: chainOf(chain),
    },
    audience,
    [wallet],
  );
  return { difference: { ...difference, deliveryIds: deliveries.map((delivery) => delivery.id) }, deliveries };
}

const differenceOf = (
  id: string,
  wallet: StoredWallet,
  { chain, asset, tokenAddress, expected, actual, from, to, recorded }: Finding,
  found: Found | undefined,
  at: string,
): Omit<StoredDifference, 'deliveryIds'> => ({
  id,
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
});
