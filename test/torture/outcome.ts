import type { Payment } from './actions.ts';
import type { ReceivedPosts } from './receivers.ts';
import type { State } from './state.ts';
import type { Tenant } from './tenant.ts';

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
  /** The hashes of the mails that the mail service accepted, by delivery. */
  readonly mails: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Whether two lists hold the same texts, in any order. */
export const same = (a: readonly string[], b: readonly string[]): boolean =>
  JSON.stringify(a.toSorted()) === JSON.stringify(b.toSorted());
