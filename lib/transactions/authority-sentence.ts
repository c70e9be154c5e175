import { isFake, knownToken } from '../chains/known-tokens.ts';
import { ChainId } from '../chains/registry.ts';
import { sanitise, symbol } from '../values/untrusted-text.ts';
import { rankedApprovals } from './entry-ranks.ts';
import type { StoredApproval, StoredTransaction } from './schema.ts';

type Change = StoredTransaction['authority'][number];
/** An approval in an alert of an earlier version does not say who granted it. */
export type Right = Omit<StoredApproval, 'isOwner'> & { readonly isOwner?: boolean };

/** How a change reads. `%` stands for the member or for the value after the change. */
const VERBS: Readonly<Record<Change['kind'], string>> = {
  owner_added: 'gained the owner %',
  owner_removed: 'lost the owner %',
  threshold_changed: 'changed its threshold to %',
  module_enabled: 'enabled the module %',
  module_disabled: 'disabled the module %',
  guard_changed: 'changed its guard to %',
  implementation_changed: 'changed its code to %',
  ownership_transferred: 'passed its ownership to %',
  role_granted: 'granted a role to %',
  role_revoked: 'took a role from %',
  regular_key_set: 'set its regular key to %',
  signer_list_set: 'changed its signers',
  master_key_disabled: 'disabled its master key',
  token_authority_set: 'passed the authority over a token account to %',
  account_closed: 'closed an account',
  admin_changed: 'changed its admin to %',
  fallback_handler_changed: 'changed its fallback handler to %',
  delegation_set: 'delegated its account to the code at %',
  delegation_cleared: 'took its account back from the code at %',
};

/** `gained the owner 0x1b53…1173 and 2 further changes of authority`. */
export function changesTold([first, ...more]: readonly Change[], named: (address: string) => string): string {
  if (first === undefined) return 'changed nothing';
  const value = first.after ?? first.before;
  const shown = value === null ? 'nobody' : valueTold(first.kind, value, named);
  const further = furtherTold(more.length, 'change of authority', 'changes of authority');
  return `${VERBS[first.kind].replace('%', () => shown)}${further}`;
}

function valueTold(kind: Change['kind'], value: string, named: (address: string) => string): string {
  if (kind === 'threshold_changed') return sanitise(value, 24);
  // The guard of a multisig of Squads is a time: `time lock of 3600 seconds`.
  return kind === 'guard_changed' && value.includes(' ') ? `a ${sanitise(value, 40)}` : named(value);
}

/**
 * `approved unlimited USDC to 0x68b3…Fc45`: the right that endangers the wallet most. Rights to tokens of known issuers
 * come first, because anybody can log an approval of a token of his own.
 */
export function rightsTold(chain: string, rights: readonly Right[], named: (address: string) => string): string {
  const known = new Set(rights.filter((right) => isKnown(chain, right)).map(({ tokenAddress }) => tokenAddress));
  const whole = rights.map((right) => ({ ...right, isOwner: right.isOwner ?? true }));
  const [first, ...more] = rankedApprovals(whole, (text) => known.has(text));
  if (first === undefined) return 'approved nothing';
  const { approved, unlimited, amount, tokenId, owner, spender, isOwner } = first;
  const asset = assetName(chain, first);
  const one = tokenId === null ? `all ${asset}` : `the token ${sanitise(tokenId, 24)} of ${asset}`;
  const what = amount === null ? one : `${unlimited ? 'unlimited' : sanitise(amount, 40)} ${asset}`;
  const right = approved ? what : `the right to ${asset}`;
  const further = furtherTold(more.length, 'approval', 'approvals');
  if (isOwner) return `${approved ? `approved ${right} to` : `revoked ${right} from`} ${named(spender)}${further}`;
  return `${approved ? 'may spend' : 'lost'} ${right} of ${named(owner)}${further}`;
}

const isKnown = (id: string, { tokenAddress, asset: symbol }: Right): boolean => {
  const chain = ChainId.safeParse(id).data;
  return chain !== undefined && knownToken({ chain, tokenAddress, symbol }) !== null;
};

/** The symbol of an asset. A token that bears the symbol of another one only calls itself so. */
export function assetName(
  chain: string,
  { asset, tokenAddress }: { readonly asset: string; readonly tokenAddress: string | null },
): string {
  const shown = symbol(asset);
  return isFake({ chain, tokenAddress, symbol: asset }) ? `of a token that calls itself ${shown}` : shown;
}

const furtherTold = (count: number, one: string, many: string): string =>
  count === 0 ? '' : ` and ${count} further ${count === 1 ? one : many}`;
