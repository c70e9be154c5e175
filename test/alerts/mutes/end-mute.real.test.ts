import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createDestination } from '../../../lib/channels/destinations/change-destination.ts';
import type { CreateDestination } from '../../../lib/channels/destinations/schema.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import { settled } from '../../support/concurrent.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { quiet } from '../../support/quiet.ts';
import { blockHash } from '../../support/records.ts';
import { makeScenario, type Scenario } from '../../support/scenario.ts';
import { makeTable } from '../../support/table.ts';
import { muting } from './muting.ts';

quiet();

const HOUR = 3600;
let table: Table;
let deps: TestDeps;
let scenario: Scenario;
let given: ReturnType<typeof muting>;
beforeAll(async () => {
  table = await makeTable();
});
beforeEach(async () => {
  deps = testDeps(table);
  scenario = await makeScenario(deps);
  given = muting(deps, scenario);
});

async function pay(n: number, more: Parameters<Scenario['sight']>[2] = {}) {
  const transaction = await scenario.sight(n, blockHash('a'), more);
  await scenario.evaluate(transaction);
  deps.advance(1);
}

const destination = (more: Partial<CreateDestination> & Pick<CreateDestination, 'kind' | 'config'>) =>
  createDestination(scenario.changing, scenario.organisation, { name: 'Desk', match: {}, isActive: true, ...more });
const telegram = (match: CreateDestination['match'] = {}) =>
  destination({ kind: 'telegram', config: { botToken: '1234567:AAEhBOweik', chatId: '@council' }, match });

/** The messages about ends of mutes. */
const messages = async () => (await scenario.deliveries()).filter(({ eventKind }) => eventKind === 'mute.ended');

