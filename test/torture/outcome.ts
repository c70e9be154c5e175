import type { StoredTransaction } from '../../lib/transactions/schema.ts';
import type { Payment } from './actions.ts';
import type { ReceivedMessage, ReceivedPosts } from './receivers.ts';
import type { State } from './state.ts';
import type { Tenant } from './tenant.ts';
import type { Truth } from './truth.ts';

/** The block of each transaction at the end of a run; null if no block holds the transaction. */
export type Chain = ReadonlyMap<string, string | null>;

export interface Outcome {
  readonly tenant: Tenant;
  readonly payments: readonly Payment[];
  /** How often the tenant requested the replay of a single delivery. */
  readonly restarts: number;
  readonly state: State;
  readonly chain: Chain;
  readonly received: ReadonlyMap<string, ReceivedPosts>;
  /** What the chats and pagers of all organisations got. */
  readonly messages: readonly ReceivedMessage[];
  /** The hashes of the mails that the mail service accepted, by delivery. */
  readonly mails: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Whether two lists hold the same texts, in any order. */
export const same = (a: readonly string[], b: readonly string[]): boolean =>
  JSON.stringify(a.toSorted()) === JSON.stringify(b.toSorted());

/** What happened to the wallet, as the record can know: from the chain, or from the client who imported. */
export function truthOf({ payments }: Pick<Outcome, 'payments'>, record: StoredTransaction): Truth {
  const payment = payments.find(({ hash }) => hash === record.hash);
  if (payment === undefined) throw new Error(`${record.hash} was never paid`);
  return record.verified ? payment.truth : payment.stated;
}
