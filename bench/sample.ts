import { createHash } from 'node:crypto';
import type { ChainBlock } from '../lib/chains/port/chain.ts';

/** Of the addresses in the blocks, where some are watched. Far more than anyone's share of a real chain. */
export const WATCHED_SHARE = 0.01;

/** The addresses of a block's transactions in match form, with repeats. */
export const partiesOf = ({ transactions }: ChainBlock): string[] => transactions.flatMap(({ parties }) => parties);

/** Every distinct address, and the share of them that is watched: chosen by what has nothing to do with the blocks. */
export function sampled(blocks: readonly ChainBlock[]): { all: string[]; some: string[] } {
  const all = [...new Set(blocks.flatMap(partiesOf))];
  const digest = (text: string) => createHash('sha256').update(text).digest('hex');
  const shuffled = all.toSorted((a, b) => (digest(a) < digest(b) ? -1 : 1));
  return { all, some: shuffled.slice(0, Math.ceil(all.length * WATCHED_SHARE)) };
}
