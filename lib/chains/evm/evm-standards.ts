/** The token standards of EVM chains. The amount of a token that is not fungible counts whole tokens. */
export const evmStandards = {
  'ERC-20': { fungible: true },
  'ERC-721': { fungible: false },
  'ERC-1155': { fungible: false },
} as const;
export type EvmStandard = keyof typeof evmStandards;
