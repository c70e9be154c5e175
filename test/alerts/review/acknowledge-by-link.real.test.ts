import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { acknowledge, resolve } from '../../../lib/alerts/events/repo.ts';
import type { AlertEvent } from '../../../lib/alerts/events/schema.ts';
import { acknowledgeByLink, linkedAlert } from '../../../lib/alerts/review/acknowledge-by-link.ts';
import { questionPage } from '../../../lib/alerts/review/acknowledge-page.ts';
import { acknowledgeToken } from '../../../lib/channels/acknowledge-link.ts';
import { createDestination, updateDestination } from '../../../lib/channels/destinations/change-destination.ts';
import type { StoredDestination } from '../../../lib/channels/port/destination.ts';
import { settingsRepo } from '../../../lib/channels/settings/repo.ts';
import type { StoredDelivery } from '../../../lib/deliveries/schema.ts';
import { suspensionRepo } from '../../../lib/organisations/suspension/repo.ts';
import { dataKeyOf, type Sealer, sealer } from '../../../lib/platform/sealer.ts';
import { keys } from '../../../lib/platform/table/keys.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import { write } from '../../../lib/platform/table/write.ts';
import { settled } from '../../support/concurrent.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { quiet } from '../../support/quiet.ts';
import { makeScenario, type Scenario, testSealer } from '../../support/scenario.ts';
import { makeTable } from '../../support/table.ts';

quiet();

const DAY = 24 * 3600;
let table: Table;
let deps: TestDeps;
let scenario: Scenario;
let desk: StoredDestination;
let event: AlertEvent;
beforeAll(async () => {
  table = await makeTable();
});
beforeEach(async () => {
  deps = testDeps(table);
  scenario = await makeScenario(deps);
  await settingsRepo(deps).change(scenario.organisation, {
    emails: ['ops@example.com'],
    sealedSlackUrl: testSealer.seal('https://hooks.slack.com/services/T/B/x', {
      organisationId: scenario.organisation,
      recordId: 'settings',
    }),
    maskedSlackUrl: 'https://hooks.slack.com/',
  });
  await scenario.makeRule({ cooldownMinutes: 0, notifyEmail: true, notifySlack: true });
  desk = await createDestination(scenario.changing, scenario.organisation, {
    name: 'Desk',
    kind: 'discord',
    config: { url: 'http://127.0.0.1:9/a' },
    match: { events: ['alert.fired', 'alert.acknowledged'] },
    isActive: true,
  });
  await scenario.evaluate(await scenario.record(1));
  const [fired] = await scenario.events();
  if (fired === undefined) throw new Error('no event');
  event = fired;
});

const linking = (seals: Sealer = testSealer) => ({
  ...scenario.evaluation,
  suspensions: suspensionRepo(deps),
  sealer: async () => seals,
  reviews: scenario.evaluation,
});

async function deliveryTo(matching: (delivery: StoredDelivery) => boolean): Promise<StoredDelivery> {
  const found = (await scenario.deliveries()).find(matching);
  if (found === undefined) throw new Error('no such delivery');
  return found;
}

const toDesk = () => deliveryTo(({ channel }) => channel.destinationId === desk.id);
const tokenOf = ({ id: deliveryId }: StoredDelivery, seals: Sealer = testSealer) =>
  acknowledgeToken(seals, { organisationId: scenario.organisation, deliveryId });
const deskToken = async () => tokenOf(await toDesk());
const stored = () => scenario.evaluation.events.get(scenario.organisation, event.id);
const use = (token: string, seals?: Sealer) => acknowledgeByLink(linking(seals), token, { withOthers: false });
const by = () => ({ id: 'key', name: 'Ada', at: deps.now() });

