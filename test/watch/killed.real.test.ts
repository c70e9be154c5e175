import { expect, it } from '@jest/globals';
import type { ChainReader } from '../../lib/chains/port/chain.ts';
import { openTable } from '../../lib/platform/table/table.ts';
import { Faults, HEALTHY, type Plan } from '../support/faults.ts';
import { quiet } from '../support/quiet.ts';
import { RecordedNode } from '../support/recorded-chain/node.ts';
import { rpcNodes, thrice } from '../support/rpc-nodes.ts';
import { dynamoDb } from '../support/table.ts';
import { families, short } from './recordings.ts';
import { fromFirst, scanAll, watchedTable, watcherOf } from './replaying.ts';

quiet();
const { node } = rpcNodes();

/** A reader whose every call, and the decoding of every transaction, may be the last of its process. */
const mortal = (reader: ChainReader, faults: Faults): ChainReader => ({
  lookup: (...asked) => faults.around('lookup', () => reader.lookup(...asked)),
  head: (...asked) => faults.around('head', () => reader.head(...asked)),
  heights: (...asked) => faults.around('heights', () => reader.heights(...asked)),
  header: (...asked) => faults.around('header', () => reader.header(...asked)),
  block: async (...asked) => {
    const block = await faults.around('block', () => reader.block(...asked));
    const transactions = block.transactions.map(({ hash, parties, decode }) => ({
      hash,
      parties,
      decode: (signal: AbortSignal) => faults.around('decode', () => decode(signal)),
    }));
    return { ...block, transactions };
  },
});

/** Calls that take effect, so that to lose their answer is another thing than to lose the call. */
const WRITES = ['PutItemCommand', 'UpdateItemCommand', 'DeleteItemCommand', 'TransactWriteItemsCommand'];

it.each(families)(
  'a watcher of recorded blocks that dies at any step, and the next one, leave what one does that lives: %s',
  async (family) => {
    const recording = short[family]();
    const table = await watchedTable(recording);
    const { url } = await node(new RecordedNode(recording.methods).listener);
    const faults = new Faults();
    const hurt = openTable(table.deps.table.name, faults.over(dynamoDb()));

    /** Scans the chain in a process that dies as planned, and again in one that lives; what is then there. */
    const run = async (plan: Plan) => {
      await table.forget();
      faults.arm(plan);
      const watcher = watcherOf(table.deps, mortal(recording.reader(...thrice(url)), faults), hurt);
      const survived = await faults.process(() => scanAll(watcher, fromFirst(recording)));
      if (!survived) await scanAll(watcherOf(table.deps, recording.reader(...thrice(url))), fromFirst(recording));
      return { call: faults.hit?.call, items: await table.written() };
    };

    const { items } = await run(HEALTHY);
    const records = [...items.keys()].filter((key) => key.includes(' TX#'));
    expect(records.length).toBeGreaterThan(5);
    const hits: string[] = [];
    for (let at = 1; ; at++) {
      const before = await run({ at, fails: 'before', process: 'dies' });
      if (before.call === undefined) break;
      hits.push(before.call);
      expect({ at, ...before }).toEqual({ at, call: before.call, items });
      if (!WRITES.includes(before.call)) continue;
      const after = await run({ at, fails: 'after', process: 'dies' });
      expect({ at, ...after }).toEqual({ at, call: after.call, items });
    }
    const writes = hits.filter((call) => WRITES.includes(call)).length;
    process.stdout.write(
      `${family}: died before each of ${hits.length} calls and after each of ${writes} writes, ${records.length} records each time\n`,
    );
    const steps = ['head', 'block', 'decode', 'BatchGetItemCommand', 'PutItemCommand', 'TransactWriteItemsCommand'];
    expect(hits).toEqual(expect.arrayContaining(steps));
  },
);
