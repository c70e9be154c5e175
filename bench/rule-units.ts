import { evaluateTransaction } from '../lib/alerts/evaluation/evaluate-transaction.ts';
import { evaluationDeps } from '../lib/alerts/evaluation/evaluation-wiring.ts';
import { ruleRepo } from '../lib/alerts/rules/repo.ts';
import type { StoredRule } from '../lib/alerts/rules/schema.ts';
import { openTable } from '../lib/platform/table/table.ts';
import { transactionRepo } from '../lib/transactions/repo.ts';
import type { StoredTransaction } from '../lib/transactions/schema.ts';
import { plusSeconds } from '../lib/values/time.ts';
import { createBareTable } from '../local/aws/bare-table.ts';
import { benchDeps } from './bench-deps.ts';
import { sumsOf } from './capacity.ts';
import { startMeteredDynamoDb } from './dynamodb.ts';
import { ORGANISATION } from './list-records.ts';

/** Read units of evaluations that match no rule. */
export interface Units {
  /** Of the first evaluation of a process, which reads all rules. */
  readonly first: number;
  /** Of each later evaluation. */
  readonly later: readonly number[];
}

/** Measures evaluations of transactions against rules that match none of them, in one process. */
export async function unitsWithoutMatch(
  rules: readonly StoredRule[],
  transactions: readonly StoredTransaction[],
): Promise<Units> {
  const dynamoDb = await startMeteredDynamoDb();
  try {
    const { name } = await createBareTable(dynamoDb.client);
    const writing = benchDeps(openTable(name, dynamoDb.client));
    const repo = ruleRepo(writing);
    for (const rule of rules) await repo.create(ORGANISATION, { ...rule, ...CHANNELS_OFF });
    for (const transaction of transactions) await transactionRepo(writing).record(ORGANISATION, transaction);
    // Rules that changed a moment ago are not kept.
    const now = () => plusSeconds(new Date(), 3600);
    const send = () => Promise.reject(new Error('a rule matches'));
    const evaluation = evaluationDeps({ ...benchDeps(openTable(name, dynamoDb.metered)), now }, { send });
    const units: number[] = [];
    for (const { id } of transactions) {
      dynamoDb.usage.clear();
      await evaluateTransaction(evaluation, ORGANISATION, id);
      units.push(sumsOf(dynamoDb.usage).readUnits);
    }
    const [first = Number.NaN, ...later] = units;
    return { first, later };
  } finally {
    await dynamoDb.stop();
  }
}

const CHANNELS_OFF = { notifyEmail: false, notifySlack: false, notifyWebhook: false };
