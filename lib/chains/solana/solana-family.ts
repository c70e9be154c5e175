import { decodeBase58 } from '../../values/base58.ts';
import type { ChainFamily } from '../port/family.ts';
import { parseSolanaAddress } from './solana-address.ts';
import { solanaChains } from './solana-chains.ts';
import listed from './solana-listed.json' with { type: 'json' };
import { solanaStandards } from './solana-standards.ts';

/** The base58 of 64 bytes. 88 digits can also mean 65 bytes. */
const SIGNATURE = /^[1-9A-HJ-NP-Za-km-z]{87,88}$/;
/** 40 hex digits are an EVM address without its 0x. */
const ADDRESS = /^(?![0-9A-Fa-f]{40}$)[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/** Solana's clusters. The hash of a transaction is the first of its signatures. */
export const solana = {
  label: 'Solana',
  chains: solanaChains,
  listed: listed.listed,
  standards: solanaStandards,
  importedTokenStandard: 'SPL',
  hasInnerCalls: false,
  hasTags: false,
  checkedTokens: 'asked',
  methodMeansCall: false,
  parseAddress: (text) => {
    const address = parseSolanaAddress(text);
    return address === null ? null : { address, destinationTag: null };
  },
  looksLikeAddress: (text) => ADDRESS.test(text),
  addressPrefix: '',
  matchForm: (address) => address,
  parseHash: (text) => (SIGNATURE.test(text) && decodeBase58(text)?.length === 64 ? text : null),
  loadReader: async () => (await import('./solana-reader.ts')).solanaReader,
} as const satisfies ChainFamily;
