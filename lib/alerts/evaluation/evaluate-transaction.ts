import type { BookLabels } from '../../address-book/book-labels.ts';
import type { Channels } from '../../channels/channel-registry.ts';
import type { DestinationRepo } from '../../channels/destinations/repo.ts';
import type { SettingsRepo } from '../../channels/settings/repo.ts';
import type { Queue } from '../../deliveries/delivery-queue.ts';
import type { MuteRepo } from '../../organisations/mutes/repo.ts';
import type { Suspended } from '../../organisations/suspension/suspended.ts';
import { addLogContext, errorFields, log, withLogContext } from '../../platform/log.ts';
import { measured } from '../../platform/metrics.ts';
import { optimistically } from '../../platform/table/optimistically.ts';
import type { HeldAssets } from '../../transactions/held-assets.ts';
import type { OutboxEntry } from '../../transactions/item.ts';
import type { TransactionRepo } from '../../transactions/repo.ts';
import type { StoredTransaction } from '../../transactions/schema.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { memo } from '../../values/memo.ts';
import { mutex } from '../../values/mutex.ts';
import type { WalletRepo } from '../../wallets/repo.ts';
import type { WebhookRepo } from '../../webhooks/repo.ts';
import { Severity } from '../events/severity.ts';
import type { CurrentRules } from '../rules/current-rules.ts';
import { factsBeside } from '../rules/port/facts.ts';
import type { PartySource } from '../rules/port/groups.ts';
import type { RuleRepo } from '../rules/repo.ts';
import { contextOf } from './alert-context.ts';
import type { HeldSince } from './balance/judge-balance.ts';
import { heldOnce } from './balance/judge-balance.ts';
import { budgeted } from './budgeted-parties.ts';
import type { DecideDeps } from './decide.ts';
import { decider } from './decider.ts';
import { type Evaluation, evaluateRule, type RuleOutcome } from './evaluate-rule.ts';
import { type EvaluationBudget, UNLIMITED } from './evaluation-budget.ts';
import { holdsIn } from './match-weight.ts';
import { levelMover } from './move-level.ts';
import { retractAlerts } from './retract.ts';

export interface EvaluationDeps extends DecideDeps {
  readonly rules: RuleRepo;
  readonly currentRules: CurrentRules;
  readonly transactions: TransactionRepo;
  readonly wallets: WalletRepo;
  readonly labelsOf?: BookLabels;
  readonly webhooks: WebhookRepo;
  readonly destinations: DestinationRepo;
  readonly mutes: MuteRepo;
  readonly settings: SettingsRepo;
  readonly queue: Queue;
  readonly channels: Channels;
  readonly suspended: Suspended;
  readonly heldAssets: HeldAssets;
  readonly parties: PartySource;
  /** Absent in a process that evaluates no records. */
  readonly heldSince?: HeldSince;
  now(): Date;
}

/** How many times an invocation evaluates a record whose values are set meanwhile. After that, a retry goes on. */
const EVALUATION_ROUNDS = 5;

const MOST_SEVERE_FIRST = Severity.options.toReversed();

/** So many tests of a transfer by a rule take as long as a request to the table, some 10 ms. */
const TESTS_PER_STEP = 10_000;

/** What the caller has read of a pending evaluation. */
export interface Seen {
  readonly entry: OutboxEntry;
  readonly transaction?: StoredTransaction;
}

/**
 * Evaluates every rule of the organisation for a recorded transaction and queues the deliveries of the rules that fire.
 * Skips a transaction that was orphaned meanwhile, and leaves the outbox entry of a suspended organisation to
 * handover. The call may be repeated and may stop anywhere: each rule match is decided once, and the outbox entry is
 * deleted last.
 * @param seen the outbox entry as the stream brought it, or with its record as read a moment ago, which saves reads. An
 *   entry that is gone does no harm: a rule fires only while the entry exists.
 * @param budget how much the organisation may use. Whatever it is, at least one rule match is decided.
 * @returns false when the budget was used up before all rule matches were decided. The caller must evaluate again.
 * @throws AggregateError when the evaluation of some rules failed. The other rules are decided, and a retry evaluates
 *   only the failed rules.
 */
export async function evaluateTransaction(
  deps: EvaluationDeps,
  organisationId: OrganisationId,
  id: string,
  seen?: Seen,
  budget: EvaluationBudget = UNLIMITED,
): Promise<boolean> {
  return withLogContext({ organisation: organisationId, transaction: id }, async () => {
    if (await deps.suspended(organisationId)) {
      log.info('evaluation.suspended');
      return true;
    }
    budget.spend(1);
    const pending = seen?.entry ?? (await deps.transactions.pending(organisationId, id));
    if (pending === null) {
      log.info('evaluation.duplicate');
      return true;
    }
    addLogContext({ correlationId: pending.correlationId });
    const read = () => deps.transactions.find(organisationId, id);
    let transaction = seen?.transaction ?? (await read());
    return optimistically(`the values of transaction ${id}`, EVALUATION_ROUNDS, async () => {
      const waiting = await evaluatePresent(deps, organisationId, transaction, pending, budget);
      if (waiting === 'over budget') return false;
      if (await deps.transactions.evaluated(organisationId, id, pending, transaction, waiting)) return true;
      log.info('evaluation.values_set');
      transaction = await read();
      return undefined;
    });
  });
}

