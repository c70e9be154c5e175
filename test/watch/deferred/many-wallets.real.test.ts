import { createHash } from 'node:crypto';
import { beforeAll, expect, it } from '@jest/globals';
import { evaluateWithinBudget } from '../../../lib/alerts/evaluation/evaluate-within-budget.ts';
import { streamBudgets } from '../../../lib/alerts/evaluation/evaluation-budget.ts';
import { evaluationDeps } from '../../../lib/alerts/evaluation/evaluation-wiring.ts';
import { checksumOf } from '../../../lib/chains/evm/evm-address.ts';
import { openTable } from '../../../lib/platform/table/table.ts';
import type { StoredTransaction } from '../../../lib/transactions/schema.ts';
import type { OrganisationId } from '../../../lib/values/ids.ts';
import { paymentChain } from '../../../local/chains/recorded/payment-chain.ts';
import { recordingEvaluations, recordingQueue } from '../../support/deps.ts';
import { quiet } from '../../support/quiet.ts';
import { recorded } from '../../support/recorded.ts';
import { aRule } from '../../support/records.ts';
import { isExhaustive } from '../../support/sample.ts';
import { RECEIVER } from '../../support/scenario.ts';
import { dynamoDb } from '../../support/table.ts';
import { holding, payment } from '../payments.ts';
import { type Budgeted, budgeted } from './budgeted.ts';

quiet();

/*
 * Attack: organisation C has 1,200 wallets and many rules, and one transaction pays all its wallets. Organisation A is
 * paid behind this transaction in the same block, and in the next block. Its alerts came after more than 90 seconds in
 * place of five. The budgets are those of a deployed stage.
 */

const WALLETS = isExhaustive ? 1200 : 400;
const RULES = 40;
const BUDGETS = { perBlock: 20, atOnce: 200, perHour: 10_000 };
/** The records of a batch of the stream. */
const BATCH = 25;

const addresses = Array.from({ length: WALLETS }, (_, n) =>
  checksumOf(`0x${createHash('sha256').update(`wallet ${n}`).digest('hex').slice(0, 40)}`),
);
const [first = '', ...others] = addresses;
const toAll = payment(1, { to: first, others, amount: '1' });
const toA = payment(2, { to: RECEIVER, amount: '5000' });
const again = payment(3, { to: RECEIVER, amount: '1' });

let chain: ReturnType<typeof paymentChain>;
let at: Budgeted;
let evaluation: ReturnType<typeof evaluationDeps>;
let a: OrganisationId;
let c: OrganisationId;
beforeAll(async () => {
  chain = paymentChain(holding(payment(0)), holding(toAll, toA));
  at = await budgeted(chain, BUDGETS);
  evaluation = evaluationDeps(at.deps, recordingQueue());
  a = await at.watching(RECEIVER);
  c = await at.watching(...addresses);
  const rule = () => aRule({ id: at.deps.newId(), cooldownMinutes: 0 });
  await evaluation.rules.create(a, rule());
  for (let n = 0; n < RULES; n++) await evaluation.rules.create(c, rule());
}, 120_000);

const alertsOf = async (organisation: OrganisationId) =>
  (await evaluation.events.list(organisation, { page: 1, pageSize: 100 })).data;

it('a transaction that pays all wallets of an organisation delays no alert of another organisation', async () => {
  const { client, actions } = recorded(dynamoDb());
  await at.scanned(openTable(at.deps.table.name, client));
  // The watcher itself makes the record of A, and few of the records of C: before any consumer of the deferred matches.
  const [theirs, ours] = [await at.records(c), await at.records(a)];
  expect(ours.map(({ hash }) => hash)).toEqual([toA.hash]);
  expect(theirs).toHaveLength(BUDGETS.perBlock);
  // The first record of each organisation comes before all others.
  const inOrder = [...theirs, ...ours].toSorted((one, two) => (one.createdAt < two.createdAt ? -1 : 1));
  expect(inOrder.slice(0, 2).map(({ id }) => id)).toContain(ours[0]?.id);
  // A record is a transaction of several writes, and the deferred matches are one write each.
  expect(actions.length).toBeLessThan(2 * WALLETS + 20 * BUDGETS.perBlock + 100);

  // The stream brings the records in their order. The batch of A is not longer than the budget of C allows.
  const evaluations = recordingEvaluations();
  const budgets = streamBudgets(at.deps);
  const batch = inOrder.slice(0, BATCH);
  expect(batch.map(({ id }) => id)).toContain(ours[0]?.id);
  const evaluated = async (organisationId: OrganisationId, records: readonly StoredTransaction[]) =>
    evaluateWithinBudget(
      { evaluations, budget: budgets(organisationId) },
      records,
      ({ id }) => ({ deps: evaluation, organisationId, transactionId: id }),
      (record, error) => {
        throw new Error(`the evaluation of ${record.id} failed`, { cause: error });
      },
    );
  await evaluated(
    c,
    batch.filter(({ id }) => theirs.some((record) => record.id === id)),
  );
  await evaluated(a, ours);
  expect((await alertsOf(a)).map(({ transaction }) => transaction?.hash)).toEqual([toA.hash]);
  const decided = (await alertsOf(c)).length;
  expect(decided).toBeGreaterThan(0);
  expect(decided).toBeLessThanOrEqual(20);
  // What is left of C waits in the queue of pending evaluations, and nothing is lost.
  expect(new Set(evaluations.sent.map(({ transactionId }) => transactionId)).size).toBe(BUDGETS.perBlock);

  // The next block, while the deferred matches of C still wait.
  chain.append(holding(again));
  await at.scanned();
  expect((await at.records(a)).map(({ hash }) => hash)).toEqual([toA.hash, again.hash]);
  await at.drained();
  const all = await at.records(c);
  expect(new Set(all.map(({ walletId }) => walletId)).size).toBe(WALLETS);
  expect(all).toHaveLength(WALLETS);
}, 120_000);
