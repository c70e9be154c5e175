import type * as z from 'zod';
import type { Deps } from '../../platform/deps.ts';
import type { TransactionRepo } from '../../transactions/repo.ts';
import { ApiError, invalidField, notFound } from '../../values/errors.ts';
import type { OrganisationId } from '../../values/ids.ts';
import type { WalletRepo } from '../../wallets/repo.ts';
import { compileRule, type EvaluableRule, type Verdict } from './compile-rule.ts';
import { leftByRecords } from './left-by-records.ts';
import { type FactSource, factsBeside } from './port/facts.ts';
import type { PartySource } from './port/groups.ts';
import type { LeftQuestion } from './port/left.ts';
import type { Evaluated } from './port/rule-type.ts';
import { coveredAmong, newSelector } from './port/wallet-selector.ts';
import type { RuleRepo } from './repo.ts';
import type { TestRule } from './schema.ts';
import { evaluatedOf, type TestTransaction } from './test-transaction.ts';
import { ruleTypes } from './types/rule-types.ts';

export interface DryRunDeps extends Pick<Deps, 'now' | 'newId'> {
  readonly rules: RuleRepo;
  readonly transactions: TransactionRepo;
  readonly wallets: Pick<WalletRepo, 'get' | 'byId'>;
  readonly parties: PartySource;
}

/**
 * Evaluates a rule for a transaction without writing anything. The request names a stored rule or contains a rule, and
 * likewise for the transaction.
 * @throws ApiError `not_found`.
 */
export async function tryRule(
  deps: DryRunDeps,
  organisationId: OrganisationId,
  given: z.output<typeof TestRule>,
): Promise<Verdict> {
  const transaction = await transactionOf(deps, organisationId, given);
  const rule = await ruleOf(deps, organisationId, given);
  assertJudgesTransactions(rule, given.rule === undefined ? 'ruleId' : 'rule.ruleType');
  const { needs = {}, evaluate } = compileRule(rule);
  const { countRecent } = deps.transactions;
  const { parties } = deps;
  // A wallet that does not exist yet is as the request states it.
  const stated = given.transaction?.wallet;
  const wallets: FactSource['wallets'] = {
    byId: async (...asked) =>
      new Map([
        ...(stated === undefined ? [] : [[transaction.walletId, stated] as const]),
        ...(await deps.wallets.byId(...asked)),
      ]),
  };
  const covered = (ids: readonly string[]) => coveredAmong(wallets, organisationId, rule, ids);
  const left = (question: LeftQuestion) =>
    leftByRecords(deps.transactions, organisationId, transaction, covered, question);
  const facts = factsBeside({ organisationId, transaction, countRecent, wallets, parties, left });
  return evaluate(transaction, await facts(needs));
}

/** @throws ApiError `validation_failed` on `path` for a rule that no transaction alone makes fire. */
export function assertJudgesTransactions({ ruleType }: Pick<EvaluableRule, 'ruleType'>, path: string): void {
  const { untestable } = ruleTypes[ruleType];
  if (untestable === undefined) return;
  throw invalidField(path, `${ruleType} ${untestable}, so no transaction can test it`);
}

async function ruleOf(
  deps: DryRunDeps,
  organisationId: OrganisationId,
  { rule, ruleId }: z.output<typeof TestRule>,
): Promise<EvaluableRule> {
  if (rule !== undefined) return { ...rule, ...newSelector(rule) };
  if (ruleId === undefined) throw notFound('alert rule');
  return deps.rules.get(organisationId, ruleId);
}

async function transactionOf(
  deps: DryRunDeps,
  organisationId: OrganisationId,
  { transaction, transactionId }: z.output<typeof TestRule>,
): Promise<Evaluated> {
  if (transaction !== undefined) {
    const wallet = await walletOf(deps, organisationId, transaction);
    return evaluatedOf(transaction, deps.newId(), deps.now(), wallet);
  }
  if (transactionId === undefined) throw notFound('transaction');
  return deps.transactions.whole(organisationId, await deps.transactions.get(organisationId, transactionId));
}

/** The address of the wallet, which alone tells which end of an approval or of an internal transfer the wallet is. */
async function walletOf(
  { wallets }: DryRunDeps,
  organisationId: OrganisationId,
  { walletId, approvals, direction, transfers = [] }: TestTransaction,
): Promise<string | null> {
  const hasInternal = [direction, ...transfers.map((each) => each.direction)].includes('internal');
  if (walletId === undefined || (approvals.length === 0 && !hasInternal)) return null;
  try {
    return (await wallets.get(organisationId, walletId)).address;
  } catch (error) {
    // A rule test takes any wallet id, as if the transaction were of a wallet to come.
    if (error instanceof ApiError && error.code === 'not_found') return null;
    throw error;
  }
}
