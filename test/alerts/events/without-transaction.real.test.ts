import { beforeEach, describe, expect, it } from '@jest/globals';
import { decisionOf, subjectDecisionKey } from '../../../lib/alerts/evaluation/decision.ts';
import { deliveriesOfEvent } from '../../../lib/alerts/evaluation/deliveries-of-event.ts';
import { alertOf, firedNotice } from '../../../lib/alerts/evaluation/notices.ts';
import { acknowledge, resolve } from '../../../lib/alerts/events/repo.ts';
import type { AlertEvent } from '../../../lib/alerts/events/schema.ts';
import { alertDeliveries } from '../../../lib/channels/plan-deliveries.ts';
import { expiringEvents } from '../../../lib/operation/retention/expiring-events.ts';
import { keys } from '../../../lib/platform/table/keys.ts';
import { exists } from '../../../lib/platform/table/table.ts';
import { transact } from '../../../lib/platform/table/write.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { quiet } from '../../support/quiet.ts';
import { aSubjectEvent } from '../../support/records.ts';
import { makeScenario, type Scenario } from '../../support/scenario.ts';
import { makeTable } from '../../support/table.ts';

quiet();

let deps: TestDeps;
let scenario: Scenario;
let event: AlertEvent;
beforeEach(async () => {
  deps = testDeps(await makeTable());
  scenario = await makeScenario(deps);
  const webhook = await scenario.makeWebhook('https://hooks.example.com/a', {
    events: ['alert.fired', 'alert.acknowledged'],
  });
  const { id: ruleId } = await scenario.makeRule();
  event = await stored(aSubjectEvent({ id: deps.newId(), ruleId, walletId: scenario.wallet.id }), webhook);
});

/** Stores an event with its decision and the delivery to a subscription, as the decision of a rule does. */
async function stored(made: AlertEvent, webhook: Awaited<ReturnType<Scenario['makeWebhook']>>) {
  const { organisation, evaluation, wallet } = scenario;
  const rule = await scenario.rule(made.ruleId);
  const settings = await evaluation.settings.get(organisation);
  const notice = firedNotice(made, wallet, rule);
  const audience = { rule, settings, webhooks: [webhook], destinations: [] };
  const deliveries = alertDeliveries(evaluation.channels, organisation, notice, audience, wallet);
  await transact(deps.table, {
    decision: {
      put: {
        ...subjectDecisionKey(organisation, made),
        ...{ ruleId: rule.id, transactionId: made.id, inclusion: 0, outcome: 'fired', decidedAt: made.firedAt },
        ...{ deliveryIds: deliveries.map(({ id }) => id), retraction: null },
      },
    },
    event: evaluation.events.creation(organisation, made),
    deliveries: evaluation.deliveries.creations(organisation, deliveries),
  });
  return made;
}

const listed = (filter: object) =>
  scenario.evaluation.events.list(scenario.organisation, { page: 1, pageSize: 10, ...filter });
const reviewer = () => ({ id: deps.newId(), name: 'Ada', at: deps.now() });

describe('An event without a transaction', () => {
  it('is read as it was written, and found by its wallet, rule and chain', async () => {
    const { walletId, ruleId } = event;
    expect((await listed({ walletId, ruleId, chain: 'ethereum' })).data).toEqual([event]);
    expect((await listed({ chain: 'base' })).data).toEqual([]);
  });

  it('about all chains of a wallet is found without a filter for a chain', async () => {
    const webhook = await scenario.makeWebhook('https://hooks.example.com/b');
    const subject = { walletId: event.walletId, chain: null, asset: null, symbol: null, level: null };
    const everywhere = await stored({ ...event, id: deps.newId(), subject }, webhook);
    expect((await listed({})).data).toContainEqual(everywhere);
    expect((await listed({ chain: 'ethereum' })).data).toEqual([event]);
    const found = await alertOf(scenario.evaluation.events)(scenario.organisation, everywhere.id);
    expect(found?.chain).toEqual({ name: 'all chains of the wallet', explorer: null });
  });

  it('tells the subscription of the alert who reviewed it, and lists all its deliveries', async () => {
    const { organisation, evaluation } = scenario;
    await scenario.review(event.id, acknowledge(reviewer()));
    const { data } = await deliveriesOfEvent({ ...evaluation, table: deps.table }, organisation, event.id, {
      page: 1,
      pageSize: 10,
    });
    expect(data.map(({ eventKind }) => eventKind).sort()).toEqual(['alert.acknowledged', 'alert.fired']);
    const fired = data.find(({ eventKind }) => eventKind === 'alert.fired');
    expect(JSON.parse(fired?.body ?? '')).toMatchObject({ transaction: null });
  });

  it('expires after its resolution, with its decision', async () => {
    const { organisation, evaluation } = scenario;
    await scenario.review(event.id, resolve(reviewer(), null));
    const expiry = expiringEvents(deps, 35);
    const resolved = await evaluation.events.get(organisation, event.id);
    expect(await expiry.due(organisation, [resolved], deps.now().toISOString())).toEqual([resolved]);
    await transact(deps.table, { removal: await expiry.removal(organisation, resolved) });
    expect(await exists(deps.table, keys.event(organisation, event.id))).toBe(false);
    expect(await decisionOf(deps.table, organisation, event)).toBeNull();
  });
});
