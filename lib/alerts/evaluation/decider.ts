import { type FirstAttemptDeps, queueFirstAttempts } from '../../deliveries/pending-delivery.ts';
import type { StoredTransaction } from '../../transactions/schema.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { memo } from '../../values/memo.ts';
import type { Mutex } from '../../values/mutex.ts';
import { type DecideDeps, decide, type NewDecision, type Undecided } from './decide.ts';
import { decisionsOn } from './decision.ts';
import type { EvaluationBudget } from './evaluation-budget.ts';
import type { RuleMatch } from './rule-match.ts';

/** `over budget`: the budget was used up before. `decided before`: an earlier run decided the match. */
export type Decided = NewDecision | Undecided | 'over budget' | 'decided before';

/**
 * Decides the rule matches of one evaluation, one after the other, because each decision checks the outbox entry. Stops
 * when the budget of the organisation is used up, but decides at least one match, so that each run makes progress. A
 * repeated evaluation reads by one query what is decided, and queues the first attempts that an earlier run left out.
 */
export function decider(
  deps: DecideDeps & FirstAttemptDeps,
  organisationId: OrganisationId,
  { id, inclusion, verified }: Pick<StoredTransaction, 'id' | 'inclusion' | 'verified'>,
  budget: EvaluationBudget,
  alone: Mutex,
): (match: RuleMatch) => Promise<Decided> {
  const decidedBefore = memo(async (): Promise<ReadonlySet<string>> => {
    const decisions = (await decisionsOn(deps.table, organisationId, id)).filter(
      (decision) => decision.inclusion === inclusion && !(verified && decision.outcome === 'provisional'),
    );
    await queueFirstAttempts(
      deps,
      organisationId,
      decisions.flatMap(({ deliveryIds }) => deliveryIds),
    );
    return new Set(decisions.map(({ ruleId }) => ruleId));
  });
  let isRepetition = budget.repeats;
  let tries = 0;
  let isOrphaned = false;

  return (match) =>
    alone(async () => {
      if (isOrphaned) return 'orphaned';
      if (isRepetition && (await decidedBefore()).has(match.rule.id)) return 'decided before';
      if (tries > 0 && budget.isUsedUp()) return 'over budget';
      tries += 1;
      budget.spend(1);
      const decision = await decide(deps, match);
      if (decision === 'orphaned') isOrphaned = true;
      if (typeof decision === 'string') return decision;
      budget.spend(decision.deliveryIds.length);
      if (decision.decidedAt === match.decidedAt) return decision;
      // The stream does not tell how often it has brought an entry. The first match tells.
      isRepetition = true;
      await decidedBefore();
      return 'decided before';
    });
}
