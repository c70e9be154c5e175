import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { settingsRepo } from '../../../lib/channels/settings/repo.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import type { StoredTransaction } from '../../../lib/transactions/schema.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { quiet } from '../../support/quiet.ts';
import { hashOf, makeScenario, type Scenario, testSealer } from '../../support/scenario.ts';
import { makeTable } from '../../support/table.ts';

quiet();

const atOnce = <T>(n: number, fn: (i: number) => Promise<T>) => Promise.all(Array.from({ length: n }, (_, i) => fn(i)));
const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id).sort();

let table: Table;
let deps: TestDeps;
let scenario: Scenario;
beforeAll(async () => {
  table = await makeTable();
});
beforeEach(async () => {
  deps = testDeps(table);
  scenario = await makeScenario(deps);
});

describe('200 imports of one hash into one wallet at once', () => {
  it('make one record, which 199 imports find, and one event per rule', async () => {
    const rules = [await scenario.makeRule(), await scenario.makeRule({ cooldownMinutes: 0 })];

    // The imports use two spellings of the hash.
    const spelled = (i: number) => (i % 2 === 0 ? hashOf(1) : `0x${hashOf(1).slice(2).toUpperCase()}`);
    const answers = await atOnce(200, (i) => scenario.import(1, { hash: spelled(i) }));

    expect(answers.filter(({ created }) => created)).toHaveLength(1);
    const { data, meta } = await scenario.evaluation.transactions.page(
      scenario.organisation,
      {},
      { page: 1, pageSize: 25 },
    );
    expect(meta.total).toBe(1);
    for (const { transaction } of answers) expect([transaction]).toEqual(data);

    await Promise.all(data.map((transaction) => scenario.evaluate(transaction)));
    expect((await scenario.events()).map(({ ruleId }) => ruleId).sort()).toEqual(idsOf(rules));
  });

  it('make one record per wallet', async () => {
    const other = await scenario.makeWallet({ label: 'Other', address: hashOf(9).slice(0, 42), chains: ['ethereum'] });
    const answers = await atOnce(20, (i) => scenario.import(1, i % 2 === 0 ? {} : { walletId: other.id }));
    expect(answers.filter(({ created }) => created)).toHaveLength(2);
    expect(await scenario.evaluation.transactions.byHash(scenario.organisation, hashOf(1))).toHaveLength(2);
  });
});

describe('a stream record that is delivered three times', () => {
  let transaction: StoredTransaction;

  beforeEach(async () => {
    await scenario.makeRule({
      notifyEmail: true,
      notifySlack: true,
      notifyWebhook: true,
      customWebhookUrl: 'http://127.0.0.1:9/custom',
    });
    await scenario.makeWebhook('http://127.0.0.1:9/one');
    await scenario.makeWebhook('http://127.0.0.1:9/two');
    await scenario.makeWebhook('http://127.0.0.1:9/pings', { events: ['ping'] });
    await settingsRepo(deps).change(scenario.organisation, {
      emails: ['ops@example.com', 'cfo@example.com'],
      sealedSlackUrl: testSealer.seal('https://hooks.slack.com/services/T/B/x', {
        organisationId: scenario.organisation,
        recordId: 'settings',
      }),
      maskedSlackUrl: 'https://hooks.slack.com/',
    });
    transaction = await scenario.record(1);
  });

  afterEachChannelOnce('one after the other', async () => {
    for (let i = 0; i < 3; i++) await scenario.evaluate(transaction);
  });
  afterEachChannelOnce('at once', () => atOnce(3, () => scenario.evaluate(transaction)));

  function afterEachChannelOnce(how: string, deliver: () => Promise<unknown>) {
    it(`${how} gives one event and one delivery per channel`, async () => {
      await deliver();
      const events = await scenario.events();
      expect(events).toHaveLength(1);

      const deliveries = await scenario.deliveries();
      expect(deliveries.map(({ url }) => url).sort()).toEqual([
        'http://127.0.0.1:9/custom',
        'http://127.0.0.1:9/one',
        'http://127.0.0.1:9/two',
        'https://hooks.slack.com/',
        'mailto:cfo@example.com',
        'mailto:ops@example.com',
      ]);
      expect(deliveries.map(({ eventId }) => eventId)).toEqual(deliveries.map(() => events[0]?.id));
      expect([...new Set(scenario.queue.sent.map(({ deliveryId }) => deliveryId))].sort()).toEqual(idsOf(deliveries));
      expect(await scenario.isPending(transaction.id)).toBe(false);
    });
  }

  it('queues every first attempt once when no call fails', async () => {
    for (let i = 0; i < 3; i++) await scenario.evaluate(transaction);
    expect(scenario.queue.sent).toHaveLength(6);
  });
});
