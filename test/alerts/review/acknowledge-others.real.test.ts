import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { evaluationDeps } from '../../../lib/alerts/evaluation/evaluation-wiring.ts';
import { resolve } from '../../../lib/alerts/events/repo.ts';
import { acknowledgeByLink, linkedAlert, othersOf } from '../../../lib/alerts/review/acknowledge-by-link.ts';
import { donePage, questionPage } from '../../../lib/alerts/review/acknowledge-page.ts';
import { acknowledgeToken } from '../../../lib/channels/acknowledge-link.ts';
import { createDestination } from '../../../lib/channels/destinations/change-destination.ts';
import { channels } from '../../../lib/channels/index.ts';
import { settingsRepo } from '../../../lib/channels/settings/repo.ts';
import { suspensionRepo } from '../../../lib/organisations/suspension/repo.ts';
import { keys } from '../../../lib/platform/table/keys.ts';
import { openTable, type Table } from '../../../lib/platform/table/table.ts';
import { write } from '../../../lib/platform/table/write.ts';
import type { StoredTransaction } from '../../../lib/transactions/schema.ts';
import { ownPayment } from '../../channels/bursts/payment-scenario.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { Faults } from '../../support/faults.ts';
import { quiet } from '../../support/quiet.ts';
import { makeScenario, type Scenario, testSealer } from '../../support/scenario.ts';
import { dynamoDb, makeTable } from '../../support/table.ts';

quiet();

let table: Table;
let deps: TestDeps;
let scenario: Scenario;
let payment: StoredTransaction;
beforeAll(async () => {
  table = await makeTable();
});
beforeEach(async () => {
  deps = testDeps(table);
  scenario = await makeScenario(deps);
  payment = await paidIn(scenario);
});

/** A payment of the scenario that three rules match. Two of them send mails; all three send to the desk. */
async function paidIn(of: Scenario): Promise<StoredTransaction> {
  await settingsRepo(deps).change(of.organisation, { emails: ['ops@example.com'] });
  for (const name of ['First', 'Second', 'Third']) {
    await of.makeRule({ name, notifyEmail: name !== 'Third', cooldownMinutes: 0 });
  }
  const to = { name: 'Desk', kind: 'discord', config: { url: 'http://127.0.0.1:9/a' }, match: {}, isActive: true };
  await createDestination(of.changing, of.organisation, to);
  const transaction = await of.record(1);
  await of.evaluate(transaction);
  return transaction;
}

const linking = (on: Table = table) => {
  const reviews = evaluationDeps({ ...deps, table: on }, scenario.queue, channels);
  return { ...reviews, reviews, suspensions: suspensionRepo(deps), sealer: async () => testSealer };
};

/** The link in the message about a rule and the payment. */
async function tokenOf(ruleName: string, kind: string): Promise<string> {
  const event = (await scenario.events()).find(
    (each) => each.ruleName === ruleName && each.transactionId === payment.id,
  );
  const delivery = (await scenario.deliveries()).find(
    ({ eventId, channel }) => eventId === event?.id && channel.kind === kind,
  );
  if (delivery === undefined) throw new Error(`no ${kind} about ${ruleName}`);
  return acknowledgeToken(testSealer, { organisationId: scenario.organisation, deliveryId: delivery.id });
}

const use = (token: string, withOthers = true, on: Table = table) =>
  acknowledgeByLink(linking(on), token, { withOthers });

async function countOf(token: string): Promise<number> {
  const linked = await linkedAlert(linking(), token);
  if (typeof linked === 'string') throw new Error(`the link is ${linked}`);
  return (await othersOf(linking(), linked)).length;
}

const statuses = async (of = scenario) =>
  Object.fromEntries((await of.events()).map(({ ruleName, status }) => [ruleName, status]));

