import { beforeAll, describe, expect, it } from '@jest/globals';
import { destinationRepo } from '../../../lib/channels/destinations/repo.ts';
import { settingsRepo } from '../../../lib/channels/settings/repo.ts';
import { MAX_WEBHOOKS, MOST_RECIPIENTS } from '../../../lib/organisations/limits/recipient-room.ts';
import { setLimits } from '../../../lib/organisations/limits/set-limits.ts';
import { keys } from '../../../lib/platform/table/keys.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import { write } from '../../../lib/platform/table/write.ts';
import { webhookRepo } from '../../../lib/webhooks/repo.ts';
import { testDeps } from '../../support/deps.ts';
import { quiet } from '../../support/quiet.ts';
import { aDestination, aWebhook, blockHash } from '../../support/records.ts';
import { makeScenario } from '../../support/scenario.ts';
import { makeTable } from '../../support/table.ts';

quiet();

let table: Table;
beforeAll(async () => {
  table = await makeTable();
});

const ADDRESSES = 20;
const KINDS = ['email', 'slack', 'teams', 'discord', 'telegram', 'pagerduty'];

/** An organisation with so many subscriptions, and all the destinations and addresses that fit beside them. */
async function everybody(webhooks: number) {
  const deps = testDeps(table);
  const scenario = await makeScenario(deps);
  const { organisation } = scenario;
  if (webhooks > MAX_WEBHOOKS) {
    await write(table, { update: keys.organisation(organisation), set: { createdAt: deps.now().toISOString() } });
    await setLimits(deps, { organisationId: organisation, limits: { webhooks } });
  }
  const events = ['alert.fired' as const, 'alert.retracted' as const];
  for (let n = 0; n < webhooks; n += 1) {
    await webhookRepo(deps).create(organisation, aWebhook({ id: deps.newId(), payload: 'full', events }));
  }
  const destinations = destinationRepo(deps);
  const another = (n: number) => aDestination({ id: deps.newId(), kind: KINDS[n % KINDS.length] ?? '' });
  for (let n = 0; n < MOST_RECIPIENTS - webhooks; n += 1) await destinations.create(organisation, another(n));
  await expect(destinations.create(organisation, another(0))).rejects.toMatchObject({ code: 'conflict' });
  const emails = Array.from({ length: ADDRESSES }, (_, n) => `desk${n}@example.com`);
  const slack = { sealedSlackUrl: 'sealed', maskedSlackUrl: 'https://slack.example/…last' };
  await settingsRepo(deps).change(organisation, { emails, ...slack });
  return scenario;
}

describe.each([MAX_WEBHOOKS, 45, MOST_RECIPIENTS])(
  'An organisation with %i subscriptions and all others',
  (webhooks) => {
    it('hears of an alert and of its retraction, each recipient once', async () => {
      const scenario = await everybody(webhooks);
      await scenario.makeRule({
        notifyEmail: true,
        notifySlack: true,
        notifyWebhook: true,
        customWebhookUrl: 'http://127.0.0.1:9/own',
        cooldownMinutes: 5,
      });
      const transaction = await scenario.sight(1, blockHash('a'));
      await scenario.evaluate(transaction);
      await scenario.evaluate(transaction);
      expect((await scenario.events()).length).toBe(1);
      const all = MOST_RECIPIENTS + ADDRESSES + 2;
      const fired = await scenario.deliveries();
      expect(new Set(fired.map(({ channel }) => JSON.stringify(channel))).size).toBe(all);
      expect(fired.length).toBe(all);
      await scenario.orphan(transaction);
      const { deliveries } = scenario.evaluation;
      const { meta } = await deliveries.list(scenario.organisation, { page: 1, pageSize: 1 });
      expect(meta.total).toBe(2 * all);
    });
  },
);