/** The rules that wait for a price, by their ids, if the budget was not used up first. */
type Waiting = readonly string[] | 'over budget';

/** Evaluates the rules if the chain has this inclusion. */
async function evaluatePresent(
  deps: EvaluationDeps,
  organisationId: OrganisationId,
  transaction: StoredTransaction | null,
  entry: OutboxEntry,
  budget: EvaluationBudget,
): Promise<Waiting> {
  if (transaction === null) log.info('evaluation.gone');
  else if (transaction.reorged || transaction.inclusion !== entry.inclusion) log.info('evaluation.orphaned');
  else {
    const evaluation = await evaluationOf(deps, organisationId, transaction, entry, budget);
    const waiting = await evaluateRules(deps, evaluation, budget);
    // After the rules: this transaction does not prove that the wallet held its tokens before.
    if (waiting !== 'over budget') await deps.heldAssets.note(organisationId, evaluation.transaction);
    return waiting;
  }
  return [];
}

async function evaluationOf(
  deps: EvaluationDeps,
  organisationId: OrganisationId,
  record: StoredTransaction,
  entry: OutboxEntry,
  budget: EvaluationBudget,
): Promise<Evaluation> {
  if (record.effects !== null) budget.spend(record.effects.parts);
  const transaction = await deps.transactions.whole(organisationId, record);
  const { id, inclusion } = record;
  const pending = deps.transactions.evaluationPending(organisationId, { id, inclusion, revision: entry.revision });
  const alone = mutex();
  return {
    organisationId,
    transaction,
    entry,
    pending,
    move: levelMover(deps, pending, budget, alone),
    decider: decider(deps, organisationId, record, budget, alone),
    context: memo(() => contextOf(deps, organisationId, record)),
    holds: holdsIn(deps, organisationId, transaction, budget),
    facts: factsBeside({
      organisationId,
      transaction,
      countRecent(...asked) {
        budget.spend(1);
        return deps.transactions.countRecentOfStored(...asked);
      },
      wallets: {
        byId(...asked) {
          budget.spend(1);
          return deps.wallets.byId(...asked);
        },
      },
      parties: budgeted(deps.parties, budget),
    }),
  };
}

/** @throws AggregateError when rules failed and none was decided. */
async function evaluateRules(deps: EvaluationDeps, evaluation: Evaluation, budget: EvaluationBudget): Promise<Waiting> {
  const { organisationId, transaction, entry } = evaluation;
  // Retracts the alerts of earlier inclusions, because the watcher that orphaned the block may not have done so yet. No
  // receiver may get a second alert without the retraction of the first alert.
  if (transaction.inclusion > 0) await retractAlerts(deps, organisationId, transaction);
  const rules = await deps.currentRules(organisationId);
  // After a price, the rules that waited for the price are evaluated, and no rule that was decided or made meanwhile.
  const { wallet } = rules.asksForGroups ? await evaluation.facts({ wallet: 'now' }) : {};
  const asked = rules.candidates(transaction, wallet).filter(({ rule }) => entry.rules?.includes(rule.id) ?? true);
  // The most severe rules are decided first, because the budget may not suffice for all.
  const bySeverity = MOST_SEVERE_FIRST.map((severity) => asked.filter(({ rule }) => rule.severity === severity));
  const candidates = bySeverity.flat();
  budget.spend(Math.floor((candidates.length * transaction.transfers.length) / TESTS_PER_STEP));
  const judging = { ...deps, ...(deps.heldSince && { heldSince: heldOnce(deps.heldSince, budget) }) };
  const outcomes: PromiseSettledResult<RuleOutcome>[] = [];
  for (const some of bySeverity) {
    const evaluated = some.map((candidate) => evaluateRule(judging, evaluation, candidate, rules.muteOf));
    outcomes.push(...(await Promise.allSettled(evaluated)));
  }
  // Not after each rule: the first message about the payment could not tell of the alerts of later rules.
  const [queued] = await Promise.allSettled([evaluation.decider.queueAttempts()]);
  const errors = [...outcomes, queued].flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  const isAnyOf = (result: RuleOutcome) =>
    outcomes.some((outcome) => outcome.status === 'fulfilled' && outcome.value === result);
  if (isAnyOf('over budget') && (isAnyOf('decided') || errors.length === 0)) {
    log.info('evaluation.unfinished', { failed: errors.length, ...(errors.length > 0 && errorFields(errors[0])) });
    return 'over budget';
  }
  if (errors.length > 0)
    throw new AggregateError(errors, `${errors.length} of ${rules.size} rules failed, the first with ${errors[0]}`);
  const waiting = outcomes.flatMap((each, n) =>
    each.status === 'fulfilled' && each.value === 'waits' ? (candidates[n]?.rule.id ?? []) : [],
  );
  const evaluationAgeMs = deps.now().getTime() - Date.parse(entry.queuedAt ?? entry.recordedAt);
  const counts = { rules: rules.size, ...(waiting.length > 0 && { waiting: waiting.length }) };
  log.info('evaluation.completed', { ...counts, ...measured(deps.now(), { evaluationAgeMs }, {}) });
  return waiting;
}
