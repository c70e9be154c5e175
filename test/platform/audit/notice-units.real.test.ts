import { beforeAll, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { updateDestination } from '../../../lib/channels/destinations/change-destination.ts';
import { muteRepo } from '../../../lib/organisations/mutes/repo.ts';
import { actingFor, type Changer, SYSTEM } from '../../../lib/platform/audit/acting.ts';
import { openTable, type Table } from '../../../lib/platform/table/table.ts';
import { plusSeconds } from '../../../lib/values/time.ts';
import { updateWebhook } from '../../../lib/webhooks/change-webhook.ts';
import { changing } from '../../channels/changes/changing.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { quiet } from '../../support/quiet.ts';
import { makeScenario, type Scenario } from '../../support/scenario.ts';
import { dynamoDb, makeTable } from '../../support/table.ts';

/*
 * An organisation hears of some changes. Such a change costs no write unit more than a change of which nobody hears:
 * the service itself makes the same change, and its changes have no notice.
 */
quiet();

const WRITES = /^(Put|Update|Delete|TransactWrite)/;
const Capacity = z.object({ CapacityUnits: z.number() });
const Metered = z.object({ ConsumedCapacity: z.union([Capacity.transform((one) => [one]), z.array(Capacity)]) });

let table: Table;
let units = 0;
beforeAll(async () => {
  const client = dynamoDb();
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        if (!WRITES.test(commandName)) return next(args);
        Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
        const result = await next(args);
        const { ConsumedCapacity } = Metered.parse(result.output);
        for (const { CapacityUnits } of ConsumedCapacity) units += CapacityUnits;
        return result;
      },
    { step: 'initialize', name: 'metered' },
  );
  table = openTable((await makeTable()).name, client);
});

const KEY: Changer = { kind: 'key', id: '5b0c6a3e-8a52-4d0e-9d64-7b8a6f2f4c21', name: 'CI' };
type Make = (scenario: Scenario, deps: TestDeps) => Promise<() => Promise<unknown>>;

/** Each makes something active, and answers what turns it off. */
const subscription: Make = async ({ makeWebhook, changing: by, organisation }) => {
  const { id } = await makeWebhook('https://8.8.8.8/hook');
  return () => updateWebhook(by, organisation, id, { isActive: false });
};
const changes: Readonly<Record<string, Make>> = {
  'a subscription that is turned off': subscription,
  async 'a destination whose secret is another'(scenario, deps) {
    const { id } = await changing(deps, scenario).makeDestination();
    const config = { botToken: '7654321:AAEhBOweik' };
    return () => updateDestination(scenario.changing, scenario.organisation, id, { config });
  },
  async 'a rule that is muted'(scenario, deps) {
    const { id } = await scenario.makeRule();
    const { rules } = scenario.evaluation;
    const until = plusSeconds(deps.now(), 3600).toISOString();
    const muted = rules.muted(scenario.organisation, await rules.get(scenario.organisation, id));
    return () => muteRepo(deps).set(scenario.organisation, muted, { until, reason: 'Move', critical: false });
  },
  async 'a rule that is deleted'(scenario) {
    const { id } = await scenario.makeRule();
    return () => scenario.evaluation.rules.remove(scenario.organisation, id);
  },
  'a wallet that is deleted':
    async ({ wallets, wallet, organisation }) =>
    () =>
      wallets.remove(organisation, wallet.id),
};

async function unitsOf(make: Make, actor: Changer): Promise<number> {
  const deps = testDeps(table);
  const change = await make(await makeScenario(deps), deps);
  units = 0;
  await actingFor({ actor, requestId: deps.newId() }, change);
  return units;
}

describe('The notice costs no write unit of', () => {
  it.each(Object.entries(changes))('%s', async (_, make) => {
    const unheard = await unitsOf(make, SYSTEM);
    expect(unheard).toBeGreaterThan(3);
    expect(await unitsOf(make, KEY)).toBe(unheard);
  });
});

it('A change that was a single write before there was a log costs three units more', async () => {
  // The item alone takes one unit.
  expect(await unitsOf(subscription, KEY)).toBe(1 + 3);
});
