/** The token standards of the XRP Ledger: currencies that an account issues, and multi-purpose tokens (XLS-33). */
export const xrpStandards = {
  issued: { fungible: true },
  MPT: { fungible: true },
} as const;
export type XrpStandard = keyof typeof xrpStandards;
