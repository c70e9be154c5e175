import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { evaluationDeps } from '../../../lib/alerts/evaluation/evaluation-wiring.ts';
import { acknowledge, resolve } from '../../../lib/alerts/events/repo.ts';
import { createReview, reviewJob, reviewRepo } from '../../../lib/alerts/review/review-job.ts';
import { CreateReview, type StoredReview } from '../../../lib/alerts/review/review-schema.ts';
import { reviewWork } from '../../../lib/alerts/review/review-work.ts';
import { channels } from '../../../lib/channels/index.ts';
import { runJob } from '../../../lib/platform/jobs/run-job.ts';
import { openTable, type Table } from '../../../lib/platform/table/table.ts';
import { BusyError } from '../../../lib/values/errors.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { overdueEntries } from '../../support/due.ts';
import { Faults, type Plan } from '../../support/faults.ts';
import { quiet } from '../../support/quiet.ts';
import { makeScenario, RECEIVER, type Scenario } from '../../support/scenario.ts';
import { sweep } from '../../support/sweep.ts';
import { dynamoDb, makeTable } from '../../support/table.ts';

quiet();

const ANNE = { id: 'anne', name: 'Anne' };
const faults = new Faults();
let table: Table;
let failingTable: Table;
let deps: TestDeps;
let scenario: Scenario;
let fired = 0;
beforeAll(async () => {
  table = await makeTable();
  failingTable = openTable(table.name, faults.over(dynamoDb()));
});
beforeEach(async () => {
  await begin();
});

async function begin(): Promise<void> {
  deps = testDeps(table);
  scenario = await makeScenario(deps);
}

const rule = (more: object = {}) => scenario.makeRule({ cooldownMinutes: 0, ...more });

/** Records so many payments and evaluates the rules on each. */
async function pay(times: number): Promise<void> {
  for (let n = 0; n < times; n++) {
    deps.advance(1);
    await scenario.evaluate(await scenario.record(++fired));
  }
}

const jobs = { start: async () => {} };
const create = (input: object) =>
  createReview({ ...deps, jobs }, scenario.organisation, ANNE, CreateReview.parse({ action: 'acknowledge', ...input }));
const run = ({ id }: Pick<StoredReview, 'id'>, size = 2, within: TestDeps = deps) =>
  runJob(within, reviewRepo(within), reviewWork(wired(within), size), scenario.organisation, id);
const wired = (within: TestDeps) => ({ ...evaluationDeps(within, scenario.queue, channels), queue: scenario.queue });
const job = ({ id }: Pick<StoredReview, 'id'>) => reviewRepo(deps).get(scenario.organisation, id);
const statuses = async () => (await scenario.allEvents()).map(({ status }) => status).sort();

