import { createServer, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createRule, updateRule } from '../../../lib/alerts/rules/change-rule.ts';
import { ruleRepo } from '../../../lib/alerts/rules/repo.ts';
import { ruleSchemas } from '../../../lib/alerts/rules/schema.ts';
import { channels } from '../../../lib/channels/index.ts';
import { changeSettings, settingsResponse } from '../../../lib/channels/settings/change-settings.ts';
import { settingsSchemas } from '../../../lib/channels/settings/schema.ts';
import { replay } from '../../../lib/deliveries/replay-deliveries-of.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import { derivedId } from '../../../lib/values/ids.ts';
import { closeAll, listen, receiving } from '../../platform/outbound/receiver.ts';
import { nextAttemptOf } from '../../support/attempts.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { PipelineSimulation } from '../../support/pipeline-simulation.ts';
import { quiet } from '../../support/quiet.ts';
import { blockHash } from '../../support/records.ts';
import { makeScenario, type Scenario } from '../../support/scenario.ts';
import { makeTable } from '../../support/table.ts';
import { withPager } from './with-pager.ts';

quiet();

let table: Table;
let deps: TestDeps;
let scenario: Scenario;
let simulation: PipelineSimulation;
beforeAll(async () => {
  table = await makeTable();
});
beforeEach(async () => {
  deps = testDeps(table);
  scenario = await makeScenario(deps, withPager);
  simulation = new PipelineSimulation({ deps, table, channels: withPager });
});
afterAll(closeAll);

/** A pager service that answers these statuses in turn and then 200. */
async function aPager(...statuses: number[]) {
  const { listener, received } = receiving((response: ServerResponse) => {
    response.writeHead(statuses.shift() ?? 200).end();
  });
  const pagerUrl = `http://127.0.0.1:${await listen(createServer(listener))}/secret-path`;
  await changeSettings(
    scenario.changing,
    scenario.organisation,
    settingsSchemas(withPager).UpdateSettings.parse({ pagerUrl }),
  );
  const pages = () => received.map(({ body, headers }) => [JSON.parse(body.toString()).page, headers['x-attempt']]);
  return { pagerUrl, maskedUrl: `${new URL(pagerUrl).origin}/…path`, received, pages };
}

const FIRED = 'Warning: Treasury paid 1 ETH (3,000 USD) to 0x8617…070D';
const RETRACTED = 'Retracted: Treasury paid 1 ETH (3,000 USD) to 0x8617…070D';

/** Records the first transaction in a block and evaluates it, until no work is left. */
async function fire() {
  const transaction = await scenario.sight(1, blockHash('a'));
  simulation.insert(scenario.organisation, transaction);
  await simulation.settle();
  return transaction;
}

