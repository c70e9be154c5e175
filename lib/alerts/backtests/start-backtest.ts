import type { Deps } from '../../platform/deps.ts';
import { type JobClient, startDue } from '../../platform/jobs/job-client.ts';
import type { TransactionRepo } from '../../transactions/repo.ts';
import { allPass } from '../../values/dependent-checks.ts';
import { invalidField } from '../../values/errors.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { compileRule } from '../rules/compile-rule.ts';
import { assertLists } from '../rules/named-lists.ts';
import { newSelector } from '../rules/port/wallet-selector.ts';
import { ruleRepo } from '../rules/repo.ts';
import { assertWallets } from '../rules/rule-wallets.ts';
import { ruleTypes } from '../rules/types/rule-types.ts';
import { backtestJob, backtestRepo, filtersOf, MOST_RECORDS, newBacktest } from './backtest-job.ts';
import { type CreateBacktest, FrozenRule, type StoredBacktest } from './schema.ts';

export interface StartDeps extends Pick<Deps, 'table' | 'now' | 'newId'> {
  readonly jobs: JobClient;
  readonly transactions: Pick<TransactionRepo, 'count'>;
}

/**
 * Makes a backtest and starts its first run.
 * @throws ApiError `not_found` for the rule; `validation_failed` for a rule that `POST /api/alerts/rules` refuses, for
 *   a rule that asks for a state of that time, and for too many records; `conflict` while the organisation runs three.
 */
export async function createBacktest(
  deps: StartDeps,
  organisationId: OrganisationId,
  { from, to, walletIds = [], ...given }: CreateBacktest,
): Promise<StoredBacktest> {
  const now = deps.now().toISOString();
  if (from > now) throw invalidField('from', 'must not be in the future');
  const { rule, ruleName } = await ruleOf(deps, organisationId, given);
  assertStateless(rule, given.rule === undefined ? 'ruleId' : 'rule');
  await allPass(
    assertWallets(deps, organisationId, { walletIds }),
    ...(given.rule === undefined
      ? []
      : [
          assertWallets(deps, organisationId, given.rule, 'rule.'),
          assertLists(deps.table, organisationId, given.rule.conditions, 'rule.conditions'),
        ]),
  );
  const range = { from, to: to < now ? to : now, walletIds };
  const total = await deps.transactions.count(organisationId, filtersOf(range, rule));
  if (total > MOST_RECORDS) {
    throw invalidField('from', `gives ${total} records, and a backtest reads at most ${MOST_RECORDS}`);
  }
  const job = newBacktest(deps, { ...range, rule, ruleName, total });
  const created = await backtestRepo(deps).create(organisationId, job);
  await startDue(deps.jobs, backtestJob, organisationId, created.id);
  return created;
}

/** The rule as it is now. What the request leaves out is as in a new rule. */
async function ruleOf(
  deps: StartDeps,
  organisationId: OrganisationId,
  { rule: given, ruleId = '' }: Pick<CreateBacktest, 'rule' | 'ruleId'>,
): Promise<{ rule: FrozenRule; ruleName: string | null }> {
  if (given === undefined) {
    const stored = await ruleRepo(deps).get(organisationId, ruleId);
    return { rule: FrozenRule.parse(stored), ruleName: stored.name };
  }
  const { cooldownMinutes } = ruleTypes[given.ruleType];
  const usual = { severity: 'warning', cooldownMinutes, cooldownPer: 'wallet' };
  const rule = FrozenRule.parse({ ...usual, ...given, ...newSelector(given), id: '' });
  return { rule, ruleName: given.name ?? null };
}

/**
 * Refuses a rule that asks for more than the record and its window: nobody knows that state of an earlier time.
 * @throws ApiError `validation_failed`.
 */
function assertStateless(rule: FrozenRule, path: 'ruleId' | 'rule'): void {
  const at = (field: string) => (path === 'ruleId' ? path : `rule.${field}`);
  const { untestable } = ruleTypes[rule.ruleType];
  if (untestable !== undefined) {
    throw invalidField(at('ruleType'), `${rule.ruleType} ${untestable}, which no backtest knows of an earlier time`);
  }
  const { needs = {} } = compileRule(rule);
  if (needs.left !== undefined) {
    throw invalidField(at('ruleType'), 'outflow sums what left before, and no backtest knows these sums of that time');
  }
  if (needs.firsts !== undefined) {
    const message = 'asks about earlier dealings of the wallet, which no backtest knows for that time';
    throw invalidField(
      at('conditions.first_time'),
      path === 'ruleId' ? `its condition first_time ${message}` : message,
    );
  }
}
