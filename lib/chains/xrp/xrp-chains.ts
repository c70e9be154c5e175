import type { ChainEntry } from '../port/chain.ts';

/** A validated ledger of the XRP Ledger is final at once. */
const shared = {
  nativeSymbol: 'XRP',
  nativeDecimals: 6,
  chainId: null,
  confirmations: 0,
  pollMs: 2_000,
  blockSeconds: 4,
  reconcileEvery: 21_600,
  accountsPerRequest: 20,
  priceChain: null,
  wrappedToken: null,
} as const;

export const xrpChains = {
  xrp: {
    ...shared,
    name: 'XRP Ledger',
    explorer: 'https://livenet.xrpl.org/transactions/',
    addressExplorer: 'https://livenet.xrpl.org/accounts/',
    priceId: 'ripple',
    testnet: false,
    searched: true,
  },
  'xrp-testnet': {
    ...shared,
    name: 'XRP Ledger Testnet',
    explorer: 'https://testnet.xrpl.org/transactions/',
    addressExplorer: 'https://testnet.xrpl.org/accounts/',
    priceId: null,
    testnet: true,
    searched: false,
  },
} satisfies Record<string, ChainEntry>;
