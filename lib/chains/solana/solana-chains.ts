import type { ChainEntry } from '../port/chain.ts';
import { WRAPPED_SOL } from './programs.ts';

const shared = {
  nativeSymbol: 'SOL',
  nativeDecimals: 9,
  chainId: null,
  confirmations: 32,
  pollMs: 1_000,
  blockSeconds: 0.4,
  reconcileEvery: 216_000,
  accountsPerRequest: 100,
  wrappedToken: WRAPPED_SOL,
  busy: true,
} as const;

export const solanaChains = {
  solana: {
    ...shared,
    name: 'Solana',
    explorer: 'https://solscan.io/tx/',
    addressExplorer: 'https://solscan.io/account/',
    priceChain: 'solana',
    priceId: 'solana',
    testnet: false,
    searched: true,
  },
  'solana-devnet': {
    ...shared,
    name: 'Solana Devnet',
    explorer: null,
    addressExplorer: null,
    priceChain: null,
    priceId: null,
    testnet: true,
    searched: false,
  },
} satisfies Record<string, ChainEntry>;
