import { loadavg } from 'node:os';
import type { ChainBlock, ChainReader } from '../lib/chains/port/chain.ts';
import { figure, median, printTable } from './figures.ts';
import { inProcessNode } from './in-process-node.ts';
import { type Recording, recordings } from './recorded.ts';
import { partiesOf, sampled, WATCHED_SHARE } from './sample.ts';

/**
 * From the text of a node's answers to the transactions that touch a watched address, decoded, on the recorded blocks.
 * The peer is `JSON.parse` of the same texts: whoever reads blocks as JSON does that much. Each round measures all of
 * them, one after another, in the time of this thread alone, and ratios are taken within a round, so that a busy
 * machine counts little.
 */
const ROUNDS = 11;
/** Of one measurement, in milliseconds: the clock of a thread moves in steps of about one. */
const LEAST_MS = 40;

const { signal } = new AbortController();

/** What may be done with the blocks. */
interface Way {
  readonly name: string;
  /** Does it once with all of them. Answers how many transactions were decoded. */
  run(): Promise<number> | number;
}

/** What it takes. */
interface Measured {
  /** Milliseconds of a run, in each round. */
  readonly took: readonly number[];
  readonly blocks: number;
  /** As the node sent them: Solana's votes too, which are left out. */
  readonly transactions: number;
  readonly decodes: number;
}

async function waysOf({ chain, methods, reader: readerOf }: Recording) {
  const node = inProcessNode(methods);
  const reader = readerOf(node.url);
  const heights = chain.links.map(({ height }) => height);
  const blocks: ChainBlock[] = [];
  const texts = await node.keepingAll(async () => {
    for (const height of heights) blocks.push(await reader.block(height, signal));
  });
  // What tokens say of themselves is asked once in the life of a process.
  await node.keepingAll(() => Promise.all(blocks.flatMap(({ transactions }) => transactions).map(decoded)));
  const { all, some } = sampled(blocks);
  const ways: Way[] = [
    {
      name: 'JSON.parse alone',
      run: () => {
        for (const text of texts) JSON.parse(text);
        return 0;
      },
    },
    { name: 'nothing watched', run: () => scanned(reader, heights, new Set()) },
    { name: `${WATCHED_SHARE * 100} % of addresses watched`, run: () => scanned(reader, heights, new Set(some)) },
    { name: 'every transaction decoded', run: () => scanned(reader, heights, new Set(all)) },
  ];
  return { ways, blocks: heights.length, transactions: chain.links.flatMap(({ content }) => content.hashes).length };
}

const decoded = (transaction: ChainBlock['transactions'][number]) => transaction.decode(signal);

/** Matches as the watcher does, with the table's part in memory: see `recordBlock`. */
async function scanned(reader: ChainReader, heights: readonly number[], watched: ReadonlySet<string>): Promise<number> {
  let count = 0;
  for (const height of heights) {
    const block = await reader.block(height, signal);
    const found = new Set([...new Set(partiesOf(block))].filter((party) => watched.has(party)));
    const touching = block.transactions.filter(({ parties }) => parties.some((party) => found.has(party)));
    await Promise.all(touching.map((transaction) => transaction.decode(signal, found)));
    count += touching.length;
  }
  return count;
}

/** Milliseconds of this thread. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Milliseconds that one run takes. */
async function measured({ run }: Way, times: number): Promise<number> {
  globalThis.gc?.();
  const started = threadMs();
  for (let n = 0; n < times; n++) await run();
  return (threadMs() - started) / times;
}

/** How often a way has to run for a measurement; warms it up, too. */
async function timesOf(way: Way): Promise<number> {
  const each = await measured(way, 20);
  return Math.max(1, Math.ceil(LEAST_MS / each));
}

/** Of each way: how long a run took in each round, and what it decodes. */
async function rounds(ways: readonly Way[]) {
  const all: { way: Way; times: number; decodes: number; took: number[] }[] = [];
  for (const way of ways) all.push({ way, times: await timesOf(way), decodes: await way.run(), took: [] });
  for (let round = 0; round < ROUNDS; round++) {
    for (const each of all) each.took.push(await measured(each.way, each.times));
  }
  return all.map(({ way, decodes, took }) => ({ name: way.name, decodes, took }));
}

const totals = new Map<string, Measured>();
const rows: string[][] = [];

function addRow(family: string, name: string, of: Measured, floor: readonly number[]): void {
  const seconds = median(of.took) / 1000;
  const share = `${figure((of.decodes / of.transactions) * 100)} %`;
  const ratios = of.took.map((ms, round) => ms / (floor[round] ?? Number.NaN));
  const spread = `${figure(Math.min(...ratios))}–${figure(Math.max(...ratios))}`;
  const rates = [figure(of.blocks / seconds), figure(of.transactions / seconds)];
  rows.push([`${family}: ${name}`, share, ...rates, figure(median(ratios)), spread]);
}

for (const recording of recordings) {
  const made = recording();
  const { ways, blocks, transactions } = await waysOf(made);
  const results = await rounds(ways);
  const floor = results[0]?.took ?? [];
  for (const { name, took, decodes } of results) {
    addRow(made.family, name, { took, blocks, transactions, decodes }, floor);
    const sum = totals.get(name) ?? { took: took.map(() => 0), blocks: 0, transactions: 0, decodes: 0 };
    totals.set(name, {
      took: sum.took.map((ms, round) => ms + (took[round] ?? 0)),
      blocks: sum.blocks + blocks,
      transactions: sum.transactions + transactions,
      decodes: sum.decodes + decodes,
    });
  }
}
const [floor] = totals.values();
for (const [name, of] of totals) addRow('all', name, of, floor?.took ?? []);

console.log(`Recorded blocks, from text to decoded transactions, per core (load ${loadavg().map(figure).join(', ')})`);
printTable(['', 'decoded', 'blocks/s', 'transactions/s', 'ratio', 'of rounds'], rows);
