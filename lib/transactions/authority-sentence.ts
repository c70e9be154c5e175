import { sanitise, symbol } from '../values/untrusted-text.ts';
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
  const shown = value === null ? 'nobody' : first.kind === 'threshold_changed' ? sanitise(value, 24) : named(value);
  const further = furtherTold(more.length, 'change of authority', 'changes of authority');
  return `${VERBS[first.kind].replace('%', () => shown)}${further}`;
}

/** `approved unlimited USDC to 0x68b3…Fc45`. */
export function rightsTold([first, ...more]: readonly Right[], named: (address: string) => string): string {
  if (first === undefined) return 'approved nothing';
  const { approved, unlimited, amount, asset, tokenId, owner, spender, isOwner = true } = first;
  const one = tokenId === null ? `all ${symbol(asset)}` : `the token ${sanitise(tokenId, 24)} of ${symbol(asset)}`;
  const what = amount === null ? one : `${unlimited ? 'unlimited' : sanitise(amount, 40)} ${symbol(asset)}`;
  const right = approved ? what : `the right to ${symbol(asset)}`;
  const further = furtherTold(more.length, 'approval', 'approvals');
  if (isOwner) return `${approved ? `approved ${right} to` : `revoked ${right} from`} ${named(spender)}${further}`;
  return `${approved ? 'may spend' : 'lost'} ${right} of ${named(owner)}${further}`;
}

const furtherTold = (count: number, one: string, many: string): string =>
  count === 0 ? '' : ` and ${count} further ${count === 1 ? one : many}`;
