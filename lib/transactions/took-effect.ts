import type { StoredTransaction } from './schema.ts';

type Outcome = Pick<StoredTransaction, 'status'> & {
  readonly [effects in 'transfers' | 'approvals' | 'authority']: readonly unknown[];
};

/**
 * Whether a transaction changed anything for its wallet. A failed one did not, with two exceptions: a delegation
 * (EIP-7702) stays, and a bundle may move value beside the failed operation of the wallet.
 */
export const tookEffect = ({ status, transfers, approvals, authority }: Outcome): boolean =>
  status === 'success' || transfers.length + approvals.length + authority.length > 0;