describe('the link of a message about a payment that several rules match', () => {
  it('acknowledges the other alerts that the same recipient got, when the recipient asks so', async () => {
    const token = await tokenOf('First', 'email');
    expect(await countOf(token)).toBe(1);
    expect(await use(token)).toMatchObject({ others: 1, event: { ruleName: 'First', status: 'acknowledged' } });
    expect(await statuses()).toEqual({ First: 'acknowledged', Second: 'acknowledged', Third: 'open' });
    const names = (await scenario.events()).map(({ acknowledgedByName }) => acknowledgedByName);
    expect(names.filter((name) => name !== null)).toEqual(['ops@example.com', 'ops@example.com']);
  });

  it('acknowledges the alerts at the other end of a payment between own wallets, too', async () => {
    const { sends, receives } = await ownPayment(scenario, { n: 5 });
    for (const each of [sends, receives]) await scenario.evaluate(each);
    payment = sends;
    expect(await use(await tokenOf('First', 'email'))).toMatchObject({ others: 3 });
    const acknowledged = (await scenario.events()).filter(({ status }) => status === 'acknowledged');
    expect(acknowledged.map(({ ruleName, transactionId }) => `${ruleName} ${transactionId}`).toSorted()).toEqual(
      ['First', 'Second'].flatMap((name) => [`${name} ${sends.id}`, `${name} ${receives.id}`]).toSorted(),
    );
  });

  it('acknowledges its own alert alone unless the recipient asks', async () => {
    expect(await use(await tokenOf('First', 'email'), false)).toMatchObject({ others: 0 });
    expect(await statuses()).toEqual({ First: 'acknowledged', Second: 'open', Third: 'open' });
  });

  it('acknowledges the alert that the message leads with, when the message tells of several', async () => {
    const events = await scenario.events();
    const idOf = (name: string) => events.find(({ ruleName }) => ruleName === name)?.id ?? '';
    const token = await tokenOf('First', 'email');
    const own = (await scenario.deliveries()).find(
      ({ eventId, channel }) => eventId === idOf('First') && channel.kind === 'email',
    );
    await write(table, {
      update: keys.delivery(scenario.organisation, own?.id ?? ''),
      set: { tells: [idOf('Second'), idOf('First')] },
    });
    expect(await use(token, false)).toMatchObject({ event: { ruleName: 'Second' } });
    expect(await statuses()).toEqual({ First: 'open', Second: 'acknowledged', Third: 'open' });
  });

  it('reaches no alert of another payment and no alert of another organisation with the same payment', async () => {
    const other = await makeScenario(deps);
    await paidIn(other);
    await scenario.evaluate(await scenario.record(2));
    expect(await use(await tokenOf('Third', 'discord'))).toMatchObject({ others: 2 });
    expect(await statuses(other)).toEqual({ First: 'open', Second: 'open', Third: 'open' });
    const open = (await scenario.events()).filter(({ status }) => status === 'open');
    expect(open.map(({ transactionId }) => transactionId)).toHaveLength(3);
    expect(open.map(({ transactionId }) => transactionId)).not.toContain(payment.id);
  });

  it('works once, and leaves an alert that somebody reviewed as it is', async () => {
    const token = await tokenOf('First', 'discord');
    const second = (await scenario.events()).find(({ ruleName }) => ruleName === 'Second');
    await scenario.review(second?.id ?? '', resolve({ id: 'key', name: 'Ada', at: deps.now() }, null));
    expect(await countOf(token)).toBe(1);
    expect(await use(token)).toMatchObject({ others: 1 });
    expect(await statuses()).toEqual({ First: 'acknowledged', Second: 'resolved', Third: 'acknowledged' });
    const before = await scenario.events();
    expect(await use(token)).toBe('gone');
    expect(await use(await tokenOf('Third', 'discord'))).toBe('gone');
    expect(await scenario.events()).toEqual(before);
  });

  it('acknowledges the rest when the request is repeated after a crash at any call', async () => {
    const token = await tokenOf('First', 'discord');
    const faults = new Faults();
    const failing = openTable(table.name, faults.over(dynamoDb()));
    const run = (at: number) => {
      faults.arm({ at, fails: 'before', process: 'dies' });
      return faults.process(() => use(token, true, failing));
    };
    let crashes = 0;
    while (!(await run(crashes + 1))) crashes++;
    expect(crashes).toBeGreaterThan(8);
    expect(await statuses()).toEqual({ First: 'acknowledged', Second: 'acknowledged', Third: 'acknowledged' });
  });

  it('asks on its page, with how many alerts there are, and says afterwards how many it acknowledged', async () => {
    const [event] = await scenario.events();
    if (event === undefined) throw new Error('no event');
    const shown = { event, recipient: 'Desk' };
    const page = questionPage(shown, 't', 2);
    expect(page).toContain('<h1>Acknowledge these alerts?</h1>');
    const buttons = [...page.matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, words]) => words);
    expect(buttons).toEqual([
      'Acknowledge all 3 alerts of this payment',
      `Only the alert of the rule <bdi>${event.ruleName}</bdi>`,
    ]);
    expect(page).toContain('value="transaction">Acknowledge all 3');
    expect(questionPage({ event: { ...event, ruleName: '<b>x' }, recipient: 'Desk' }, 't', 1)).not.toContain('<b>x');
    expect(questionPage(shown, 't', 0)).not.toContain('other open');
    expect(donePage({ ...shown, others: 2 })).toContain('<h1>3 alerts are acknowledged.</h1>');
    expect(donePage({ ...shown, others: 0 })).toContain('<h1>The alert is acknowledged.</h1>');
  });
});
