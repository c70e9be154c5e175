import { rmSync } from 'node:fs';
import { keys } from '../lib/platform/table/keys.ts';
import { exists, openTable } from '../lib/platform/table/table.ts';
import { transactionRepo } from '../lib/transactions/repo.ts';
import type { StoredTransaction } from '../lib/transactions/schema.ts';
import { benchDeps } from './bench-deps.ts';
import { sumsOf } from './capacity.ts';
import { type MeteredDynamoDb, startMeteredDynamoDb } from './dynamodb.ts';
import { quantile } from './figures.ts';
import { CASES, PAGE_SIZE, type Place, placesOf } from './list-cases.ts';
import { type DataSet, TABLE } from './list-data-set.ts';
import { ORGANISATION } from './list-records.ts';
import { loadRows, rowQueries } from './list-rows.ts';
import { hasPostgres, startPostgres } from './postgres.ts';

const RUNS = 100;
const WARM_UP = 5;
/** Slow queries are repeated for so long, and at least a few times. */
const MOST_MS = 2_000;
const LEAST_RUNS = 5;

interface Times {
  readonly p50: number;
  readonly p99: number;
}

/** A measured request. */
export interface Read {
  readonly name: string;
  /** The total alone has no page. */
  readonly place: 'total' | Place;
  readonly total: number;
  /** The records on the page; 0 when only the total is asked for. */
  readonly rows: number;
  /** Of a process that remembers nothing of the list. */
  readonly units: number;
  readonly requests: number;
  /** Of a process that has answered the same request before. */
  readonly times: Times;
  /** The same of PostgreSQL; null when the machine has none. */
  readonly sql: Times | null;
}

/** One of the two databases under the same questions. */
interface Subject {
  count(): Promise<number>;
  page(number: number): Promise<readonly StoredTransaction[]>;
}

async function timesOf(run: () => Promise<unknown>): Promise<Times> {
  for (let n = 0; n < WARM_UP; n++) await run();
  const took: number[] = [];
  const began = performance.now();
  while (took.length < RUNS && (took.length < LEAST_RUNS || performance.now() - began < MOST_MS)) {
    const at = performance.now();
    await run();
    took.push(performance.now() - at);
  }
  return { p50: quantile(took, 0.5), p99: quantile(took, 0.99) };
}

/** Measures each case on a data set, and one read of an item, which shows how fast the machine is at the moment. */
export async function measuredReads(data: DataSet): Promise<{ reads: Read[]; oneItem: Times }> {
  const dynamoDb = await startMeteredDynamoDb(data.dynamoDb);
  try {
    const postgres = hasPostgres() ? await startPostgres(data.cluster, (client) => loadRows(client, data.rows)) : null;
    try {
      if (postgres !== null) rmSync(data.rows, { force: true });
      const reads: Read[] = [];
      for (const [name, filters] of Object.entries(CASES)) {
        const sql = postgres === null ? null : rowQueries(postgres.client, filters);
        reads.push(...(await readsOf(name, dynamoDb, sql)));
      }
      const missing = keys.transaction(ORGANISATION, '');
      const table = openTable(TABLE, dynamoDb.client);
      return { reads, oneItem: await timesOf(() => exists(table, missing)) };
    } finally {
      await postgres?.stop();
    }
  } finally {
    await dynamoDb.stop();
  }
}

async function readsOf(name: string, dynamoDb: MeteredDynamoDb, sql: Subject | null): Promise<Read[]> {
  const timed = listOf(name, dynamoDb.client);
  const total = await timed.count();
  if (sql !== null && (await sql.count()) !== total) throw new Error(`${name}: the totals of both databases differ`);

  async function measured(
    place: Read['place'],
    rows: number,
    ask: (subject: Subject) => Promise<unknown>,
  ): Promise<Read> {
    dynamoDb.usage.clear();
    // The first request of its process, which remembers nothing of the list.
    await ask(listOf(name, dynamoDb.metered));
    const { readUnits, requests } = sumsOf(dynamoDb.usage);
    const times = await timesOf(() => ask(timed));
    const sqlTimes = sql === null ? null : await timesOf(() => ask(sql));
    return { name, place, total, rows, units: readUnits, requests, times, sql: sqlTimes };
  }

  const reads = [await measured('total', 0, (subject) => subject.count())];
  for (const [place, number] of placesOf(total)) {
    const shown = await timed.page(number);
    if (sql !== null) same(name, shown, await sql.page(number));
    // A list request answers with the total and a page. SQL needs two queries for that.
    const ask = async (subject: Subject) => [subject === sql && (await sql.count()), await subject.page(number)];
    reads.push(await measured(place, shown.length, ask));
  }
  return reads;
}

/** The list requests of the product. */
function listOf(name: string, client: MeteredDynamoDb['client']): Subject {
  const repo = transactionRepo(benchDeps(openTable(TABLE, client)));
  const filters = CASES[name] ?? {};
  return {
    count: () => repo.count(ORGANISATION, filters),
    page: async (page) => (await repo.page(ORGANISATION, filters, { page, pageSize: PAGE_SIZE })).data,
  };
}

/** @throws Error when two pages have other records or another order. */
function same(name: string, one: readonly StoredTransaction[], other: readonly StoredTransaction[]): void {
  const ids = (records: readonly StoredTransaction[]) => records.map(({ id }) => id).join();
  if (ids(one) !== ids(other)) throw new Error(`${name}: the pages of both databases differ`);
}
