import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from '@jest/globals';
import { sampledDrift } from '../../lib/lists/sampled-drift.ts';
import { itemOf } from '../../lib/transactions/item.ts';
import { transactionRepo } from '../../lib/transactions/repo.ts';
import { testDeps } from '../support/deps.ts';
import { putDelivery } from '../support/put-delivery.ts';
import { quiet } from '../support/quiet.ts';
import { aDelivery, aStoredTransaction, organisation } from '../support/records.ts';
import { makeTable } from '../support/table.ts';

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
});
