import { id } from 'ethers';
import { fromUnits } from '../../values/decimal.ts';
import { memo } from '../../values/memo.ts';
import type { Approval } from '../port/chain.ts';
import type { TokenInfo } from '../port/family.ts';
import { checksumOf } from './evm-address.ts';
import { argumentOf, type LowerLog, loweredLog, pair } from './log-words.ts';
import { isOf, TRANSFER_BATCH, TRANSFER_SINGLE } from './logs.ts';
import { type Granted, isPermit2Event, PERMIT2_EVENTS, partiesOfPermit, permitIn } from './permit2.ts';
import type { EvmLog } from './schema.ts';

/** A right to spend as its contract logged it, without the decimals of the token. Addresses are in checksum form. */
export interface TokenApproval extends Granted {
  readonly owner: string;
  readonly spender: string;
}

/** ERC-20 and ERC-721 share this event, but differ in the number of indexed arguments. */
const APPROVAL = id('Approval(address,address,uint256)');
/** ERC-721 and ERC-1155 share this event and its indexed arguments. */
const APPROVAL_FOR_ALL = id('ApprovalForAll(address,address,bool)');

/** The events that may grant or revoke a right to spend, by their first topic. */
export const APPROVAL_EVENTS: readonly string[] = [APPROVAL, APPROVAL_FOR_ALL, ...PERMIT2_EVENTS];
const events = new Set(APPROVAL_EVENTS);

/** The owner and the spender that a log names, in lower case; null when the log is no approval. */
export function partiesOfApproval(log: LowerLog): [string, string] | null {
  const [event] = log.topics;
  if (event === APPROVAL || event === APPROVAL_FOR_ALL) return pair(argumentOf(log, 0), argumentOf(log, 1));
  return partiesOfPermit(log);
}

/**
 * The rights to spend that a receipt's logs grant or revoke, in order. A log whose arguments do not fit its event
 * belongs to another kind of contract, and the function skips the log.
 * @param of addresses in lower case: keeps only the approvals with an owner or a spender among them.
 * @throws Error when a field that the function reads is not hex.
 */
export function tokenApprovals(logs: readonly EvmLog[], of?: ReadonlySet<string>): TokenApproval[] {
  // Once for all logs: a stranger may log 20,000 approvals.
  const multiTokens = memo(() => multiTokensIn(logs));
  return logs.flatMap((given): TokenApproval[] => {
    const event = given.topics[0]?.toLowerCase();
    if (event === undefined || !events.has(event)) return [];
    const log = loweredLog(given);
    const parties = partiesOfApproval(log);
    if (parties === null || !isOf(of, ...parties)) return [];
    const granted = isPermit2Event(event) ? permitIn(log) : grantedBy(log, parties[1], multiTokens);
    if (granted === null) return [];
    const [owner, spender] = parties;
    return [{ ...granted, owner: checksumOf(owner), spender: checksumOf(spender) }];
  });
}

const NOBODY = `0x${'0'.repeat(40)}`;

function grantedBy(log: LowerLog, spender: string, multiTokens: () => ReadonlySet<string>): Granted | null {
  const { topics } = log;
  const third = argumentOf(log, 2);
  if (third === undefined) return null;
  const value = BigInt(third);
  const all = { tokenAddress: checksumOf(log.address), tokenId: null, raw: null, expiration: null };
  if (topics[0] === APPROVAL_FOR_ALL) {
    if (value > 1n) return null; // no boolean
    return { ...all, standard: multiTokens().has(log.address) ? 'ERC-1155' : 'ERC-721', approved: value === 1n };
  }
  // The approval of one token names nobody to revoke the approval before.
  if (topics.length === 4) return { ...all, standard: 'ERC-721', tokenId: value, approved: spender !== NOBODY };
  return { ...all, standard: topics.length === 3 ? 'ERC-20' : null, raw: value, approved: value > 0n };
}

/** The contracts that logged a movement which only ERC-1155 has, in lower case. No other log states the standard. */
const multiTokensIn = (logs: readonly EvmLog[]): ReadonlySet<string> =>
  new Set(
    logs
      .filter(({ topics: [event] }) => [TRANSFER_SINGLE, TRANSFER_BATCH].includes(event?.toLowerCase() ?? ''))
      .map(({ address }) => address.toLowerCase()),
  );

/** No supply of a token is as great. Contracts and wallets also take 2^256 - 1 and 2^160 - 1 as unlimited. */
const UNLIMITED = 2n ** 128n;
/** The last second of the year 9999. A later expiration is no date. */
const LAST_SECOND = 253_402_300_799n;

/** @param at seconds since 1970: the time of the block. */
export function approvalOf(granted: TokenApproval, tokens: ReadonlyMap<string, TokenInfo>, at: bigint): Approval {
  const { tokenAddress, owner, spender, expiration } = granted;
  const info = tokens.get(tokenAddress);
  const { standard, tokenId, raw, approved } = withStandard(granted, info);
  const isForAll = raw === null && tokenId === null;
  const isFungible = standard === 'ERC-20' || standard === 'Permit2';
  const seconds = expiration === 0n ? at : expiration;
  return {
    standard,
    asset: info?.symbol ?? tokenAddress,
    tokenAddress,
    tokenId: tokenId === null ? null : tokenId.toString(),
    owner,
    spender,
    amount: raw === null ? null : fromUnits(raw, isFungible ? (info?.decimals ?? 0) : 0),
    unlimited: isForAll ? approved : raw !== null && raw >= UNLIMITED,
    approved,
    expiresAt: seconds === null || seconds > LAST_SECOND ? null : new Date(Number(seconds) * 1000).toISOString(),
  };
}

/** A contract from before the standards that states no decimals has tokens with ids, as with transfers. */
function withStandard({ standard, tokenId, raw, approved, spender }: TokenApproval, info: TokenInfo | undefined) {
  if (standard !== null) return { standard, tokenId, raw, approved };
  // Of a token about which no node answered, the amount counts: it limits what the spender may take.
  if (info === undefined || info.decimals !== null) return { standard: 'ERC-20', tokenId, raw, approved };
  return { standard: 'ERC-721', tokenId: raw, raw: null, approved: spender !== NOBODY };
}