describe('a channel that is a folder and a line in a registry', () => {
  it('receives an alert, and a second attempt after the first fails', async () => {
    const { pages, maskedUrl } = await aPager(500);
    await scenario.makeRule({ notifyPager: true });
    await fire();
    expect(pages()).toEqual([
      [FIRED, '1'],
      [FIRED, '2'],
    ]);
    expect(await scenario.deliveries()).toMatchObject([
      {
        channel: { kind: 'pager', team: 'everybody' },
        url: maskedUrl,
        status: 'delivered',
        attemptsMade: 2,
        eventKind: 'alert.fired',
      },
    ]);
  });

  it('receives the alert again after a replay', async () => {
    const { pages } = await aPager();
    await scenario.makeRule({ notifyPager: true });
    await fire();
    const ids = (await scenario.deliveries()).map(({ id }) => id);
    const { deliveries } = scenario.evaluation;
    const { destinationOf } = withPager;
    await replay({ ...deps, deliveries, queue: simulation.queue, destinationOf }, scenario.organisation, ids);
    await simulation.settle();
    expect(pages()).toEqual([
      [FIRED, '1'],
      [FIRED, '2'],
    ]);
  });

  it('receives the retraction when the block of the transaction is replaced', async () => {
    const { pages } = await aPager();
    await scenario.makeRule({ notifyPager: true });
    const transaction = await fire();
    await scenario.orphan(transaction, { ...scenario.evaluation, queue: simulation.queue });
    await simulation.settle();
    expect(pages()).toEqual([
      [FIRED, '1'],
      [RETRACTED, '1'],
    ]);
  });

  it('receives no alert of a rule whose toggle is off', async () => {
    const { pages } = await aPager();
    await scenario.makeRule();
    await fire();
    expect(pages()).toEqual([]);
  });

  it('receives no alert while the settings name no destination', async () => {
    const { pages } = await aPager(500);
    await scenario.makeRule({ notifyPager: true });
    simulation.insert(scenario.organisation, await scenario.sight(1, blockHash('a')));
    await changeSettings(scenario.changing, scenario.organisation, { pagerUrl: null });
    await simulation.settle();
    expect([pages(), await scenario.deliveries()]).toEqual([[], []]);
  });

  it('has fields in rules, which a change of the rule updates', async () => {
    const { received } = await aPager();
    const { UpdateRule } = ruleSchemas(withPager);
    const rule = await scenario.makeRule({ notifyPager: true, pagerTeam: 'night shift' });
    expect(rule).toMatchObject({ notifyPager: true, pagerTeam: 'night shift' });
    const change = UpdateRule.parse({ pagerTeam: 'day shift' });
    await updateRule(scenario.changing, scenario.organisation, rule.id, change);
    await fire();
    expect(received.map(({ headers }) => headers['x-team'])).toEqual(['day shift']);
    expect(
      ruleSchemas(channels).CreateRule.safeParse({ name: 'Any', ruleType: 'any_transfer', pagerTeam: 'x' }),
    ).toMatchObject({
      success: false,
    });
  });

  it('leaves rules that were stored before the channel existed as the rules were', async () => {
    const { pages } = await aPager();
    const { organisation, changing } = scenario;
    const input = ruleSchemas(channels).CreateRule.parse({ name: 'Any', ruleType: 'any_transfer', cooldownMinutes: 0 });
    const { id } = await createRule({ ...changing, channels, rules: ruleRepo(deps) }, organisation, input);
    await fire();
    expect([(await scenario.events()).map(({ ruleId }) => ruleId), pages()]).toEqual([[id], []]);

    const change = ruleSchemas(withPager).UpdateRule.parse({ notifyPager: true });
    expect(await updateRule(changing, organisation, String(id), change)).toMatchObject({ pagerTeam: 'everybody' });
    simulation.insert(organisation, await scenario.sight(2, blockHash('a')));
    await simulation.settle();
    expect(pages()).toEqual([[FIRED, '1']]);
  });

  it('has a field in the settings, which the API masks except to the request that sets it', async () => {
    const { pagerUrl, maskedUrl } = await aPager();
    const { settings } = scenario.evaluation;
    const stored = await settings.get(scenario.organisation);
    expect(JSON.stringify(stored)).not.toContain('secret-path');
    const masked = { pagerUrl: maskedUrl };
    expect(await settingsResponse(scenario.changing, scenario.organisation, stored)).toMatchObject(masked);
    const given = { pagerUrl: `${pagerUrl}2` };
    expect(await changeSettings(scenario.changing, scenario.organisation, given)).toMatchObject(given);
  });

  it('has a limit of its own for each organisation', async () => {
    await aPager();
    await scenario.makeRule({ notifyPager: true });
    await scenario.evaluate(await scenario.sight(1, blockHash('a')));
    const [message] = scenario.queue.sent;
    expect(message?.receiver).toBe(derivedId('receiver', scenario.organisation, 'pager'));
    const webhook = await scenario.makeWebhook('https://receiver.example/');
    expect(nextAttemptOf(await scenario.ping(webhook)).receiver).not.toBe(message?.receiver);
  });
});