describe('The end of a mute', () => {
  it('sends each of the people whose alerts it has hidden one message, with how many and the largest', async () => {
    const rule = await scenario.makeRule({ notifyEmail: true, cooldownMinutes: 0 });
    await scenario.changing.settings.change(scenario.organisation, { emails: ['ops@example.com'] });
    const hearing = await telegram({ severities: ['warning'] });
    await telegram({ severities: ['critical'] });
    await destination({ kind: 'pagerduty', config: { routingKey: 'R02BT5YQ4S3L' } });
    await scenario.makeWebhook('http://127.0.0.1:9/');
    await given.muteRule(rule.id, HOUR);
    await pay(1);
    await pay(2);
    await given.endDue();
    expect(await messages()).toEqual([]);
    deps.advance(HOUR);
    await settled(3, () => given.endDue());
    const deliveries = await messages();
    expect(deliveries.map(({ url, channel }) => channel.destinationId ?? url).sort()).toEqual(
      [hearing.id, 'mailto:ops@example.com'].sort(),
    );
    for (const { body } of deliveries) {
      expect(body).toMatch(/2 alerts were not sent to you/);
      expect(body).toMatch(/3,000/);
    }
    const ids = new Set(scenario.queue.sent.map(({ deliveryId }) => deliveryId));
    expect([...ids].sort()).toEqual(deliveries.map(({ id }) => id).sort());
    await given.endDue();
    expect(await messages()).toHaveLength(2);
  });

  it('counts as many as it may read when the mute covered more rules and wallets', async () => {
    const rules = [await scenario.makeRule({ cooldownMinutes: 0 }), await scenario.makeRule({ cooldownMinutes: 0 })];
    await telegram();
    await given.muteWallet(HOUR);
    await pay(1);
    expect(await Promise.all(rules.map(({ id }) => given.counts(id)))).toMatchObject([{ muted: 1 }, { muted: 1 }]);
    deps.advance(HOUR);
    await given.endDue({ mostCounts: 1 });
    const [message] = await messages();
    expect(message?.body).toContain('at least 1 alerts were not sent to you');
  });

  it('sends no message when nothing was muted', async () => {
    const rule = await scenario.makeRule({ cooldownMinutes: 0 });
    await telegram();
    await given.muteRule(rule.id, HOUR);
    deps.advance(HOUR);
    await given.endDue();
    expect(await messages()).toEqual([]);
    expect(await given.mutes.find(scenario.organisation, 'rule', rule.id)).toBeNull();
  });

  it('sends the message at the last end when the end was moved, and another for a later mute', async () => {
    const rule = await scenario.makeRule({ cooldownMinutes: 0 });
    await telegram();
    await given.muteRule(rule.id, HOUR);
    await pay(1);
    await given.muteRule(rule.id, 3 * HOUR);
    deps.advance(2 * HOUR);
    await given.endDue();
    expect(await messages()).toEqual([]);
    await pay(2);
    deps.advance(HOUR);
    await given.endDue();
    expect((await messages()).map(({ body }) => body)).toEqual([expect.stringMatching(/2 alerts were not sent/)]);
    await given.muteRule(rule.id, HOUR);
    await pay(3);
    deps.advance(HOUR);
    await given.endDue();
    expect(await messages()).toHaveLength(2);
  });

  it('sends the message when a person ended it early, also when another mute follows at once', async () => {
    const rule = await scenario.makeRule({ cooldownMinutes: 0 });
    await telegram();
    await given.muteRule(rule.id, HOUR);
    await pay(1);
    await given.muteRule(rule.id, null);
    await given.muteRule(rule.id, HOUR);
    await pay(2);
    await given.endDue();
    expect(await messages()).toHaveLength(1);
    deps.advance(HOUR);
    await given.endDue();
    expect(await messages()).toHaveLength(2);
  });

  it('begins a new mute when the end has come and handover has not', async () => {
    const rule = await scenario.makeRule({ cooldownMinutes: 0 });
    await telegram();
    await given.muteRule(rule.id, HOUR);
    await pay(1);
    deps.advance(HOUR);
    await given.muteRule(rule.id, HOUR);
    await pay(2);
    await given.endDue();
    expect((await messages()).map(({ body }) => body)).toEqual([expect.stringMatching(/1 alert was not sent/)]);
  });

  it('sends the message although the rule and the wallet were deleted meanwhile', async () => {
    const rule = await scenario.makeRule({ name: 'Gone', cooldownMinutes: 0 });
    await telegram();
    await given.muteRule(rule.id, HOUR);
    await pay(1);
    await scenario.evaluation.rules.remove(scenario.organisation, rule.id);
    await given.mutes.endOfDeleted(scenario.organisation, 'rule', rule.id);
    await scenario.wallets.remove(scenario.organisation, scenario.wallet.id);
    await expect(given.muteRule(rule.id, HOUR)).rejects.toThrow(/No such alert rule/);
    await expect(given.muteWallet(HOUR)).rejects.toThrow(/No such wallet/);
    await given.endDue();
    expect((await messages()).map(({ body }) => body)).toEqual([expect.stringMatching(/Gone/)]);
  });

  it('of a wallet counts for each of the people only the rules whose alerts they get', async () => {
    await scenario.makeRule({ name: 'Usual', cooldownMinutes: 0 });
    await scenario.makeRule({ name: 'Critical', severity: 'critical', cooldownMinutes: 0 });
    const everything = await telegram();
    const critical = await telegram({ severities: ['critical'] });
    await telegram({ walletTypes: ['cold'] });
    await given.muteWallet(HOUR, true);
    await pay(1);
    deps.advance(HOUR);
    await given.endDue();
    const texts = new Map((await messages()).map(({ channel, body }) => [channel.destinationId, body]));
    expect([...texts.keys()].sort()).toEqual([everything.id, critical.id].sort());
    expect(texts.get(everything.id)).toMatch(/Treasury, 2 muted, 1 of them critical/);
    expect(texts.get(critical.id)).toMatch(/Treasury, 1 muted, 1 of them critical/);
  });
});
