import type { Payment } from './actions.ts';
import type { Heard } from './receivers.ts';
import type { State } from './state.ts';
import type { Tenant } from './tenant.ts';

/** What the node says at the end: the block that a transaction is in; null when it is in none. */
export type Chain = ReadonlyMap<string, string | null>;

export interface Outcome {
  readonly tenant: Tenant;
  readonly payments: readonly Payment[];
  /** How often it asked to have one delivery replayed. */
  readonly restarts: number;
  readonly state: State;
  readonly chain: Chain;
  readonly heard: ReadonlyMap<string, Heard>;
  /** Of each delivery, hashes of what the mail service took. */
  readonly mails: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Whether two lists hold the same, each as often. */
export const same = (a: readonly string[], b: readonly string[]): boolean =>
  JSON.stringify(a.toSorted()) === JSON.stringify(b.toSorted());
