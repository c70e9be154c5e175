import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { withReadMeter } from '../lib/platform/table/metered-reads.ts';
import { openTable } from '../lib/platform/table/table.ts';
import { csvPieces } from '../lib/transactions/csv.ts';
import { transactionRepo } from '../lib/transactions/repo.ts';
import { walletRepo } from '../lib/wallets/repo.ts';
import { benchDeps } from './bench-deps.ts';
import type { MeteredDynamoDb } from './dynamodb.ts';
import { TABLE } from './list-data-set.ts';
import { ORGANISATION } from './list-records.ts';

const MIB = 1024 * 1024;

/** The memory of this process, in MiB. */
interface Memory {
  readonly rss: number;
  readonly heap: number;
}

/** A measured export. */
export interface Exported {
  /** Milliseconds until the first row of a record. */
  readonly firstRow: number;
  readonly seconds: number;
  /** Seconds of a processor that this process used. */
  readonly processor: number;
  readonly readUnits: number;
  readonly requests: number;
  /** The most memory during the export, with the garbage. */
  readonly peak: Memory;
  /** The memory after the last row, without garbage. */
  readonly end: Memory;
}

function memory(): Memory {
  const { rss, heapUsed } = process.memoryUsage();
  return { rss: rss / MIB, heap: heapUsed / MIB };
}

/** Memory without garbage. */
export function idleMemory(): Memory {
  global.gc?.();
  return memory();
}

const most = (a: Memory, b: Memory): Memory => ({ rss: Math.max(a.rss, b.rss), heap: Math.max(a.heap, b.heap) });

/**
 * Writes an export of all records into a file, as the first request of its process: no list is in memory. The export
 * counts, reads and formats as the endpoint does, and its reads are metered as the endpoint's. The limits of the
 * endpoint are left out: the rows of one response, and the read units of a key.
 * @param rows the records of the data set, or fewer, after which the export ends.
 */
export async function exported({ client }: Pick<MeteredDynamoDb, 'client'>, file: string, rows: number) {
  const deps = benchDeps(openTable(TABLE, client));
  const transactions = transactionRepo(deps);
  const sums = { readUnits: 0, requests: 0 };
  const meter = async (units: number) => {
    sums.readUnits += units;
    sums.requests += 1;
  };
  let firstRow = Number.NaN;
  let peak = memory();
  let end = peak;

  async function* pieces() {
    await transactions.count(ORGANISATION, {});
    let made = -1;
    for await (const piece of csvPieces({ transactions, wallets: walletRepo(deps) }, ORGANISATION, {})) {
      // The first piece is the names of the columns.
      if (made === 0) firstRow = performance.now() - began;
      peak = most(peak, memory());
      made += piece.split('\r\n').length - 1;
      yield piece;
      if (made >= rows) break;
    }
    end = idleMemory();
  }

  const began = performance.now();
  const usedBefore = process.cpuUsage();
  await withReadMeter(meter, () => pipeline(pieces, createWriteStream(file)));
  const { user, system } = process.cpuUsage(usedBefore);
  const seconds = (performance.now() - began) / 1000;
  return { firstRow, seconds, processor: (user + system) / 1e6, ...sums, peak, end } satisfies Exported;
}

/** The hash of each row. The id, which is before the hash, needs no quotes. */
async function* hashesIn(file: string): AsyncGenerator<string> {
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    const [, hash = ''] = line.split(',', 2);
    if (hash !== 'hash') yield hash;
  }
}

/**
 * Compares the hashes in two files. Returns their number.
 * @throws Error when the files have other hashes or another order.
 */
export async function sameHashes(one: string, other: string): Promise<number> {
  const others = hashesIn(other);
  let rows = 0;
  for await (const hash of hashesIn(one)) {
    if ((await others.next()).value !== hash) throw new Error(`both files differ after ${rows} rows`);
    rows++;
  }
  if (!(await others.next()).done) throw new Error(`one file has only ${rows} rows`);
  return rows;
}
