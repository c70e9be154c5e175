/**
 * The token standards of the XRP Ledger: currencies that an account issues, multi-purpose tokens (XLS-33), and NFTokens
 * (XLS-20).
 */
export const xrpStandards = {
  issued: { fungible: true },
  MPT: { fungible: true },
  'XLS-20': { fungible: false },
} as const;
export type XrpStandard = keyof typeof xrpStandards;
