import { formatEther } from 'ethers';
import type { StoredTransaction } from '../../lib/transactions/schema.ts';
import { expand } from '../../lib/values/decimal.ts';
import { type Outcome, truthOf } from './outcome.ts';
import { NAMED_TOKEN } from './tenant.ts';
import { type Truth, usdOf } from './truth.ts';

/** Each record states what happened: as the chain states, or as the client stated while no block holds the payment. */
export function facts(outcome: Outcome): string[] {
  return outcome.state.transactions
    .filter(({ reorged }) => !reorged)
    .flatMap((record) => {
      const wrong = misstated(record, truthOf(outcome, record));
      const block = outcome.chain.get(record.hash) ?? null;
      if (block !== null && !record.verified) wrong.push('not verified');
      return wrong.map((each) => `${record.hash} is ${each}`);
    });
}

function misstated({ transfers, omitted, valueUsd, valueStatus }: StoredTransaction, truth: Truth): string[] {
  const value = usdOf(truth);
  const wrong: string[] = [];
  if (valueStatus !== (value === null ? 'unpriced' : 'known')) wrong.push(valueStatus);
  // 18 digits behind the point, the unit of `usdOf`, as in ether.
  const usd = value === null ? null : formatEther(value).replace(/\.0$/, '');
  if ((valueUsd === null ? null : expand(valueUsd)) !== usd) wrong.push(`worth ${valueUsd}, not ${usd}`);
  const has = (want: Partial<StoredTransaction['transfers'][number]>) =>
    transfers.some((each) => Object.entries(want).every(([key, text]) => Reflect.get(each, key) === text));
  for (const direction of truth.directions) if (!has({ direction })) wrong.push(`without ${direction} movements`);
  if (truth.ether !== null && !has({ asset: 'ETH', amount: truth.ether })) wrong.push(`without ${truth.ether} ETH`);
  if (truth.named && !has({ tokenAddress: NAMED_TOKEN })) wrong.push('without the stolen token');
  if (truth.named && omitted.transfers === 0) wrong.push('without omitted fakes');
  return wrong;
}
