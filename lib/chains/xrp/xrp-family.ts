import type { ChainFamily, ParsedAddress } from '../port/family.ts';
import { xrpChains } from './xrp-chains.ts';
import listed from './xrp-listed.json' with { type: 'json' };
import { xrpStandards } from './xrp-standards.ts';

const HASH = /^[0-9a-f]{64}$/i;
/** A classic address. X-addresses are longer and name no account, so no rule may name an X-address. */
const ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{25,35}$/;
/** A classic address or an X-address, whatever its checksum is. */
const SPELLING = /^(r[1-9A-HJ-NP-Za-km-z]{24,34}|[XT][1-9A-HJ-NP-Za-km-z]{46})$/;
/** Id of an MPT issuance, which stands where other tokens have the address of a contract. */
const ISSUANCE = /^[0-9a-f]{48}$/i;

/** The networks of the XRP Ledger. */
export const xrp = {
  label: 'the XRP Ledger',
  chains: xrpChains,
  listed: listed.listed,
  standards: xrpStandards,
  importedTokenStandard: 'issued',
  hasInnerCalls: false,
  hasTags: true,
  checkedTokens: 'none',
  methodMeansCall: false,
  parseAddress,
  isMistyped: (text) => SPELLING.test(text) && parseXrpAddress(text) === null,
  looksLikeAddress: (text) => ADDRESS.test(text) || ISSUANCE.test(text),
  addressPrefix: 'r',
  matchForm: (address) => address,
  parseHash: (text) => (HASH.test(text) ? text.toUpperCase() : null),
  loadReader: async () => (await import('./xrp-reader.ts')).xrpReader,
} as const satisfies ChainFamily;

/** An X-address names its network; the other network refuses the address. */
function parseAddress(text: string, testnet?: boolean): ParsedAddress | null {
  const parsed = parseXrpAddress(text);
  if (parsed === null) return null;
  const named = parsed.testnet ?? testnet;
  if (testnet !== undefined && named !== testnet) return null;
  return { address: parsed.address, destinationTag: parsed.destinationTag };
}

// The index of xrpl adds the client, the wallet and the models: 750 KB of bundle.
import { isValidClassicAddress, isValidXAddress, xAddressToClassicAddress } from 'xrpl/dist/npm/utils/index.js';

interface XrpAddress {
  readonly address: string;
  readonly destinationTag: number | null;
  /** The network that an X-address names; null for a classic address, which is the same on all networks. */
  readonly testnet: boolean | null;
}

/** A classic address, or an X-address (XLS-5) split into its classic address and tag; null for any other text. */
function parseXrpAddress(text: string): XrpAddress | null {
  if (isValidClassicAddress(text)) return { address: text, destinationTag: null, testnet: null };
  if (!isValidXAddress(text)) return null;
  const { classicAddress, tag, test } = xAddressToClassicAddress(text);
  return { address: classicAddress, destinationTag: tag === false ? null : tag, testnet: test };
}
