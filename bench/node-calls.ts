import { chainOf } from '../lib/chains/registry.ts';
import { evmChecked } from './checked-chains.ts';
import { checkedIntervals } from './checking.ts';
import { startMeteredDynamoDb } from './dynamodb.ts';
import { figure, printTable } from './figures.ts';
import { type CallsPerBlock, saveMeasured } from './measured-units.ts';
import { recordings, tracedRecording } from './recorded.ts';
import { commitNow, dateNow } from './results.ts';
import { blocksIn, unitsPerBlock } from './watched-minutes.ts';

/**
 * Counts the calls of a watcher to the nodes, by method: per block with its polls, and per check of balances. The
 * scanner is that of the product, and a double of the node counts.
 */
const WATCHED = 1_000;
/** The addresses of a check. None of them moves. */
const CHECKED = 10_000;

// A watcher logs a line for each scan.
process.stderr.write = () => true;
const dynamoDb = await startMeteredDynamoDb();
try {
  const perBlock: Record<string, CallsPerBlock> = {};
  for (const make of recordings) {
    const { id, recorded: distinct } = make();
    const of = async (addresses: number) => {
      const recording = make(Math.ceil(blocksIn(id) / distinct));
      return (await unitsPerBlock(dynamoDb, recording, addresses)).nodeCalls;
    };
    perBlock[id] = { idle: await of(0), watched: await of(WATCHED) };
    if (id === 'ethereum') {
      const traced = await unitsPerBlock(dynamoDb, tracedRecording(blocksIn(id)), WATCHED, 'always');
      perBlock[id] = { ...perBlock[id], traced: traced.nodeCalls };
    }
  }
  const every = chainOf('ethereum').reconcileEvery;
  const [, interval] = await checkedIntervals(dynamoDb, evmChecked(CHECKED, 0, 2, every), [
    { blocks: every, process: 'first' },
    { blocks: every, process: 'first' },
  ]);
  if (interval === undefined) throw new Error('no check was measured');
  printTable(
    ['', '', 'calls per block'],
    Object.entries(perBlock).flatMap(([id, levels]) =>
      Object.entries(levels).flatMap(([level, calls]) =>
        Object.entries(calls).map(([method, count]) => [`${id}, ${level}`, method, figure(count)]),
      ),
    ),
  );
  console.log(`\nA check of ${CHECKED.toLocaleString('en')} addresses: ${interval.check.calls} calls`);
  saveMeasured({
    nodeCalls: {
      measured: { date: dateNow(), commit: commitNow() },
      perBlock,
      check: { addresses: CHECKED, calls: interval.check.calls },
    },
  });
} finally {
  await dynamoDb.stop();
}
