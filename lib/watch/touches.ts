import type { DecodedTransaction } from '../chains/port/chain.ts';
import { log } from '../platform/log.ts';
import { isTouched } from '../transactions/view.ts';
import type { OrganisationId } from '../values/ids.ts';

/** A decoded transaction and the block that contains it. */
export interface DecodedInBlock {
  readonly transaction: DecodedTransaction;
  /** Why the transaction could not be decoded, or null. */
  readonly undecoded: string | null;
  readonly blockHash: string;
  /** How the transaction was found: by a scan of its block, unless a check of balances led to the transaction. */
  readonly source?: 'watch' | 'reconcile';
}

/** The two classes of touches of a wallet. Each has its own order. Urgent touches are recorded first. */
export const URGENCIES = ['urgent', 'other'] as const;
export type Urgency = (typeof URGENCIES)[number];

/** A transaction of a block that touches a watched address of an organisation. */
export interface Touch {
  readonly inBlock: DecodedInBlock;
  /** In canonical form. */
  readonly address: string;
  readonly organisationId: OrganisationId;
  readonly walletId: string;
  /** Whether the wallet has only the payments of a tag. */
  readonly isTagged?: true;
  /** The place of the transaction in its block. */
  readonly place: number;
  readonly urgency: Urgency;
}

/** Whether a transaction touches an address. One that could not be decoded touches every address that it names. */
export const mayTouch = ({ address, inBlock: { transaction, undecoded } }: Pick<Touch, 'address' | 'inBlock'>) =>
  undecoded !== null || isTouched(transaction, address);

/** Logs a transaction that could not be decoded; an alarm informs the operators. */
export function reportUndecoded({ transaction, undecoded }: DecodedInBlock): void {
  const { chain, hash } = transaction;
  if (undecoded !== null) log.warn('transaction.decode_failed', { chain, hash, reason: undecoded });
}

/** How many records an organisation gets on a chain. Each stage sets its own numbers. */
export interface Budgets {
  /** Records of a block that the watcher makes itself for one organisation. */
  readonly perBlock: number;
  /** Records of a block that the watcher makes itself for all organisations together. */
  readonly atOnce: number;
  /** Records per hour of one organisation. */
  readonly perHour: number;
}

/** For tests and benchmarks of other parts: the watcher makes all records itself. */
export const NO_BUDGETS: Budgets = { perBlock: Number.MAX_SAFE_INTEGER, atOnce: Number.MAX_SAFE_INTEGER, perHour: 1e9 };

export interface Divided {
  readonly atOnce: readonly Touch[];
  readonly deferred: readonly Touch[];
}

/**
 * Divides the touches of a block. The first touches of each organisation are recorded at once, up to its budget, and
 * the organisations take turns up to the budget of the block. Urgent touches come before the others. The rest is
 * deferred. What is recorded at once of a wallet comes before what is deferred of the same class.
 * @param touches in the order of the block.
 * @param mayRecord false for a touch that is deferred in any case.
 */
export function divide(
  touches: readonly Touch[],
  { perBlock, atOnce }: Omit<Budgets, 'perHour'>,
  mayRecord: (touch: Touch) => boolean,
): Divided {
  const turns = new Map<OrganisationId, number>();
  const allowed = touches.filter(mayRecord);
  const urgentFirst = URGENCIES.flatMap((urgency) => allowed.filter((touch) => touch.urgency === urgency));
  const ranked = urgentFirst.map((touch) => {
    const turn = turns.get(touch.organisationId) ?? 0;
    turns.set(touch.organisationId, turn + 1);
    return { touch, turn };
  });
  const within = ranked.filter(({ turn }) => turn < perBlock).toSorted((a, b) => a.turn - b.turn);
  const first = within.slice(0, atOnce).map(({ touch }) => touch);
  const isFirst = new Set(first);
  return { atOnce: first, deferred: touches.filter((touch) => !isFirst.has(touch)) };
}
