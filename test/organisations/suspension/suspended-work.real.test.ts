import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { suspensionRepo } from '../../../lib/organisations/suspension/repo.ts';
import { SUSPENSIONS_KNOWN_SECONDS } from '../../../lib/organisations/suspension/suspended.ts';
import { keys } from '../../../lib/platform/table/keys.ts';
import { openTable, type Table } from '../../../lib/platform/table/table.ts';
import { write } from '../../../lib/platform/table/write.ts';
import type { OrganisationId } from '../../../lib/values/ids.ts';
import { paymentChain } from '../../../local/chains/recorded/payment-chain.ts';
import { closeAll, listen, receiving } from '../../platform/outbound/receiver.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { Faults, HEALTHY, type Plan } from '../../support/faults.ts';
import { PipelineSimulation } from '../../support/pipeline-simulation.ts';
import { quiet } from '../../support/quiet.ts';
import { makeScenario, RECEIVER, SENDER } from '../../support/scenario.ts';
import { sweep } from '../../support/sweep.ts';
import { dynamoDb, makeTable } from '../../support/table.ts';
import { budgeted } from '../../watch/deferred/budgeted.ts';
import { holding, payment } from '../../watch/payments.ts';

quiet();

const MONTH_SECONDS = 30 * 24 * 60 * 60;
const faults = new Faults();
let refuses = false;
const { listener, received } = receiving((response) => void response.writeHead(refuses ? 500 : 200).end());
let table: Table;
let failingTable: Table;
let base: string;

beforeAll(async () => {
  table = await makeTable();
  failingTable = openTable(table.name, faults.over(dynamoDb()));
  base = `http://127.0.0.1:${await listen(createServer(listener))}`;
});
afterAll(closeAll);

const makeOrganisation = (deps: TestDeps, organisation: OrganisationId) =>
  write(deps.table, { put: { ...keys.organisation(organisation), name: 'Acme' } });

/** Suspends an organisation, and waits until every process knows. */
async function suspend(deps: TestDeps, organisation: OrganisationId): Promise<void> {
  await suspensionRepo(deps).suspend(organisation);
  deps.advance(SUSPENSIONS_KNOWN_SECONDS);
}

async function resume(deps: TestDeps, organisation: OrganisationId): Promise<void> {
  await suspensionRepo(deps).resume(organisation);
  deps.advance(SUSPENSIONS_KNOWN_SECONDS);
}

/**
 * An alert whose receiver refuses it, then a suspension. Another transaction is recorded in the meantime, as a watcher
 * that knew nothing yet would do. A month later the receiver is healthy and the suspension ends.
 */
async function run(plan: Plan): Promise<void> {
  const deps = testDeps(table);
  const scenario = await makeScenario(deps);
  const { organisation } = scenario;
  await scenario.makeRule({ cooldownMinutes: 0 });
  await scenario.makeWebhook(`${base}/hooks`);
  received.length = 0;
  refuses = true;
  const simulation = new PipelineSimulation({ deps, table: failingTable, faults });
  faults.arm(plan);
  simulation.insert(organisation, await scenario.record(1));
  await simulation.runFor(1);
  await suspend(deps, organisation);
  simulation.insert(organisation, await scenario.record(2));
  const posts = received.length;
  await expect(simulation.settle(600)).rejects.toThrow('There is still work');
  expect(received).toHaveLength(posts);

  deps.advance(MONTH_SECONDS);
  refuses = false;
  await resume(deps, organisation);
  await simulation.settle();
  const events = await scenario.events();
  expect(events).toHaveLength(2);
  expect((await scenario.deliveries()).map(({ status }) => status)).toEqual(['delivered', 'delivered']);
  const bodies = received.slice(posts).map(({ body }) => body.toString());
  expect(new Set(bodies).size).toBe(2);
  if (faults.hit === undefined) expect(bodies).toHaveLength(2);
}

describe('the work of a suspended organisation', () => {
  it('rests for a month, and is done once when the suspension has ended', () => run(HEALTHY));

  it.each([
    ['before', 'dies'],
    ['after', 'dies'],
    ['after', 'goes on'],
  ] as const)('is done once when a call fails %s its effect and the process %s', async (fails, process) => {
    const calls = await sweep(faults, { fails, process }, 3, run);
    expect(calls).toEqual(expect.arrayContaining(['queue', 'timer', 'POST', 'TransactWriteItemsCommand']));
  });
});

describe('the watcher of a chain', () => {
  const BUDGETS = { perBlock: 20, atOnce: 200, perHour: 10_000 };
  const blocks = [holding(payment(0, { to: RECEIVER })), holding(payment(1, { to: RECEIVER }))];

  it('records nothing of a suspended organisation, and everything in order a month later', async () => {
    const chain = paymentChain(...blocks);
    const { deps, watching, scanned, matches, due, consumed, drained, records } = await budgeted(chain, BUDGETS);
    const organisation = await watching(RECEIVER);
    const other = await watching(RECEIVER, SENDER);
    await makeOrganisation(deps, organisation);
    await suspend(deps, organisation);
    await scanned();
    // A message from before the suspension changes nothing.
    await consumed({ organisationId: organisation, chain: 'anvil' });
    expect(await records(organisation)).toEqual([]);
    expect(matches.sent).toEqual([]);
    expect(await records(other)).not.toEqual([]);

    deps.advance(MONTH_SECONDS);
    await resume(deps, organisation);
    // A block that comes now waits for the blocks of the suspension.
    chain.append(holding(payment(2, { to: RECEIVER })));
    await scanned();
    expect(await records(organisation)).toEqual([]);
    for (const message of await due()) await consumed(message);
    await drained();
    expect((await records(organisation)).map(({ blockNumber }) => blockNumber)).toEqual([0, 1, 2]);
  });
});
