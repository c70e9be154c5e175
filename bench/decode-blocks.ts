import { loadavg } from 'node:os';
import type { ChainBlock, ChainReader } from '../lib/chains/port/chain.ts';
import { figure, median, printTable } from './figures.ts';
import { inProcessNode } from './in-process-node.ts';
import { type Recording, recordings } from './recorded.ts';
import { partiesOf, sampled, WATCHED_SHARE } from './sample.ts';

/**
 * Measures the time to decode recorded blocks, from the text of a node's answers to the decoded transactions of watched
 * addresses. The baseline is `JSON.parse` of the same texts, the least work of any reader of JSON. Each round measures
 * every variant once, in CPU time of this thread. The ratios compare times of the same round. A busy machine therefore
 * changes the ratios little.
 */
const ROUNDS = 11;
/** The least duration of one measurement: the CPU clock of a thread has steps of about one millisecond. */
const LEAST_MS = 40;

const { signal } = new AbortController();

/** A variant of the work on the blocks. */
interface Variant {
  readonly name: string;
  /** Processes all blocks once. Returns the number of decoded transactions. */
  run(): Promise<number> | number;
}

/** The measurements of one variant. */
interface Measured {
  /** The milliseconds of a run, by round. */
  readonly took: readonly number[];
  readonly blocks: number;
  /** All transactions of the blocks, including Solana's votes, which the reader skips. */
  readonly transactions: number;
  readonly decodes: number;
}

async function variantsOf({ chain, methods, reader: readerOf }: Recording) {
  const node = inProcessNode(methods);
  const reader = readerOf(node.url);
  const heights = chain.links.map(({ height }) => height);
  const blocks: ChainBlock[] = [];
  const texts = await node.keepingAll(async () => {
    for (const height of heights) blocks.push(await reader.block(height, signal));
  });
  // A process asks for a token's symbol and decimals only once. The benchmark asks before the measurement.
  await node.keepingAll(() => Promise.all(blocks.flatMap(({ transactions }) => transactions).map(decoded)));
  const { all, some } = sampled(blocks);
  const variants: Variant[] = [
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
  return {
    variants,
    blocks: heights.length,
    transactions: chain.links.flatMap(({ content }) => content.hashes).length,
  };
}

const decoded = (transaction: ChainBlock['transactions'][number]) => transaction.decode(signal);

/** Finds and decodes the transactions of watched addresses, like `recordBlock`, with the addresses in memory. */
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

/** The CPU milliseconds of this thread. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** The CPU milliseconds of one run. */
async function measured({ run }: Variant, times: number): Promise<number> {
  globalThis.gc?.();
  const started = threadMs();
  for (let n = 0; n < times; n++) await run();
  return (threadMs() - started) / times;
}

/** The number of runs per measurement. Also warms the variant up. */
async function timesOf(variant: Variant): Promise<number> {
  const each = await measured(variant, 20);
  return Math.max(1, Math.ceil(LEAST_MS / each));
}

/** Measures all variants in each round. */
async function rounds(variants: readonly Variant[]) {
  const all: { variant: Variant; times: number; decodes: number; took: number[] }[] = [];
  for (const variant of variants)
    all.push({ variant, times: await timesOf(variant), decodes: await variant.run(), took: [] });
  for (let round = 0; round < ROUNDS; round++) {
    for (const each of all) each.took.push(await measured(each.variant, each.times));
  }
  return all.map(({ variant, decodes, took }) => ({ name: variant.name, decodes, took }));
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
  const { variants, blocks, transactions } = await variantsOf(made);
  const results = await rounds(variants);
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
