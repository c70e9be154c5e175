import { createHash } from 'node:crypto';
import type { ChainBlock } from '../lib/chains/port/chain.ts';

/** The watched share of the addresses in the blocks. The share is far smaller on a real chain. */
export const WATCHED_SHARE = 0.01;

/** The addresses of a block's transactions in match form, with repeats. */
export const partiesOf = ({ transactions }: ChainBlock): string[] => transactions.flatMap(({ parties }) => parties);

/** All distinct addresses, and the watched sample. A hash selects the sample, independently of the blocks. */
export function sampled(blocks: readonly ChainBlock[]): { all: string[]; some: string[] } {
  const all = [...new Set(blocks.flatMap(partiesOf))];
  const digest = (text: string) => createHash('sha256').update(text).digest('hex');
  const shuffled = all.toSorted((a, b) => (digest(a) < digest(b) ? -1 : 1));
  return { all, some: shuffled.slice(0, Math.ceil(all.length * WATCHED_SHARE)) };
}