describe('a review of all that match', () => {
  it('reviews each alert that its filter finds, and names the reviewer and the note', async () => {
    const { id: ruleId } = await rule({ severity: 'critical' });
    await rule({ severity: 'info' });
    await pay(5);
    const review = await create({ ruleId, note: 'Payroll' });
    await run(review);
    expect(await job(review)).toMatchObject({ status: 'completed', total: 5, reviewed: 5, skipped: 0, failed: 0 });
    const events = await scenario.allEvents();
    const reviewed = events.filter((event) => event.ruleId === ruleId);
    expect(new Set(reviewed.map(({ status }) => status))).toEqual(new Set(['acknowledged']));
    expect(reviewed[0]).toMatchObject({
      acknowledgedBy: 'anne',
      acknowledgedByName: 'Anne',
      acknowledgementNote: 'Payroll',
      acknowledgedAt: review.createdAt,
    });
    expect(events.filter(({ status }) => status === 'open')).toHaveLength(5);
  });

  it('leaves alone what fires after the job began, and what fires after `to`', async () => {
    await rule();
    await pay(3);
    const [newest] = await scenario.allEvents();
    await pay(1);
    const seen = await create({ to: newest?.firedAt });
    await run(seen);
    expect(await job(seen)).toMatchObject({ total: 3, reviewed: 3 });
    const all = await create({ action: 'resolve' });
    await pay(1);
    await run(all);
    expect(await job(all)).toMatchObject({ total: 4, reviewed: 4 });
    expect(await statuses()).toEqual(['open', 'resolved', 'resolved', 'resolved', 'resolved']);
  });

  it('reviews the other open alerts of the same payments when the caller asks for whole payments', async () => {
    await rule({ severity: 'critical' });
    await rule({ severity: 'info' });
    await rule({ severity: 'info', name: 'Done' });
    await pay(3);
    for (const { id, ruleName } of await scenario.allEvents()) {
      const done = resolve({ ...ANNE, at: deps.now() }, null);
      if (ruleName === 'Done') await scenario.review(id, done);
    }
    const alone = await create({ severity: 'critical', to: (await scenario.allEvents()).at(-1)?.firedAt });
    await run(alone);
    expect(await job(alone)).toMatchObject({ total: 1, reviewed: 1 });
    const whole = await create({ severity: 'critical', status: 'open', wholePayments: true });
    await run(whole);
    expect(await job(whole)).toMatchObject({ total: 2, reviewed: 4, skipped: 0 });
    expect(await statuses()).toEqual([...Array(5).fill('acknowledged'), 'open', ...Array(3).fill('resolved')]);
  });

  it('leaves open the alert of a payment that fires after `to`', async () => {
    const other = await scenario.makeWallet({ label: 'Hot', address: RECEIVER, chains: ['ethereum'] });
    await rule();
    const ends = [await scenario.record(++fired), await scenario.record(fired, { walletId: other.id })];
    for (const end of ends) {
      deps.advance(5);
      await scenario.evaluate(end);
    }
    const [late, early] = await scenario.allEvents();
    await run(await create({ wholePayments: true, to: early?.firedAt }));
    expect(await statuses()).toEqual(['acknowledged', 'open']);
    deps.advance(1);
    await run(await create({ walletId: early?.walletId, wholePayments: true, to: late?.firedAt }));
    expect(await statuses()).toEqual(['acknowledged', 'acknowledged']);
  });

  it('counts each alert once when pages find alerts of payments that the job has reviewed', async () => {
    for (const severity of ['critical', 'warning', 'info']) await rule({ severity });
    await pay(4);
    const review = await create({ action: 'resolve', wholePayments: true });
    await run(review);
    expect(await job(review)).toMatchObject({ total: 12, reviewed: 12, skipped: 0 });
  });

  it('leaves to a colleague what the colleague has acknowledged since the job began', async () => {
    await rule();
    await pay(3);
    const [first, second] = await scenario.allEvents();
    const acknowledgedBy = (name: string, id = '') =>
      scenario.review(id, acknowledge({ id: name, name, at: deps.now() }));
    await acknowledgedBy('Cleo', first?.id);
    deps.advance(1);
    const review = await create({ action: 'resolve' });
    deps.advance(1);
    await acknowledgedBy('Bea', second?.id);
    await run(review);
    expect(await job(review)).toMatchObject({ total: 3, reviewed: 2, skipped: 1 });
    expect(await statuses()).toEqual(['acknowledged', 'resolved', 'resolved']);
  });

  it('goes on behind an alert that others change all the time', async () => {
    await rule();
    await pay(3);
    const [busy] = await scenario.allEvents();
    const { events } = scenario.evaluation;
    const review: typeof events.review = async (...args) => {
      if (args[1] === busy?.id) throw new BusyError('changed at each of 5 tries');
      return events.review(...args);
    };
    const asked = await create({});
    const work = reviewWork({ ...wired(deps), events: { ...events, review } });
    await runJob(deps, reviewRepo(deps), work, scenario.organisation, asked.id);
    expect(await job(asked)).toMatchObject({ status: 'completed', reviewed: 2, skipped: 0, failed: 1 });
  });

  it('skips what is reviewed already, and does not acknowledge what is resolved', async () => {
    await rule();
    await pay(3);
    const [first, second] = await scenario.allEvents();
    const bea = { id: 'bea', name: 'Bea', at: deps.now() };
    await scenario.review(first?.id ?? '', acknowledge(bea));
    await scenario.review(second?.id ?? '', resolve(bea, null));
    const review = await create({});
    await run(review);
    expect(await job(review)).toMatchObject({ total: 3, reviewed: 1, skipped: 2, failed: 0 });
    expect(await statuses()).toEqual(['acknowledged', 'acknowledged', 'resolved']);
  });

  it('stops after its step when somebody cancels it', async () => {
    await rule();
    await pay(3);
    const review = await create({});
    const { events } = scenario.evaluation;
    const cancelling: typeof events.review = async (...args) => {
      await reviewRepo(deps).cancel(scenario.organisation, review.id);
      return events.review(...args);
    };
    const work = reviewWork({ ...wired(deps), events: { ...events, review: cancelling } }, 1);
    await runJob(deps, reviewRepo(deps), work, scenario.organisation, review.id);
    expect(await job(review)).toMatchObject({ status: 'cancelled', reviewed: 1, page: [] });
    expect(await statuses()).toEqual(['acknowledged', 'open', 'open']);
  });

  it('is refused while three reviews of the organisation run', async () => {
    for (let n = 0; n < reviewJob.slots.most; n++) await create({});
    await expect(create({})).rejects.toMatchObject({ code: 'conflict' });
  });
});

/** Runs a review to its end. Handover starts a run each minute, and the plan makes one call of a process fail. */
async function reviewed(plan: Plan) {
  await begin();
  await rule({ severity: 'critical' });
  await rule({ severity: 'info' });
  await scenario.makeWebhook('http://127.0.0.1:9/reviews', { events: ['alert.acknowledged'] });
  await pay(3);
  const { id } = await create({ severity: 'critical', wholePayments: true });
  const failing = { ...deps, table: failingTable };
  faults.arm(plan);
  for (let minute = 0; (await job({ id })).status === 'running'; minute++) {
    if (minute === 10) throw new Error('the review did not end');
    deps.advance(90);
    const entries = await overdueEntries(table, 'JOB', deps.now());
    for (const entry of entries.filter(({ organisation }) => organisation === scenario.organisation)) {
      await faults.process(() => run({ id: entry.id }, 2, failing));
    }
  }
  return { id };
}

async function check({ id }: { readonly id: string }): Promise<void> {
  expect(await job({ id })).toMatchObject({ status: 'completed', total: 3, reviewed: 6, skipped: 0, failed: 0 });
  expect(await statuses()).toEqual(Array(6).fill('acknowledged'));
  const told = await scenario.deliveries();
  expect(told.filter(({ eventKind }) => eventKind === 'alert.acknowledged')).toHaveLength(6);
}

describe.each<[string, Pick<Plan, 'fails' | 'process'>]>([
  ['dies before a call takes effect', { fails: 'before', process: 'dies' }],
  ['dies after a call took effect', { fails: 'after', process: 'dies' }],
  ['goes on after the answer of a call was lost', { fails: 'after', process: 'goes on' }],
])('a run that %s', (_how, plan) => {
  it('reviews, counts and tells each alert once', async () => {
    const calls = await sweep(faults, plan, 3, async (planned) => check(await reviewed(planned)));
    expect(calls).toEqual(expect.arrayContaining(['UpdateItemCommand', 'TransactWriteItemsCommand', 'QueryCommand']));
  });
});
