import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { compactPartition } from '../../../lib/operation/lists/counted-lists.ts';
import { listPartition } from '../../../lib/platform/table/counted-list-keys.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import type { OrganisationId } from '../../../lib/values/ids.ts';
import { closeAll, listen, receiving } from '../../platform/outbound/receiver.ts';
import { testDeps } from '../../support/deps.ts';
import { chargedBy } from '../../support/front.ts';
import { PipelineSimulation } from '../../support/pipeline-simulation.ts';
import { quiet } from '../../support/quiet.ts';
import { makeScenario, undivided } from '../../support/scenario.ts';
import { makeTable } from '../../support/table.ts';

quiet();

/** So many that the compactor packs the changes of all lists. */
const ALERTS = 70;
/** DynamoDB serves 1,000 write units and 3,000 read units a second of a partition key. So it serves 200 alerts. */
const MOST = { write: 5, read: 15 };
/** What the organisation writes at times, whatever the number of alerts: a subscription notes that it works. */
const AT_TIMES = 2 / ALERTS;

let table: Table;
let url: string;
beforeAll(async () => {
  table = await makeTable();
  const { listener } = receiving((response) => void response.end());
  url = `http://127.0.0.1:${await listen(createServer(listener))}/hooks`;
});
afterAll(closeAll);

/** The units that an alert with one webhook costs each partition key, dearest first, with a new counterparty each. */
async function unitsOfAlerts(deps = testDeps(table), organisationId?: OrganisationId) {
  const scenario = await makeScenario(deps, undefined, undefined, organisationId);
  const { organisation, wallet } = scenario;
  const simulation = new PipelineSimulation({ deps, table });
  await scenario.makeRule({ cooldownMinutes: 0 });
  await scenario.makeWebhook(url);
  async function alert(n: number): Promise<void> {
    const toAddress = `0x${n.toString(16).padStart(40, '1')}`;
    simulation.insert(organisation, await scenario.record(n, { toAddress }));
    await simulation.runFor(1);
    deps.advance(0.001);
  }
  await alert(0);
  const charged = await chargedBy(async () => {
    for (let n = 1; n <= ALERTS; n++) await alert(n);
    for (const [list, sublist] of [['TX'], ['TX', wallet.id], ['EVENT'], ['EVENT', wallet.id], ['DELIVERY']] as const)
      await compactPartition(deps, listPartition(organisation, list, sublist));
  });
  expect((await scenario.deliveries()).filter(({ status }) => status === 'delivered')).toHaveLength(ALERTS + 1);
  return [...charged]
    .map(([key, { write, read }]) => ({ key, write: write / ALERTS, read: read / ALERTS }))
    .sort((a, b) => b.write - a.write);
}

describe('An alert with one webhook', () => {
  it('costs no partition key so much that an organisation has fewer than 200 alerts a second', async () => {
    const units = await unitsOfAlerts();
    expect(units.filter(({ write, read }) => write > MOST.write + AT_TIMES || read > MOST.read)).toEqual([]);
    expect(units.length).toBeGreaterThan(16);
  });

  it('costs the one partition of an organisation of before several times as much', async () => {
    const deps = testDeps(table);
    const organisation = undivided(deps);
    const [dearest] = await unitsOfAlerts(deps, organisation);
    expect(dearest?.key).toBe(`ORG#${organisation}`);
    expect(dearest?.write).toBeGreaterThan(15);
  });
});
