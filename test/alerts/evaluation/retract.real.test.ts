import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { retractAlerts } from '../../../lib/alerts/evaluation/retract.ts';
import { acknowledge } from '../../../lib/alerts/events/repo.ts';
import { settingsRepo } from '../../../lib/channels/settings/repo.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import type { StoredTransaction } from '../../../lib/transactions/schema.ts';
import { settled } from '../../support/concurrent.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { quiet } from '../../support/quiet.ts';
import { blockHash } from '../../support/records.ts';
import { makeScenario, type Scenario, testSealer } from '../../support/scenario.ts';
import { makeTable } from '../../support/table.ts';

quiet();

const [A, B] = [blockHash('a'), blockHash('b')];
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

/** Records the nth transaction in block A and evaluates it. */
async function found(n = 1): Promise<StoredTransaction> {
  const transaction = await scenario.sight(n, A);
  await scenario.evaluate(transaction);
  deps.advance(1);
  return transaction;
}

const targetsOf = async (kind: string) =>
  (await scenario.deliveries())
    .filter(({ eventKind }) => eventKind === kind)
    .map(({ url }) => url)
    .sort();
const queued = () => [...new Set(scenario.queue.sent.map(({ deliveryId }) => deliveryId))].sort();

describe('the alert of a transaction whose block is orphaned', () => {
  it('is retracted for every recipient of the alert and for the subscribers of retractions', async () => {
    await scenario.makeRule({
      notifyEmail: true,
      notifySlack: true,
      notifyWebhook: true,
      customWebhookUrl: 'http://127.0.0.1:9/custom',
    });
    await scenario.makeWebhook('http://127.0.0.1:9/both', { events: ['alert.fired', 'alert.retracted'] });
    await scenario.makeWebhook('http://127.0.0.1:9/fired');
    await scenario.makeWebhook('http://127.0.0.1:9/retracted', { events: ['alert.retracted'] });
    const context = { organisationId: scenario.organisation, recordId: 'settings' };
    const slack = {
      sealedSlackUrl: testSealer.seal('https://hooks.slack.com/services/T/B/x', context),
      maskedSlackUrl: 'https://hooks.slack.com/',
    };
    await settingsRepo(deps).change(scenario.organisation, { emails: ['ops@example.com'], ...slack });
    await scenario.orphan(await found());

    expect(await targetsOf('alert.retracted')).toEqual([
      'http://127.0.0.1:9/both',
      'http://127.0.0.1:9/custom',
      'http://127.0.0.1:9/retracted',
      'https://hooks.slack.com/',
      'mailto:ops@example.com',
    ]);
    expect(queued()).toEqual((await scenario.deliveries()).map(({ id }) => id).sort());
  });

  it('keeps its id, its content and its review, and shows when it was retracted', async () => {
    await scenario.makeRule();
    const transaction = await found();
    const [fired] = await scenario.events();
    const step = acknowledge({ id: 'key', name: 'Key', at: deps.now() });
    await scenario.review(String(fired?.id), step);
    await scenario.orphan(transaction);
    expect(await scenario.events()).toEqual([
      {
        ...fired,
        status: 'acknowledged',
        acknowledgedAt: deps.now().toISOString(),
        acknowledgedBy: 'key',
        acknowledgedByName: 'Key',
        retractedAt: deps.now().toISOString(),
      },
    ]);
  });

  it('is retracted once when the call is repeated, also with new subscriptions', async () => {
    await scenario.makeRule();
    await scenario.makeWebhook('http://127.0.0.1:9/one', { events: ['alert.retracted'] });
    const transaction = await found();
    await settled(5, () => scenario.orphan(transaction));
    const [once] = await scenario.events();
    await scenario.makeWebhook('http://127.0.0.1:9/two', { events: ['alert.retracted'] });
    deps.advance(60);
    await scenario.orphan(transaction);
    expect(await targetsOf('alert.retracted')).toEqual(['http://127.0.0.1:9/one']);
    expect(await scenario.events()).toEqual([once]);
  });

  it('is retracted when its rule was deleted meanwhile', async () => {
    const rule = await scenario.makeRule({ notifyWebhook: true, customWebhookUrl: 'http://127.0.0.1:9/custom' });
    const transaction = await found();
    await scenario.evaluation.rules.remove(scenario.organisation, rule.id);
    await scenario.orphan(transaction);
    expect(await targetsOf('alert.retracted')).toEqual(['http://127.0.0.1:9/custom']);
  });

  it('is queued together with the retraction when a crash left it unqueued', async () => {
    await scenario.makeRule();
    await scenario.makeWebhook('http://127.0.0.1:9/', { events: ['alert.fired', 'alert.retracted'] });
    const transaction = await scenario.sight(1, A);
    const lost = { send: () => Promise.reject(new Error('lost')) };
    const losing = { ...scenario.evaluation, queue: lost };
    await expect(scenario.evaluate(transaction, losing)).rejects.toThrow('1 of 1 rules failed');
    await expect(scenario.orphan(transaction, losing)).rejects.toThrow('lost');
    expect(queued()).toEqual([]);
    await scenario.orphan(transaction);
    expect(queued()).toEqual((await scenario.deliveries()).map(({ id }) => id).sort());
  });
});

