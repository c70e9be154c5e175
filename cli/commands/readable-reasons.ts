import { actualText, type ChainwatchClient, type components, isOfWallets, withWalletLabels } from '../../sdk/index.ts';
import { expectedText } from '../../sdk/reason-text.ts';
import { isWholeId } from '../base/named.ts';
import { walletLabels } from '../base/wallet-labels.ts';
import type { Output } from '../output/output.ts';
import type { Columns } from '../output/text-table.ts';

type Reason = components['schemas']['Reason'];

const columns: Columns<Reason> = {
  condition: ({ condition }) => condition,
  expected: expectedText,
  actual: ({ expected, actual }) => actualText(expected, actual),
  passed: ({ passed }) => passed,
};

/** Prints reasons as a table. */
export async function printReasons(
  { api, output }: { readonly api: ChainwatchClient; readonly output: Output },
  reasons: readonly Reason[],
): Promise<void> {
  const readable = await readableReasons(api, reasons);
  output.list(columns, reasons.map(readable), reasons.length);
}

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
  const labelOf = await walletLabels(api, wanted.filter(isWholeId));
  return (reason) => (isOfWallets(reason) ? { ...withWalletLabels(reason, labelOf), condition: 'wallets' } : reason);
}
