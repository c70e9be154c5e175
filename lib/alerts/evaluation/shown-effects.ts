import { bounded } from '../../transactions/bounded.ts';
import type { Entry } from '../../transactions/entry-ranks.ts';
import { type StoredTransaction, Transaction } from '../../transactions/schema.ts';

const Shown = Transaction.pick({ transfers: true, approvals: true, authority: true, omitted: true });

/**
 * What the alert of a rule shows of a transaction with more effects than a record holds: first what the rule matched.
 * The record may lack these entries, because the rule may be younger.
 */
export const shownTo = (whole: StoredTransaction, matched: readonly Entry[]) =>
  Shown.parse(bounded(whole, { matched: [matched], names: () => false }));
