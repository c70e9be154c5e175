import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { dailySample, sampledDrift } from '../../../lib/operation/lists/sampled-drift.ts';
import { openTable } from '../../../lib/platform/table/table.ts';
import { itemOf } from '../../../lib/transactions/item.ts';
import { transactionRepo } from '../../../lib/transactions/repo.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { Faults } from '../../support/faults.ts';
import { putDelivery } from '../../support/put-delivery.ts';
import { quiet } from '../../support/quiet.ts';
import { recorded } from '../../support/recorded.ts';
import { aDelivery, aStoredTransaction, organisation } from '../../support/records.ts';
import { dynamoDb, makeTable } from '../../support/table.ts';

quiet();

it('a daily sample finds a record that its list shows wrongly, and no other record', async () => {
  const deps = testDeps(await makeTable());
  const right = aStoredTransaction({ id: deps.newId() });
  const wrong = aStoredTransaction({ id: deps.newId() });
  for (const each of [right, wrong]) await transactionRepo(deps).record(organisation, each);
  await putDelivery(deps, aDelivery({ id: deps.newId(), organisationId: organisation }));
  // A sample begins at a random place. Behind the last partition is nothing to compare.
  const sample = async () => {
    for (let n = 0; n < 100; n++) {
      const found = await sampledDrift(deps);
      if (found.compared > 0) return found;
    }
    throw new Error('no sample found a record');
  };
  expect(await sample()).toEqual({ compared: 3, drifted: 0 });
  const Item = itemOf(organisation, { ...wrong, chain: 'base' });
  await deps.table.client.send(new PutCommand({ TableName: deps.table.name, Item }));
  expect(await sample()).toEqual({ compared: 3, drifted: 1 });
  // An unreadable record keeps the sample from no other record.
  await deps.table.client.send(new PutCommand({ TableName: deps.table.name, Item: { pk: Item.pk, sk: Item.sk } }));
  expect(await sample()).toEqual({ compared: 2, drifted: 0 });
});

describe('The sample of each day', () => {
  const DAY = 24 * 60 * 60;
  const HOUR = 60 * 60;
  let deps: TestDeps;
  beforeEach(async () => {
    deps = testDeps(await makeTable());
  });

  /** A process that counts its samples, each of which is a scan. */
  function aProcess(client = dynamoDb()) {
    const { client: counting, actions } = recorded(client);
    const table = openTable(deps.table.name, counting);
    return {
      run: () => dailySample({ ...deps, table }),
      samples: () => actions.filter((action) => action === 'Scan').length,
    };
  }

  it('is taken once, however often and at which times handover runs', async () => {
    const { run, samples } = aProcess();
    for (let minute = 0; minute < 5; minute++) {
      await run();
      deps.advance(60);
    }
    expect(samples()).toBe(1);
    deps.advance(DAY - 5 * 60 - 1);
    await run();
    expect(samples()).toBe(1);
    // The run that should come now is three hours late.
    deps.advance(3 * HOUR);
    await run();
    await run();
    expect(samples()).toBe(2);
  });

  it('is taken once when several runs come at the same time', async () => {
    for (const day of [1, 2]) {
      const processes = Array.from({ length: 5 }, () => aProcess());
      await Promise.all(processes.map(({ run }) => run()));
      expect([day, processes.reduce((sum, { samples }) => sum + samples(), 0)]).toEqual([day, 1]);
      deps.advance(DAY);
    }
  });

  it('is taken by a later run when a run dies before it has ended', async () => {
    const faults = new Faults();
    faults.arm({ at: 3, fails: 'before', process: 'dies' });
    const dying = aProcess(faults.over(dynamoDb()));
    expect(await faults.process(() => dying.run())).toBe(false);
    const { run, samples } = aProcess();
    deps.advance(60);
    await run();
    expect(samples()).toBe(0);
    deps.advance(9 * 60);
    await run();
    expect(samples()).toBe(1);
    deps.advance(HOUR);
    await run();
    expect(samples()).toBe(1);
  });
});
