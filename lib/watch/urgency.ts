import { type Approval, type Movement, NATIVE } from '../chains/port/chain.ts';
import { type ChainId, chainOf } from '../chains/registry.ts';
import { isWrapped, knownToken } from '../prices/known-tokens.ts';
import { sendersOf } from '../transactions/view.ts';
import type { Candidate } from './wallet-matches.ts';

/** The two classes of deferred matches of a wallet. Each has its own order. Urgent matches are recorded first. */
export const URGENCIES = ['urgent', 'other'] as const;
export type Urgency = (typeof URGENCIES)[number];

/**
 * A match is urgent when no stranger can make it at will: the wallet signed the transaction, native coins or tokens of
 * a known issuer left the wallet or were approved, or the authority over the wallet changed. A stranger's contract may
 * state any movement, approval or change of its own tokens in the name of the wallet. Such a match is not urgent, so
 * that nobody can delay a theft by dust.
 */
export const urgencyOf = ({ address, inBlock: { transaction } }: Candidate): Urgency => {
  const { fromAddress, signers = [], movements, approvals = [], authority = [] } = transaction;
  const { id: chain } = chainOf(transaction.chain);
  const isUrgent =
    fromAddress === address ||
    signers.includes(address) ||
    // Only the contract itself, or the signature of the account, changes the authority of a subject.
    authority.some(({ subject }) => subject === address) ||
    movements.some((movement) => sendersOf(movement).includes(address) && hasValue(chain, movement)) ||
    // Some tokens state an approval of nothing when nothing moves.
    approvals.some((each) => each.owner === address && each.approved && isKnown(chain, each));
  return isUrgent ? 'urgent' : 'other';
};

/** Anybody can have nothing move from anybody: `transferFrom` of zero needs no approval. */
const hasValue = (chain: ChainId, movement: Movement): boolean =>
  /[1-9]/.test(movement.amount) && (movement.standard === NATIVE || isKnown(chain, movement));

/** Whether the contract of the token is known to do only what the owner allows. */
const isKnown = (
  chain: ChainId,
  { asset, tokenAddress }: Pick<Approval | Movement, 'asset' | 'tokenAddress'>,
): boolean => {
  const token = { chain, tokenAddress, symbol: asset };
  return knownToken(token) !== null || isWrapped(token);
};
