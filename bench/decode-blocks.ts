import { loadavg } from 'node:os';
import type { ChainBlock, ChainReader } from '../lib/chains/port/chain.ts';
import { HashedTexts } from '../lib/values/hashed-texts.ts';
import { figure, median, printTable } from './figures.ts';
import { inProcessNode } from './in-process-node.ts';
import { readTraces } from './read-traces.ts';
import { type Recording, recordings, tracedRecording } from './recorded.ts';
import { ratiosOf, rounds, type Variant } from './rounds.ts';
import { sampled, WATCHED_SHARE } from './sample.ts';

/**
 * Measures the time to decode recorded blocks, from the text of a node's answers to the decoded transactions of watched
 * addresses. The baseline is `JSON.parse` of the same texts, the least work of any reader of JSON.
 */
const { signal } = new AbortController();

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
  await node.keepingAll(async () => {
    for (const transaction of blocks.flatMap(({ transactions }) => transactions)) await transaction.decode(signal);
  });
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

/** Finds and decodes the transactions of watched addresses, like `recordBlock`, with the addresses in memory. */
async function scanned(reader: ChainReader, heights: readonly number[], watched: ReadonlySet<string>): Promise<number> {
  const known = new HashedTexts();
  known.addAll(watched);
  let count = 0;
  for (const height of heights) {
    const block = await reader.block(height, signal);
    const transactions = block.naming?.(known).map(([, transaction]) => transaction) ?? block.transactions;
    const found = new Set(transactions.flatMap(({ parties }) => parties).filter((party) => watched.has(party)));
    const touching = transactions.filter(({ parties }) => parties.some((party) => found.has(party)));
    await Promise.all(touching.map((transaction) => transaction.decode(signal, found)));
    count += touching.length;
  }
  return count;
}

const totals = new Map<string, Measured>();
const rows: string[][] = [];

function addRow(family: string, name: string, of: Measured, floor: readonly number[]): void {
  const seconds = median(of.took) / 1000;
  const share = `${figure((of.decodes / of.transactions) * 100)} %`;
  const ratios = ratiosOf(of.took, floor);
  const spread = `${figure(Math.min(...ratios))}–${figure(Math.max(...ratios))}`;
  const rates = [figure(of.blocks / seconds), figure(of.transactions / seconds)];
  rows.push([`${family}: ${name}`, share, ...rates, figure(median(ratios)), spread]);
}

/** Measures a recording and adds its rows. */
async function added(label: string, recording: Recording) {
  const { variants, blocks, transactions } = await variantsOf(recording);
  const results = await rounds(variants);
  const floor = results[0]?.took ?? [];
  const all = results.map(({ name, took, count }) => ({ name, took, blocks, transactions, decodes: count }));
  for (const { name, ...of } of all) addRow(label, name, of, floor);
  return all;
}

for (const make of recordings) {
  const recording = make();
  for (const { name, took, blocks, transactions, decodes } of await added(recording.family, recording)) {
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
await added('EVM with traces', tracedRecording());

console.log(`Recorded blocks, from text to decoded transactions, per core (load ${loadavg().map(figure).join(', ')})`);
printTable(['', 'decoded', 'blocks/s', 'transactions/s', 'ratio', 'of rounds'], rows);

console.log('\nTraces of whole blocks, from text to the calls that moved value');
printTable(['', 'MB', 'transactions', 'MB/s', 'ratio', 'of rounds'], await readTraces());
