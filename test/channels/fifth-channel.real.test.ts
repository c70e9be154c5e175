import { createServer, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { updateRule } from '../../lib/alerts/rules/change-rule.ts';
import { ruleSchemas } from '../../lib/alerts/rules/schema.ts';
import { channels } from '../../lib/channels/index.ts';
import { replay } from '../../lib/deliveries/replay-deliveries-of.ts';
import type { Table } from '../../lib/platform/table/table.ts';
import { changeSettings, settingsResponse } from '../../lib/settings/change-settings.ts';
import { settingsSchemas } from '../../lib/settings/schema.ts';
import { derivedId } from '../../lib/values/ids.ts';
import { closeAll, listen, receiving } from '../platform/outbound/receiver.ts';
import { nextAttemptOf } from '../support/attempts.ts';
import { type TestDeps, testDeps } from '../support/deps.ts';
import { quiet } from '../support/quiet.ts';
import { blockHash } from '../support/records.ts';
import { Stage } from '../support/stage.ts';
import { makeTable } from '../support/table.ts';
import { makeWorld, type World } from '../support/world.ts';
import { withPager } from './pager/with-pager.ts';

quiet();

let table: Table;
let deps: TestDeps;
let world: World;
let stage: Stage;
beforeAll(async () => {
  table = await makeTable();
});
beforeEach(async () => {
  deps = testDeps(table);
  world = await makeWorld(deps, withPager);
  stage = new Stage({ deps, table, channels: withPager });
});
afterAll(closeAll);

/** A pager service that answers these statuses in turn and then 200. */
async function aPager(...statuses: number[]) {
  const { listener, received } = receiving((response: ServerResponse) => {
    response.writeHead(statuses.shift() ?? 200).end();
  });
  const pagerUrl = `http://127.0.0.1:${await listen(createServer(listener))}/secret-path`;
  await changeSettings(
    world.changing,
    world.organisation,
    settingsSchemas(withPager).UpdateSettings.parse({ pagerUrl }),
  );
  const pages = () => received.map(({ body, headers }) => [JSON.parse(body.toString()).page, headers['x-attempt']]);
  return { pagerUrl, received, pages };
}

const FIRED = 'Warning: Any, 1 ETH (3,000.00 USD) outbound, Treasury';
const RETRACTED = 'Retracted (warning): Any, 1 ETH (3,000.00 USD) outbound, Treasury';

/** Records the first transaction in a block and evaluates it, until no work is left. */
async function fire() {
  const transaction = await world.sight(1, blockHash('a'));
  stage.insert(world.organisation, transaction);
  await stage.settle();
  return transaction;
}

describe('a channel that is a folder and a line in a registry', () => {
  it('receives an alert, and a second attempt after the first fails', async () => {
    const { pages } = await aPager(500);
    await world.makeRule({ notifyPager: true });
    await fire();
    expect(pages()).toEqual([
      [FIRED, '1'],
      [FIRED, '2'],
    ]);
    expect(await world.deliveries()).toMatchObject([
      {
        channel: { kind: 'pager', team: 'everybody' },
        url: 'https://pager.example/…',
        status: 'delivered',
        attemptsMade: 2,
        eventKind: 'alert.fired',
      },
    ]);
  });

  it('receives the alert again after a replay', async () => {
    const { pages } = await aPager();
    await world.makeRule({ notifyPager: true });
    await fire();
    const ids = (await world.deliveries()).map(({ id }) => id);
    const { deliveries } = world.evaluation;
    const { destinationOf } = withPager;
    await replay({ deliveries, queue: stage.queue, destinationOf }, world.organisation, ids);
    await stage.settle();
    expect(pages()).toEqual([
      [FIRED, '1'],
      [FIRED, '2'],
    ]);
  });

  it('receives the retraction when the block of the transaction is replaced', async () => {
    const { pages } = await aPager();
    await world.makeRule({ notifyPager: true });
    const transaction = await fire();
    await world.orphan(transaction, { ...world.evaluation, queue: stage.queue });
    await stage.settle();
    expect(pages()).toEqual([
      [FIRED, '1'],
      [RETRACTED, '1'],
    ]);
  });

  it('receives no alert of a rule whose toggle is off', async () => {
    const { pages } = await aPager();
    await world.makeRule();
    await fire();
    expect(pages()).toEqual([]);
  });

  it('receives no alert while the settings name no destination', async () => {
    const { pages } = await aPager(500);
    await world.makeRule({ notifyPager: true });
    stage.insert(world.organisation, await world.sight(1, blockHash('a')));
    await changeSettings(world.changing, world.organisation, { pagerUrl: null });
    await stage.settle();
    expect([pages(), await world.deliveries()]).toEqual([[], []]);
  });

  it('has fields in rules, which a change of the rule updates', async () => {
    const { received } = await aPager();
    const { UpdateRule } = ruleSchemas(withPager);
    const rule = await world.makeRule({ notifyPager: true, pagerTeam: 'night shift' });
    expect(rule).toMatchObject({ notifyPager: true, pagerTeam: 'night shift' });
    const change = UpdateRule.parse({ pagerTeam: 'day shift' });
    await updateRule(world.changing, world.organisation, rule.id, change);
    await fire();
    expect(received.map(({ headers }) => headers['x-team'])).toEqual(['day shift']);
    expect(
      ruleSchemas(channels).CreateRule.safeParse({ name: 'Any', ruleType: 'any_transfer', pagerTeam: 'x' }),
    ).toMatchObject({
      success: false,
    });
  });

  it('has a field in the settings, which the API masks except to the request that sets it', async () => {
    const { pagerUrl } = await aPager();
    const { settings } = world.evaluation;
    const stored = await settings.get(world.organisation);
    expect(JSON.stringify(stored)).not.toContain('secret-path');
    const masked = { emails: [], slackWebhookUrl: null, pagerUrl: 'https://pager.example/…' };
    expect(await settingsResponse(world.changing, world.organisation, stored)).toEqual(masked);
    const given = { pagerUrl: `${pagerUrl}2` };
    expect(await changeSettings(world.changing, world.organisation, given)).toEqual({ ...masked, ...given });
  });

  it('has a limit of its own for each organisation', async () => {
    await aPager();
    await world.makeRule({ notifyPager: true });
    await world.evaluate(await world.sight(1, blockHash('a')));
    const [message] = world.queue.sent;
    expect(message?.receiver).toBe(derivedId('receiver', world.organisation, 'pager'));
    const webhook = await world.makeWebhook('https://receiver.example/');
    expect(nextAttemptOf(await world.ping(webhook)).receiver).not.toBe(message?.receiver);
  });
});
