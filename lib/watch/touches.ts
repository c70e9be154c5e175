import type { OrganisationId } from '../values/ids.ts';
import { URGENCIES, type Urgency } from './urgency.ts';
import type { OwnedCandidate } from './wallet-matches.ts';

/** A transaction of a block that touches a watched address of an organisation. */
export interface Touch extends OwnedCandidate {
  readonly organisationId: OrganisationId;
  /** The place of the transaction in its block. */
  readonly place: number;
  readonly urgency: Urgency;
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
