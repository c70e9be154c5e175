import { randomUUID } from 'node:crypto';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { matchForm } from '../../lib/chains/address.ts';
import { chainOf } from '../../lib/chains/registry.ts';
import { openTable } from '../../lib/platform/table/table.ts';
import { fixedPrices } from '../../lib/prices/fixed.ts';
import { mapConcurrent } from '../../lib/values/concurrent.ts';
import { derivedId, OrganisationId } from '../../lib/values/ids.ts';
import type { AddressWatcher } from '../../lib/wallets/watched-addresses.ts';
import { scan } from '../../lib/watch/scan.ts';
import { NO_BUDGETS } from '../../lib/watch/touches.ts';
import { watchDeps } from '../../lib/watch/watch-wiring.ts';
import { createBareTable } from '../../local/aws/bare-table.ts';
import { benchDeps } from '../bench-deps.ts';
import type { MeteredDynamoDb } from '../dynamodb.ts';
import { inProcessNode } from '../in-process-node.ts';
import { chainOfPayments } from '../payment-blocks.ts';
import { paymentHash } from '../payments.ts';
import { strangerAt, watchSparsely, watchThese } from '../watched.ts';
import { type CellWork, noQueue } from './cell-worker.ts';
import type { startKinesis } from './chain-stream.ts';
import { publisher } from './published-block.ts';

/** A cell has the case of 1,000 organisations: 19 transactions a second, in blocks of two seconds. */
const ORGANISATIONS = 1_000;
const PER_BLOCK = 38;
/** The organisations of a cell that pay meanwhile, in turn. */
const PAYING = 100;
/** Payments of a block that touch nobody. */
const OF_STRANGERS = 100;

const { id: CHAIN } = chainOf('ethereum');
const { addressOf } = chainOfPayments([[]]);
const addressAt = (n: number): string => matchForm(CHAIN, strangerAt({ addressOf }, n));

/** A record that a cell must have, once. */
export interface Expected {
  readonly owner: AddressWatcher;
  readonly hash: string;
}

/** A cell with its organisations. */
export interface Cell {
  readonly id: OrganisationId;
  readonly work: CellWork;
  /** The records of the first blocks of the chain. */
  readonly expected: (blocks: number) => Expected[];
}

/** The addresses of a cell, and those that pay in a block. */
const addressesOf = (cell: number): string[] =>
  Array.from({ length: ORGANISATIONS }, (_, n) => addressAt(cell * ORGANISATIONS + n));
const payersOf = <T>(ofCell: readonly T[], block: number): T[] =>
  Array.from({ length: PER_BLOCK }, (_, n) => ofCell[(block * PER_BLOCK + n) % ofCell.length]).flatMap((x) => x ?? []);

/** A chain of payments, its watcher, and the cells with the organisations that watch the payers. */
export async function cellsWorld(
  dynamoDb: MeteredDynamoDb,
  newStream: Awaited<ReturnType<typeof startKinesis>>,
  { cells: count, blocks }: { readonly cells: number; readonly blocks: number },
) {
  const strangers = Array.from({ length: OF_STRANGERS }, (_, n) => addressAt(-1 - n));
  const addresses = Array.from({ length: count }, (_, cell) => addressesOf(cell));
  const recording = chainOfPayments(
    Array.from({ length: blocks }, (_, n) => [
      ...addresses.flatMap((own) => payersOf(own.slice(0, PAYING), n)),
      ...strangers,
    ]),
  );
  const node = inProcessNode(recording.methods);
  const stream = await newStream(randomUUID(), count);
  const watcherTable = await createBareTable(dynamoDb.client);

  const cells = await mapConcurrent([...addresses.entries()], 1, async ([n, own]): Promise<Cell> => {
    const shard = stream.shards[n];
    if (shard === undefined) throw new Error(`the stream has no shard ${n}`);
    const table = await createBareTable(dynamoDb.client);
    const owners = await watchThese(benchDeps(table), CHAIN, own.slice(0, PAYING));
    await watchSparsely(table, CHAIN, own.slice(PAYING));
    const id = OrganisationId.parse(derivedId('cell', String(n)));
    await watchSparsely(watcherTable, CHAIN, own, (form) => ({
      organisationId: id,
      walletId: derivedId('wallet', form),
    }));
    const payers = owners.map((owner, at) => ({ owner, from: own[at] ?? '' }));
    const expected = (first: number): Expected[] =>
      Array.from({ length: first }, (_, height) =>
        payersOf(payers, height).map(({ from, owner }) => ({ owner, hash: paymentHash({ from, height }) })),
      ).flat();
    // A cell asks no node, so its reader has no node.
    const reader = recording.reader('http://no-node.invalid/');
    return { id, work: { chain: CHAIN, reader, stream, shard, table: table.name }, expected };
  });
  const places = new Map(cells.map(({ id, work }) => [id, work.shard]));

  /** A watcher on this table, as a new process begins it. Scans up to the head of the chain. */
  async function scanOn(table: string, client: DynamoDBClient, isPublishing: boolean): Promise<void> {
    const deps = benchDeps(openTable(table, client));
    const adapters = { chain: CHAIN, reader: recording.reader(node.url), prices: fixedPrices('{}') };
    const wired = watchDeps(deps, { ...adapters, queue: noQueue, matches: noQueue, budgets: NO_BUDGETS });
    const { signal } = new AbortController();
    const options = { chain: chainOf(CHAIN), confirmations: 0, start: recording.chain.links[0]?.height, signal };
    const deferral = isPublishing ? publisher(stream, CHAIN, places) : wired.deferral;
    for (let more = true; more; ) ({ more } = await scan({ ...wired, deferral }, options));
  }

  return {
    chain: recording.chain,
    stream,
    cells,

    /** The watcher of the chain, which puts the blocks into the stream. */
    watch: (client: DynamoDBClient) => scanOn(watcherTable.name, client, true),

    /** The watcher of today, which records into the table of the only cell. */
    async watchAlone(client: DynamoDBClient): Promise<void> {
      for (const { work } of cells) await scanOn(work.table, client, false);
    },
  };
}

export type CellsWorld = Awaited<ReturnType<typeof cellsWorld>>;
