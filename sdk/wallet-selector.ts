/** The wallets of a rule: single wallets, and groups by tag and by type. */
export interface WalletSelector {
  readonly ids: readonly string[];
  readonly tags: readonly string[];
  readonly types: readonly string[];
}

/**
 * Whether a rule is about a wallet: the wallet has one of the ids, one of the tags or one of the types. A selector
 * without any is about all wallets. People write types as they like, so `cold` also means `Cold`.
 */
export function coversWallet(
  { ids, tags, types }: WalletSelector,
  wallet: { readonly id: string; readonly type: string; readonly tags: readonly string[] },
): boolean {
  if (ids.length + tags.length + types.length === 0) return true;
  const type = wallet.type.toLowerCase();
  return (
    ids.includes(wallet.id) ||
    tags.some((tag) => wallet.tags.includes(tag)) ||
    types.some((each) => each.toLowerCase() === type)
  );
}
