import type { ChainFamily } from '../port/family.ts';
import { HEX_ADDRESS, parseEvmAddress } from './evm-address.ts';
import { evmChains } from './evm-chains.ts';
import listed from './evm-listed.json' with { type: 'json' };
import { evmStandards } from './evm-standards.ts';

const HASH = /^0x[0-9a-f]{64}$/i;

/** Chains that run the Ethereum Virtual Machine. */
export const evm = {
  label: 'an EVM chain',
  addressHint: 'a mixed-case EVM address with the right checksum',
  chains: evmChains,
  listed: listed.listed,
  standards: evmStandards,
  importedTokenStandard: 'ERC-20',
  hasInnerCalls: true,
  hasTags: false,
  checkedTokens: 'moved',
  methodMeansCall: true,
  parseAddress: (text) => {
    const address = parseEvmAddress(text);
    return address === null ? null : { address, destinationTag: null };
  },
  isMistyped: (text) => HEX_ADDRESS.test(text) && parseEvmAddress(text) === null,
  /** The checksum counts: a rule with a mistyped address would never match. */
  looksLikeAddress: (text) => parseEvmAddress(text) !== null,
  addressPrefix: '0x',
  /** Lower case saves the watcher the checksums of all addresses of a block. */
  matchForm: (address) => (/^0x/i.test(address) ? address.toLowerCase() : address),
  parseHash: (text) => (HASH.test(text) ? text.toLowerCase() : null),
  loadReader: async () => (await import('./evm-reader.ts')).evmReader,
} as const satisfies ChainFamily;