describe('the link of a message', () => {
  it('acknowledges the alert for a destination, and sends it to those who ask', async () => {
    deps.advance(60);
    expect(await use(await deskToken())).toMatchObject({ recipient: 'Desk', event: { status: 'acknowledged' } });
    expect(await stored()).toMatchObject({
      status: 'acknowledged',
      acknowledgedAt: deps.now().toISOString(),
      acknowledgedBy: null,
      acknowledgedByName: 'Desk',
    });
    const delivery = await deliveryTo(({ eventKind }) => eventKind === 'alert.acknowledged');
    expect(delivery.channel.destinationId).toBe(desk.id);
    expect(delivery.body).toContain('Acknowledged by Desk');
  });

  it.each([
    ['email', 'ops@example.com'],
    ['slack', 'Slack'],
  ])('acknowledges for the recipient of the settings: %s', async (kind, name) => {
    await use(tokenOf(await deliveryTo(({ channel }) => channel.kind === kind)));
    expect(await stored()).toMatchObject({ acknowledgedBy: null, acknowledgedByName: name });
  });

  it('changes nothing while it is only read', async () => {
    const token = await deskToken();
    for (let n = 0; n < 3; n++) {
      expect(await linkedAlert(linking(), token)).toMatchObject({ recipient: 'Desk', event: { id: event.id } });
    }
    expect(await stored()).toEqual(event);
  });

  it('works once, also for many at once and for other recipients', async () => {
    const tokens = (await scenario.deliveries()).map((delivery) => tokenOf(delivery));
    const { fulfilled, rejected } = await settled(9, (n) => use(tokens[n % tokens.length] ?? ''));
    expect(rejected).toEqual([]);
    expect(fulfilled.filter((answer) => answer !== 'gone')).toHaveLength(1);
    const once = await stored();
    for (const token of tokens) {
      expect(await use(token)).toBe('gone');
      expect(await linkedAlert(linking(), token)).toBe('gone');
    }
    expect(await stored()).toEqual(once);
  });

  it.each([
    ['acknowledged', () => acknowledge(by())],
    ['resolved', () => resolve(by(), null)],
  ])('is used when somebody else has %s the alert', async (_, step) => {
    const token = await deskToken();
    await scenario.review(event.id, step());
    const before = await stored();
    expect(await use(token)).toBe('gone');
    expect(await stored()).toEqual(before);
  });

  it('never wins over a resolution that comes at the same time', async () => {
    const token = await deskToken();
    await settled(6, async (n) => {
      if (n === 0) await scenario.review(event.id, resolve(by(), null));
      else await use(token);
    });
    expect(await stored()).toMatchObject({ status: 'resolved', resolvedByName: 'Ada' });
  });

  it('works for seven days and no longer', async () => {
    const token = await deskToken();
    deps.advance(7 * DAY - 1);
    expect(await linkedAlert(linking(), token)).toMatchObject({ recipient: 'Desk' });
    deps.advance(1);
    expect(await linkedAlert(linking(), token)).toBe('gone');
    expect(await use(token)).toBe('gone');
    expect(await stored()).toEqual(event);
  });

  it('ends with its recipient', async () => {
    const [email, slack] = await Promise.all(
      ['email', 'slack'].map((kind) => deliveryTo(({ channel }) => channel.kind === kind).then(tokenOf)),
    );
    const token = await deskToken();
    await updateDestination(scenario.changing, scenario.organisation, desk.id, { name: 'Council' });
    expect(await linkedAlert(linking(), token)).toMatchObject({ recipient: 'Council' });
    await scenario.evaluation.destinations.remove(scenario.organisation, desk.id);
    await settingsRepo(deps).change(scenario.organisation, {
      emails: ['other@example.com'],
      sealedSlackUrl: null,
      maskedSlackUrl: null,
    });
    for (const each of [token, email, slack]) expect(await use(each ?? '')).toBe('gone');
    expect(await stored()).toEqual(event);
  });

  it('is refused while the organisation is suspended', async () => {
    const token = await deskToken();
    await write(table, { put: { ...keys.organisation(scenario.organisation), id: scenario.organisation } });
    await suspensionRepo(deps).suspend(scenario.organisation);
    expect(await linkedAlert(linking(), token)).toBe('unknown');
    expect(await use(token)).toBe('unknown');
    expect(await stored()).toEqual(event);
    await suspensionRepo(deps).resume(scenario.organisation);
    expect(await use(token)).toMatchObject({ recipient: 'Desk' });
  });

  it('is too old when its delivery has expired', async () => {
    const delivery = await toDesk();
    await write(table, { delete: keys.delivery(scenario.organisation, delivery.id) });
    expect(await use(tokenOf(delivery))).toBe('gone');
    expect(await stored()).toEqual(event);
  });

  it('stays valid after a rotation of the keys of the stage, until the old key is removed', async () => {
    const token = await deskToken();
    const [older, newer] = [dataKeyOf('7'.repeat(32)), dataKeyOf('8'.repeat(32))];
    expect(await linkedAlert(linking(sealer([newer, older])), token)).toMatchObject({ recipient: 'Desk' });
    expect(await linkedAlert(linking(sealer([newer])), token)).toBe('unknown');
  });

  it('is refused when anything in it was changed', async () => {
    const token = await deskToken();
    const other = tokenOf(await deliveryTo(({ channel }) => channel.kind === 'slack'));
    const [proof, delivery, organisation] = token.split(/\.(?=[\da-f]{8}-)/);
    const unsubscribe = testSealer.seal('acknowledge', {
      organisationId: scenario.organisation,
      recordId: String(delivery),
    });
    const forged = [
      '',
      'x'.repeat(1024),
      token.slice(0, -1),
      `${token}0`,
      `${proof}.${other.split(/\.(?=[\da-f]{8}-)/)[1]}.${organisation}`,
      `${proof}.${delivery}.${delivery}`,
      `${unsubscribe}.${delivery}.${organisation}`,
      ...[5, 20, 40, 60].map((n) => `${token.slice(0, n)}${token[n] === 'a' ? 'b' : 'a'}${token.slice(n + 1)}`),
    ];
    for (const each of forged) expect(await use(each)).toBe('unknown');
    expect(await stored()).toEqual(event);
  });
});

describe('the page of a link', () => {
  it('shows only the sentence of the event and the recipient, as text', async () => {
    const name = '<script>alert(1)</script>"&';
    const hostile = { ...event, summary: `${name} paid` };
    const page = questionPage({ event: hostile, recipient: name }, 'a"><b', 0);
    expect(page).not.toMatch(/<script|"><b"/);
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&amp; paid');
    for (const secret of [
      event.id,
      event.ruleId,
      event.ruleName,
      event.transaction?.hash ?? 'none',
      scenario.organisation,
    ]) {
      expect(page).not.toContain(secret);
    }
  });
});
