// Generated from docs/openapi.json by `npm run generate`.
/** The chains that the API knows. A service may not watch all of them. */
export const CHAIN_IDS: readonly string[] = [
  "ethereum",
  "base",
  "arbitrum",
  "optimism",
  "polygon",
  "bsc",
  "avalanche",
  "sepolia",
  "anvil",
  "solana",
  "solana-devnet",
  "xrp",
  "xrp-testnet"
];

/** The rule types, each with the conditions that it takes. */
export const RULE_CONDITIONS: Readonly<Record<string, readonly string[]>> = {
  "any_transfer": [
    "direction",
    "side",
    "other_end",
    "counterparty_in",
    "counterparty_not_in",
    "first_time",
    "lookalike",
    "destination_tag",
    "memo_contains"
  ],
  "large_transfer": [
    "direction",
    "side",
    "other_end",
    "counterparty_in",
    "counterparty_not_in",
    "first_time",
    "lookalike",
    "value_usd",
    "unknown_value",
    "destination_tag",
    "memo_contains"
  ],
  "token_transfer": [
    "direction",
    "side",
    "other_end",
    "counterparty_in",
    "counterparty_not_in",
    "first_time",
    "lookalike",
    "token_symbol",
    "token_address",
    "amount",
    "destination_tag",
    "memo_contains"
  ],
  "inbound_only": [
    "side",
    "other_end",
    "counterparty_in",
    "counterparty_not_in",
    "first_time",
    "lookalike",
    "value_usd",
    "unknown_value",
    "token_symbol",
    "destination_tag",
    "memo_contains"
  ],
  "outbound_only": [
    "side",
    "other_end",
    "counterparty_in",
    "counterparty_not_in",
    "first_time",
    "lookalike",
    "value_usd",
    "unknown_value",
    "token_symbol",
    "destination_tag",
    "memo_contains"
  ],
  "contract_call": [
    "contract_address"
  ],
  "method_call": [
    "method"
  ],
  "address_blacklist": [
    "addresses"
  ],
  "gas_spike": [
    "gas_price_gwei"
  ],
  "frequency": [
    "count",
    "window_minutes"
  ],
  "contract_deploy": [],
  "token_mint": [
    "token_symbol",
    "token_address"
  ],
  "approval": [
    "unlimited",
    "amount",
    "spender_in",
    "spender_not_in",
    "counterparty_in",
    "counterparty_not_in",
    "first_time",
    "lookalike",
    "token_symbol",
    "token_address",
    "revoked"
  ],
  "authority_change": [
    "kinds"
  ],
  "balance": [
    "asset",
    "below",
    "above",
    "rearm_percent"
  ],
  "nft_transfer": [
    "direction",
    "side",
    "other_end",
    "counterparty_in",
    "counterparty_not_in",
    "first_time",
    "lookalike",
    "token_address",
    "token_id",
    "destination_tag",
    "memo_contains"
  ],
  "outflow": [
    "value_usd",
    "amount",
    "asset",
    "window_minutes",
    "per"
  ],
  "silence": [
    "direction",
    "asset",
    "hours"
  ]
};
