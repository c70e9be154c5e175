import type { ListDefinition, Tuple } from '../lib/platform/lists/definition.ts';
import { derivedId } from '../lib/values/ids.ts';

/** Transactions of one organisation, as a list of the product could count them. */
export const TRANSACTIONS: ListDefinition = {
  name: 'transactions',
  facets: ['wallet', 'chain', 'direction', 'token', 'reorged'],
  views: [{ name: 'few', facets: ['chain', 'direction', 'wallet', 'reorged'] }],
  // By the facet with the most values. A shard by wallet would hold half of the records.
  shards: { by: 'token', count: 6 },
};

export const YEARS_MS = 3 * 365 * 86_400_000;
export const START = Date.UTC(2023, 10, 22);
const WALLETS = 50;
const TOKENS = 400;
const CHAINS = ['ethereum', 'polygon', 'base', 'arbitrum', 'solana', 'xrp'];
const DIRECTIONS = ['inbound', 'outbound', 'internal'];

/** A generator of numbers from 0 to below 1 that repeats with the seed (mulberry32). */
export function seededNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const walletId = (n: number): string => derivedId('bench', 'wallet', String(n));
const TOKENS_PER_CHAIN = Math.floor(TOKENS / CHAINS.length);
/** The token of this rank on a chain, from 0. */
export const tokenOf = (chain: number, rank: number): string => `tok${rank * CHAINS.length + chain}`;

const wallets = Array.from({ length: WALLETS }, (_, n) => walletId(n));
/** How fast tokens become rarer with their rank: the last token of a chain has 1/2,500 of its records. */
const STEEPNESS = 0.8;

/** The facets of a random record. Half of the records belong to wallet 0; tokens have a long tail on each chain. */
export function randomTuple(random: () => number): Tuple {
  const wallet = random() < 0.5 ? 0 : 1 + Math.floor(random() * (WALLETS - 1));
  const ownChains = 1 + ((wallet + 2) % 3);
  const chain = (wallet + Math.floor(random() * ownChains)) % CHAINS.length;
  const least = TOKENS_PER_CHAIN ** -STEEPNESS;
  const rank = Math.floor((1 - random() * (1 - least)) ** (-1 / STEEPNESS)) - 1;
  const direction = DIRECTIONS[random() < 0.55 ? 0 : random() < 0.9 ? 1 : 2] ?? '';
  const reorged = random() < 0.001 ? 'yes' : '';
  return [wallets[wallet] ?? '', CHAINS[chain] ?? '', direction, tokenOf(chain, rank), reorged];
}
