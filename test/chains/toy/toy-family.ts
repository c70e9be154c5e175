import type { ChainFamily } from '../../../lib/chains/port/family.ts';

const ADDRESS = /^toy1[a-z]{4,30}$/i;
const HASH = /^[0-9a-f]{64}$/i;

/**
 * A family whose transactions have many inputs and many outputs, as in Bitcoin. Its hashes have the same form as the
 * hashes of the XRP Ledger.
 */
export const toy = {
  label: 'the toy chain',
  chains: {
    toychain: {
      name: 'Toy chain',
      nativeSymbol: 'TOY',
      nativeDecimals: 2,
      chainId: null,
      confirmations: 0,
      pollMs: 1_000,
      blockSeconds: 1,
      reconcileEvery: 300,
      accountsPerRequest: 100,
      explorer: null,
      addressExplorer: null,
      priceId: 'toy',
      priceChain: null,
      wrappedToken: null,
      testnet: false,
      searched: true,
    },
  },
  listed: [],
  standards: { sticker: { fungible: false }, chip: { fungible: true } },
  importedTokenStandard: 'chip',
  hasInnerCalls: false,
  hasTags: false,
  checkedTokens: 'none',
  methodMeansCall: false,
  parseAddress: (text) => (ADDRESS.test(text) ? { address: text.toLowerCase(), destinationTag: null } : null),
  looksLikeAddress: (text) => ADDRESS.test(text),
  addressPrefix: 'toy',
  matchForm: (address) => (ADDRESS.test(address) ? address.toLowerCase() : address),
  parseHash: (text) => (HASH.test(text) ? text.toLowerCase() : null),
  loadReader: async () => (await import('./toy-reader.ts')).toyReader,
} as const satisfies ChainFamily;
