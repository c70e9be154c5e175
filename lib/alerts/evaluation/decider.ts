import { type FirstAttemptDeps, queueAttempts } from '../../deliveries/pending-delivery.ts';
import type { StoredDelivery } from '../../deliveries/schema.ts';
import type { StoredTransaction } from '../../transactions/schema.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { memo } from '../../values/memo.ts';
import type { Mutex } from '../../values/mutex.ts';
import { type DecideDeps, decide, type NewDecision, type Undecided } from './decide.ts';
import { type Decision, decisionsOn, mostSevereFirst } from './decision.ts';
import type { EvaluationBudget } from './evaluation-budget.ts';
import type { RuleMatch } from './rule-match.ts';

/** `over budget`: the budget was used up before. `decided before`: an earlier run decided the match. */
export type Decided = NewDecision | Undecided | 'over budget' | 'decided before';

export interface Decider {
  decide(match: RuleMatch): Promise<Decided>;
  /** Queues the first attempts of all alerts that this evaluation or an earlier run of it has decided. */
  queueAttempts(): Promise<void>;
}

/**
 * Decides the rule matches of one evaluation, one after the other, because each decision checks the outbox entry. Stops
 * when the budget of the organisation is used up, but decides at least one match, so that each run makes progress. A
 * repeated evaluation reads by one query what is decided. The caller queues the first attempts after the last decision:
 * the first message about a payment can then tell of all its alerts.
 */
export function decider(
  deps: DecideDeps & FirstAttemptDeps,
  organisationId: OrganisationId,
  { id, inclusion, verified }: Pick<StoredTransaction, 'id' | 'inclusion' | 'verified'>,
  budget: EvaluationBudget,
  alone: Mutex,
): Decider {
  /** By rule. */
  const fired = new Map<string, { readonly decision: Decision; readonly deliveries: readonly StoredDelivery[] }>();
  const decidedBefore = memo(async (): Promise<ReadonlySet<string>> => {
    const decisions = (await decisionsOn(deps.table, organisationId, id)).filter(
      (decision) => decision.inclusion === inclusion && !(verified && decision.outcome === 'provisional'),
    );
    // An earlier run may have stopped before it queued the attempts.
    const ids = decisions.flatMap(({ deliveryIds }) => deliveryIds);
    const stored = new Map((await deps.deliveries.byIds(organisationId, ids)).map((each) => [each.id, each]));
    for (const decision of decisions) {
      const deliveries = decision.deliveryIds.flatMap((own) => stored.get(own) ?? []);
      fired.set(decision.ruleId, { decision, deliveries });
    }
    return new Set(decisions.map(({ ruleId }) => ruleId));
  });
  let isRepetition = budget.repeats;
  let tries = 0;
  let isOrphaned = false;

  return {
    decide: (match) =>
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
        if (decision.decidedAt === match.decidedAt) {
          fired.set(decision.ruleId, { decision, deliveries: decision.deliveries ?? [] });
          return decision;
        }
        // The stream does not tell how often it has brought an entry. The first match tells.
        isRepetition = true;
        await decidedBefore();
        return 'decided before';
      }),
    queueAttempts: () =>
      queueAttempts(
        deps,
        // The attempt that is queued first most likely makes the message, which leads with its most severe alert.
        [...fired.values()]
          .toSorted((a, b) => mostSevereFirst(a.decision, b.decision))
          .flatMap(({ deliveries }) => deliveries),
      ),
  };
}
