import { sanitise, symbol } from '../../values/untrusted-text.ts';
import type { NoticeApproval, NoticeAuthority, NoticeTransaction } from '../port/notice-transaction.ts';
import type { Fact } from './notice-text.ts';

/** A spam transaction may hold hundreds. A person reads the first ones, and the record shows all. */
export const MOST_SHOWN = 3;
/** Code points of the parts of a line. Every address, every token id and every amount that is not unlimited fits. */
const MAX_ADDRESS = 44;
const MAX_ID = 78;
const MAX_AMOUNT = 64;
const MAX_VALUE = 64;

/** What a person should know of the rights to spend and of the authority that a transaction changed. */
export const authorityFacts = ({ approvals, authority }: NoticeTransaction): Fact[] => [
  ...approvals.slice(0, MOST_SHOWN).flatMap(approvalFacts),
  ...furtherThan(MOST_SHOWN, 'Further approvals', approvals),
  ...authority.slice(0, MOST_SHOWN).map((change) => ({ name: 'Authority', value: changeOf(change) })),
  ...furtherThan(MOST_SHOWN, 'Further changes of authority', authority),
  ...subjectsOf(authority.slice(0, MOST_SHOWN)).map((value) => ({ name: 'Authority over', value })),
];

export const furtherThan = (shown: number, name: string, all: readonly unknown[]): Fact[] =>
  all.length > shown ? [{ name, value: String(all.length - shown) }] : [];

/** Anybody can use any symbol. Only the contract identifies the token. */
function approvalFacts(approval: NoticeApproval): Fact[] {
  const { owner, spender, tokenAddress, approved, expiresAt } = approval;
  const what = grantedBy(approval);
  const value = approved ? `${what} to ${shown(spender)}` : `revoked ${what} from ${shown(spender)}`;
  return [
    { name: 'Approval', value },
    { name: 'Approved by', value: shown(owner) },
    { name: 'Approved token', value: shown(tokenAddress) },
    ...(expiresAt === null ? [] : [{ name: 'Approved until', value: expiresAt }]),
  ];
}

/** `unlimited USDC`, `1.5 USDC`, `token 7 of BAYC` or `all tokens of BAYC`. */
function grantedBy({ asset, tokenId, amount, unlimited, approved }: NoticeApproval): string {
  if (tokenId !== null) return `token ${sanitise(tokenId, MAX_ID)} of ${symbol(asset)}`;
  if (amount === null) return `all tokens of ${symbol(asset)}`;
  if (!approved) return symbol(asset);
  return `${unlimited ? 'unlimited' : sanitise(amount, MAX_AMOUNT)} ${symbol(asset)}`;
}

/** `owner added 0x…`, `threshold changed to 2` or `ownership transferred from 0x… to 0x…`. */
function changeOf({ kind, before, after }: NoticeAuthority): string {
  const what = kind.replaceAll('_', ' ');
  if (before !== null && after !== null) return `${what} from ${named(before)} to ${named(after)}`;
  const value = after ?? before;
  if (value === null) return what;
  return /_(changed|transferred)$/.test(kind) ? `${what} to ${named(value)}` : `${what} ${named(value)}`;
}

const subjectsOf = (changes: readonly NoticeAuthority[]): string[] => [
  ...new Set(changes.map(({ subject }) => shown(subject))),
];

const shown = (address: string): string => sanitise(address, MAX_ADDRESS);
const named = (text: string): string => sanitise(text, MAX_VALUE);
