import { expect, it } from '@jest/globals';
import { openTable } from '../../lib/platform/table/table.ts';
import { failingReader } from '../support/failing-reader.ts';
import { Faults, HEALTHY, type Plan } from '../support/faults.ts';
import { quiet } from '../support/quiet.ts';
import { RecordedNode } from '../support/recorded-chain/node.ts';
import { rpcNodes, thrice } from '../support/rpc-nodes.ts';
import { sampledCalls } from '../support/sweep.ts';
import { dynamoDb } from '../support/table.ts';
import { families, short } from './recordings.ts';
import { fromFirst, scanAll, watchedTable, watcherOf } from './replaying.ts';

quiet();
const { node } = rpcNodes();

/** Calls that change the table. A lost answer of such a call differs from a lost call. */
const WRITES = ['PutItemCommand', 'UpdateItemCommand', 'DeleteItemCommand', 'TransactWriteItemsCommand'];

it.each(families)(
  'a watcher that dies at any call and the next watcher leave the same table as a healthy watcher: %s',
  async (family) => {
    const recording = short[family]();
    const table = await watchedTable(recording);
    const { url } = await node(new RecordedNode(recording.methods).listener);
    const faults = new Faults();

    /** Scans the chain in a process that dies as planned, then in a healthy process. Returns the items of the table. */
    const run = async (plan: Plan) => {
      await table.forget();
      faults.arm(plan);
      const watcher = watcherOf(
        table.deps,
        recording.id,
        failingReader(recording.reader(...thrice(url)), faults),
        openTable(table.deps.table.name, faults.over(dynamoDb())),
      );
      const survived = await faults.process(() => scanAll(watcher, fromFirst(recording)));
      if (!survived)
        await scanAll(watcherOf(table.deps, recording.id, recording.reader(...thrice(url))), fromFirst(recording));
      return { call: faults.hit?.call, items: await table.written() };
    };

    const { items } = await run(HEALTHY);
    const calls = [...faults.calls];
    const records = [...items.keys()].filter((key) => key.includes(' TX#'));
    expect(records.length).toBeGreaterThan(5);
    for (const place of sampledCalls(calls, 3)) {
      const before = await run({ ...place, fails: 'before', process: 'dies' });
      expect({ ...place, ...before }).toEqual({ ...place, items });
      if (!WRITES.includes(String(before.call))) continue;
      const after = await run({ ...place, fails: 'after', process: 'dies' });
      expect({ ...place, ...after }).toEqual({ ...place, items });
    }
    const steps = ['head', 'block', 'decode', 'BatchGetItemCommand', 'PutItemCommand', 'TransactWriteItemsCommand'];
    expect(calls).toEqual(expect.arrayContaining(steps));
  },
);
