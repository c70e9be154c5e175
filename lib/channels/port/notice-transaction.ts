/** What a channel may say of a right to spend. */
export interface NoticeApproval {
  readonly asset: string;
  readonly tokenAddress: string;
  readonly tokenId: string | null;
  readonly owner: string;
  readonly spender: string;
  readonly amount: string | null;
  readonly unlimited: boolean;
  readonly approved: boolean;
  /** ISO 8601 */
  readonly expiresAt: string | null;
}

/** What a channel may say of a change of authority. */
export interface NoticeAuthority {
  readonly kind: string;
  readonly subject: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** What a channel may say of what a payment is for. */
export interface NoticeReference {
  readonly kind: string;
  readonly value: string;
  readonly encoding: string;
  readonly truncated: boolean;
}

/** What a channel may say of the state that a rule has judged. */
export interface NoticeSubject {
  readonly walletId: string;
  /** Id of the chain. Null when the rule judges all chains of the wallet. */
  readonly chain: string | null;
  /** `native`, or the address of a token. Null when every asset counts. */
  readonly asset: string | null;
  /** Of the asset. Null when every asset counts, or when the symbol is unknown. */
  readonly symbol: string | null;
  /** What the rule has measured, a decimal string. */
  readonly level: string | null;
}

/** What a channel may say of the transaction of an alert, as the wallet of the alert sees the transaction. */
export interface NoticeTransaction {
  readonly hash: string;
  readonly chain: string;
  readonly blockNumber: number;
  /** ISO 8601 */
  readonly blockTimestamp: string;
  readonly direction: string;
  readonly txType: string;
  readonly status: string;
  readonly fromAddress: string;
  readonly toAddress: string | null;
  /** The label of the own wallet or in the address book. Null for addresses without a label. */
  readonly fromLabel: string | null;
  readonly toLabel: string | null;
  readonly tokenSymbol: string;
  readonly tokenAmount: string;
  readonly valueUsd: string | null;
  readonly valueStatus: string;
  readonly methodName: string | null;
  readonly gasPriceGwei: string | null;
  readonly destinationTag: number | null;
  readonly references: readonly NoticeReference[];
  readonly transfers: readonly (object & {
    readonly asset: string;
    readonly amount: string;
    readonly tokenAddress: string | null;
  })[];
  readonly approvals: readonly NoticeApproval[];
  readonly authority: readonly NoticeAuthority[];
  readonly omitted: object;
  /** `import` for what a caller stated. */
  readonly source: string;
  /** Whether a node or a block has stated the facts. */
  readonly verified: boolean;
  readonly wallet: { readonly label: string };
}

/** What the message of an alert says of another alert of the same payment. The most severe comes first. */
export interface AlsoFired {
  readonly severity: string;
  readonly ruleId: string;
  readonly ruleName: string;
  readonly firesWhen: string;
  /** What happened at the other end of a payment between own wallets. Null at the end that the message leads with. */
  readonly summary: string | null;
}

/** The chain of an alert as a person reads it. */
export interface NoticeChain {
  readonly name: string;
  /** The page of a transaction in a public explorer is this text and the hash. Null for a chain without an explorer. */
  readonly explorer: string | null;
}
