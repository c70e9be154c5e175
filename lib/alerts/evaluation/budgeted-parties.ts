import type { PartySource } from '../rules/port/groups.ts';
import type { EvaluationBudget } from './evaluation-budget.ts';

/** One request to the table asks for so many addresses. */
const ADDRESSES_PER_STEP = 100;

/** The source of what is known of addresses, at the expense of the budget of the organisation. */
export function budgeted(parties: PartySource, budget: EvaluationBudget): PartySource {
  const spendFor = (addresses: readonly string[]) => budget.spend(Math.ceil(addresses.length / ADDRESSES_PER_STEP));
  return {
    knownAddresses(organisationId, addresses, asked) {
      spendFor(addresses);
      return parties.knownAddresses(organisationId, addresses, asked);
    },
    ownedAmong(organisationId, chain, addresses) {
      spendFor(addresses);
      return parties.ownedAmong(organisationId, chain, addresses);
    },
    firstDealings(...asked) {
      budget.spend(1);
      return parties.firstDealings(...asked);
    },
  };
}
