/** The token standards of Solana. An NFT is a token of these standards too, with a supply of one. */
export const solanaStandards = {
  SPL: { fungible: true },
  'Token-2022': { fungible: true },
} as const;
export type SolanaStandard = keyof typeof solanaStandards;
