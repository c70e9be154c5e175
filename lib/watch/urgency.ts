import { pairOf } from '../chains/known-tokens.ts';
import { type Approval, type AuthorityKind, type Movement, NATIVE } from '../chains/port/chain.ts';
import { type ChainId, chainOf } from '../chains/registry.ts';
import { sendersOf } from '../transactions/view.ts';
import { compare } from '../values/decimal.ts';
import type { Touch, Urgency } from './touches.ts';

/**
 * Amounts that are worth about 1 USD, by the feed of the asset; 1 where a feed is not here. A scan waits for no price,
 * and these only have to tell value from dust.
 */
const ABOUT_A_DOLLAR: Readonly<Record<string, string>> = {
  'ETH / USD': '0.0003',
  'BNB / USD': '0.0015',
  'POL / USD': '4',
  'AVAX / USD': '0.05',
  'SOL / USD': '0.006',
  'XRP / USD': '0.4',
  'BTC / USD': '0.00001',
  'WBTC / USD': '0.00001',
};

/**
 * A match is urgent when no stranger can make it at will: the wallet signed the transaction, native coins or tokens of
 * a known issuer worth about 1 USD left the wallet or such tokens were approved, or the authority over the wallet
 * changed. A stranger's contract may state any movement, approval or change of its own tokens in the name of the
 * wallet. And strangers may take an open offer of the wallet in crumbs, such as one drop of XRP at a time. Such matches
 * are not urgent, so that nobody can delay a theft by dust. See also `raisedBy`.
 */
export const urgencyOf = ({ address, inBlock: { transaction } }: Pick<Touch, 'address' | 'inBlock'>): Urgency => {
  const { fromAddress, signers = [], movements, approvals = [], authority = [] } = transaction;
  const { id: chain } = chainOf(transaction.chain);
  const isUrgent =
    fromAddress === address ||
    signers.includes(address) ||
    // Only the contract itself, or the signature of the account, changes the authority of a subject. The vault of a
    // multisig is the holder, and changes with the multisig.
    authority.some(
      ({ kind, subject, holder }) => subject === address || (holder === address && !BY_ANYBODY.has(kind)),
    ) ||
    movements.some((movement) => hasValue(chain, movement, givenBy(address, movement))) ||
    // Some tokens state an approval of nothing when nothing moves.
    approvals.some((each) => each.owner === address && each.approved && feedOf(chain, each) !== null);
  return isUrgent ? 'urgent' : 'other';
};

/** Anybody can open a token account for a wallet, and then change who may close it. */
const BY_ANYBODY: ReadonlySet<AuthorityKind> = new Set(['token_authority_set', 'account_closed']);

/** What a movement takes from the address; 0 when the address is no sender. */
export const givenBy = (address: string, movement: Movement): string => {
  const share = movement.shares?.find(({ from }) => from === address);
  return share?.amount ?? (sendersOf(movement).includes(address) ? movement.amount : '0');
};

/** Anybody can have nothing move from anybody: `transferFrom` of zero needs no approval. */
const hasValue = (chain: ChainId, movement: Movement, amount: string): boolean => {
  const feed = movement.standard === NATIVE ? `${chainOf(chain).nativeSymbol} / USD` : feedOf(chain, movement);
  return feed !== null && compare(amount, ABOUT_A_DOLLAR[feed] ?? '1') >= 0;
};

/** The feed of a token whose contract is known to do only what the owner allows; null for every other token. */
const feedOf = (
  chain: ChainId,
  { asset, tokenAddress }: Pick<Approval | Movement, 'asset' | 'tokenAddress'>,
): string | null => pairOf({ chain, tokenAddress, symbol: asset });
