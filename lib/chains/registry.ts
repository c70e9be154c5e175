import * as z from 'zod';
import type { Family } from './chain.ts';

/** A chain as data. Adding one to a family that has an adapter is an entry in the table below and nothing else. */
export interface Chain {
  readonly id: ChainId;
  readonly family: Family;
  /** For people. */
  readonly name: string;
  readonly nativeSymbol: string;
  readonly nativeDecimals: number;
  /** EIP-155 chain id; null for other families. */
  readonly chainId: number | null;
  /** Blocks on top of a transaction's own before it is taken as final by a watcher. */
  readonly confirmations: number;
  /** How often a watcher looks for new blocks: about as often as they come, in milliseconds. */
  readonly pollMs: number;
  /** A transaction's page in a public explorer is this and its hash; null where there is none. */
  readonly explorer: string | null;
  /** CoinGecko id of the native asset, which DefiLlama also takes; null where it has no value (test networks). */
  readonly priceId: string | null;
  /** DefiLlama's name of the chain, under which it prices tokens by address; null where it prices none. */
  readonly priceChain: string | null;
  readonly testnet: boolean;
}

export const ChainId = z.enum([
  'ethereum',
  'base',
  'arbitrum',
  'optimism',
  'polygon',
  'bsc',
  'avalanche',
  'sepolia',
  'anvil',
  'solana',
  'solana-devnet',
  'xrp',
  'xrp-testnet',
]);
export type ChainId = z.output<typeof ChainId>;

type Entry = Omit<Chain, 'id'>;

const evm = { family: 'evm', nativeSymbol: 'ETH', nativeDecimals: 18, priceId: 'ethereum', testnet: false } as const;
const solana = {
  family: 'solana',
  nativeSymbol: 'SOL',
  nativeDecimals: 9,
  chainId: null,
  confirmations: 32,
  pollMs: 1_000,
} as const;
/** A validated ledger of the XRP Ledger is final at once. */
const xrp = {
  family: 'xrp',
  nativeSymbol: 'XRP',
  nativeDecimals: 6,
  chainId: null,
  confirmations: 0,
  pollMs: 2_000,
  priceChain: null,
} as const;

const entries: Readonly<Record<ChainId, Entry>> = {
  ethereum: {
    ...evm,
    name: 'Ethereum',
    chainId: 1,
    confirmations: 12,
    pollMs: 6_000,
    explorer: 'https://etherscan.io/tx/',
    priceChain: 'ethereum',
  },
  base: {
    ...evm,
    name: 'Base',
    chainId: 8453,
    confirmations: 20,
    pollMs: 2_000,
    explorer: 'https://basescan.org/tx/',
    priceChain: 'base',
  },
  arbitrum: {
    ...evm,
    name: 'Arbitrum One',
    chainId: 42161,
    confirmations: 20,
    pollMs: 1_000,
    explorer: 'https://arbiscan.io/tx/',
    priceChain: 'arbitrum',
  },
  optimism: {
    ...evm,
    name: 'OP Mainnet',
    chainId: 10,
    confirmations: 20,
    pollMs: 2_000,
    explorer: 'https://optimistic.etherscan.io/tx/',
    priceChain: 'optimism',
  },
  polygon: {
    ...evm,
    name: 'Polygon PoS',
    nativeSymbol: 'POL',
    chainId: 137,
    confirmations: 64,
    pollMs: 2_000,
    explorer: 'https://polygonscan.com/tx/',
    priceChain: 'polygon',
    priceId: 'polygon-ecosystem-token',
  },
  bsc: {
    ...evm,
    name: 'BNB Smart Chain',
    nativeSymbol: 'BNB',
    chainId: 56,
    confirmations: 15,
    pollMs: 1_000,
    explorer: 'https://bscscan.com/tx/',
    priceChain: 'bsc',
    priceId: 'binancecoin',
  },
  avalanche: {
    ...evm,
    name: 'Avalanche C-Chain',
    nativeSymbol: 'AVAX',
    chainId: 43114,
    confirmations: 3,
    pollMs: 2_000,
    explorer: 'https://snowtrace.io/tx/',
    priceChain: 'avax',
    priceId: 'avalanche-2',
  },
  sepolia: {
    ...evm,
    name: 'Sepolia',
    chainId: 11155111,
    confirmations: 5,
    pollMs: 6_000,
    explorer: 'https://sepolia.etherscan.io/tx/',
    priceChain: null,
    priceId: null,
    testnet: true,
  },
  /** A local node. Its ether is priced as real, so that rules on USD values can be tried. */
  anvil: {
    ...evm,
    name: 'Anvil (local)',
    chainId: 31337,
    confirmations: 0,
    pollMs: 500,
    explorer: null,
    priceChain: null,
    testnet: true,
  },
  solana: {
    ...solana,
    name: 'Solana',
    explorer: 'https://solscan.io/tx/',
    priceChain: 'solana',
    priceId: 'solana',
    testnet: false,
  },
  'solana-devnet': {
    ...solana,
    name: 'Solana Devnet',
    explorer: null,
    priceChain: null,
    priceId: null,
    testnet: true,
  },
  xrp: {
    ...xrp,
    name: 'XRP Ledger',
    explorer: 'https://livenet.xrpl.org/transactions/',
    priceId: 'ripple',
    testnet: false,
  },
  'xrp-testnet': {
    ...xrp,
    name: 'XRP Ledger Testnet',
    explorer: 'https://testnet.xrpl.org/transactions/',
    priceId: null,
    testnet: true,
  },
};

/** Every chain id, in the order `GET /api/chains` lists them. */
export const chainIds: readonly ChainId[] = ChainId.options;

export const chainOf = (id: ChainId): Chain => ({ id, ...entries[id] });

/** The chains of a family: those on which an address means the same owner. */
export const familyChains = (family: Family): ChainId[] => chainIds.filter((id) => chainOf(id).family === family);
