import { type ChainwatchClient, type components, isOfWallets, pages, withWalletLabels } from '../../sdk/index.ts';
import { isWholeId } from '../base/named.ts';

type Reason = components['schemas']['Reason'];

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/**
 * How a person reads reasons: a reason about wallets names the wallets by their labels. A wallet that is deleted keeps
 * its id. Loads wallets only when a reason is about wallets.
 */
export async function readableReasons(
  api: ChainwatchClient,
  reasons: readonly Reason[],
): Promise<(reason: Reason) => Reason> {
  const wanted = reasons.filter(isOfWallets).flatMap(({ expected, actual }) => [expected, actual].flatMap(textsIn));
  const labels = await labelsOf(api, new Set(wanted.filter(isWholeId)));
  return (reason) =>
    isOfWallets(reason) ? { ...withWalletLabels(reason, (id) => labels.get(id)), condition: 'wallets' } : reason;
}

async function labelsOf(api: ChainwatchClient, ids: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
  const labels = new Map<string, string>();
  if (ids.size === 0) return labels;
  const load = (cursor: string | undefined) =>
    api.GET('/api/wallets', { params: { query: { cursor, pageSize: 100 } } });
  for await (const page of pages(load)) {
    for (const { id, label } of page) if (ids.has(id)) labels.set(id, label);
    if (labels.size === ids.size) break;
  }
  return labels;
}