describe('retractAlerts', () => {
  it('retracts the alerts of all rules that fired and of no other transaction', async () => {
    await scenario.makeRule({ cooldownMinutes: 0 });
    await scenario.makeRule({ cooldownMinutes: 0 });
    const [gone, stays] = [await found(1), await found(2)];
    await scenario.orphan(gone);
    const retracted = (await scenario.events()).map(({ transactionId, retractedAt }) => [
      transactionId,
      retractedAt !== null,
    ]);
    expect(retracted.sort()).toEqual(
      [
        [gone.id, true],
        [gone.id, true],
        [stays.id, false],
        [stays.id, false],
      ].sort(),
    );
  });

  it('leaves a suppressed match and the cooldown of the alert unchanged', async () => {
    const rule = await scenario.makeRule({ cooldownMinutes: 5 });
    const [fired, suppressed] = [await found(1), await found(2)];
    await scenario.orphan(suppressed);
    expect(await scenario.events()).toMatchObject([{ transactionId: fired.id, retractedAt: null }]);
    await scenario.orphan(fired);
    await found(3);
    expect(await scenario.events()).toHaveLength(1);
    expect(await scenario.rule(rule.id)).toMatchObject({ firedCount: 1, suppressedCount: 2 });
  });

  it('retracts nothing while the chain has the transaction', async () => {
    await scenario.makeRule();
    const transaction = await found();
    await retractAlerts(scenario.evaluation, scenario.organisation, transaction);
    expect(await scenario.events()).toMatchObject([{ retractedAt: null }]);
  });
});

describe('a transaction that is back in the chain', () => {
  it('fires a second event although it started the cooldown itself, and the first event stays retracted', async () => {
    const rule = await scenario.makeRule({ cooldownMinutes: 60 });
    await scenario.makeWebhook('http://127.0.0.1:9/', { events: ['alert.fired', 'alert.retracted'] });
    const transaction = await found();
    await scenario.orphan(transaction);
    await scenario.evaluate(await scenario.sight(1, B));

    const [second, first] = await scenario.events();
    expect([first, second]).toMatchObject([
      { transactionId: transaction.id, retractedAt: expect.any(String) },
      { transactionId: transaction.id, retractedAt: null },
    ]);
    expect(second?.id).not.toBe(first?.id);
    expect((await scenario.deliveries()).map(({ eventId, eventKind }) => `${eventKind} ${eventId}`).sort()).toEqual(
      [`alert.fired ${first?.id}`, `alert.fired ${second?.id}`, `alert.retracted ${first?.id}`].sort(),
    );
    expect(await scenario.rule(rule.id)).toMatchObject({ firedCount: 2, suppressedCount: 0 });
  });

  it('has its alert retracted when it failed in its new block', async () => {
    await scenario.makeRule();
    const transaction = await found();
    await scenario.evaluate(await scenario.sight(1, B, { status: 'failed', transfers: [] }));
    expect(await scenario.events()).toMatchObject([{ transactionId: transaction.id, retractedAt: expect.any(String) }]);
  });

  it('stays suppressed by the cooldown of another transaction', async () => {
    const rule = await scenario.makeRule({ cooldownMinutes: 60 });
    await found(1);
    const suppressed = await found(2);
    await scenario.orphan(suppressed);
    await scenario.evaluate(await scenario.sight(2, B));
    expect(await scenario.events()).toHaveLength(1);
    expect(await scenario.rule(rule.id)).toMatchObject({ firedCount: 1, suppressedCount: 2 });
  });

  it('has its first alert retracted before the second alert when the orphaning process died', async () => {
    await scenario.makeRule();
    await scenario.makeWebhook('http://127.0.0.1:9/', { events: ['alert.fired', 'alert.retracted'] });
    const transaction = await found();
    await scenario.evaluation.transactions.orphan(scenario.organisation, transaction.id, A);
    scenario.queue.sent.length = 0;
    await scenario.evaluate(await scenario.sight(1, B));
    const kinds = new Map((await scenario.deliveries()).map(({ id, eventKind }) => [id, eventKind]));
    expect(scenario.queue.sent.map(({ deliveryId }) => kinds.get(deliveryId)).slice(-2)).toEqual([
      'alert.retracted',
      'alert.fired',
    ]);
  });

  it('can be retracted and alerted any number of times', async () => {
    await scenario.makeRule();
    let transaction = await found();
    for (const letter of ['b', 'c', 'd']) {
      await scenario.orphan(transaction);
      transaction = await scenario.sight(1, blockHash(letter));
      await scenario.evaluate(transaction);
    }
    const events = await scenario.events();
    expect(events.map(({ retractedAt }) => retractedAt === null).filter(Boolean)).toHaveLength(1);
    expect(new Set(events.map(({ id }) => id)).size).toBe(4);
  });
});
