import type { HeldSince } from './judge-balance.ts';

/** A read of a balance takes as long as so many other steps, more or less. */
const STEPS = 3;

/** Reads each balance that the rules of one evaluation ask for once, within the budget of the evaluation. */
export function heldOnce(heldSince: HeldSince, budget: { spend(steps: number): void }): HeldSince {
  const known = new Map<string, ReturnType<HeldSince>>();
  return (organisationId, transaction, form, from) => {
    const name = `${transaction.id} ${form} ${from}`;
    const found = known.get(name);
    if (found !== undefined) return found;
    budget.spend(STEPS);
    const reading = heldSince(organisationId, transaction, form, from);
    known.set(name, reading);
    return reading;
  };
}
