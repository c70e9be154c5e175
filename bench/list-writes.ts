import * as z from 'zod';
import { SIZES } from '../lib/platform/lists/definition.ts';
import { compactList } from '../lib/platform/lists/index.ts';
import { listPartition } from '../lib/platform/table/counted-list-keys.ts';
import { keys } from '../lib/platform/table/keys.ts';
import { openTable, queryPrefix, type Table } from '../lib/platform/table/table.ts';
import { write } from '../lib/platform/table/write.ts';
import { putAll } from '../lib/platform/table/write-all.ts';
import { transactionRepo } from '../lib/transactions/repo.ts';
import { transactionList } from '../lib/transactions/transaction-list.ts';
import { sameBlockCheck } from '../lib/watch/fences.ts';
import { createBareTable } from '../local/aws/bare-table.ts';
import { benchDeps } from './bench-deps.ts';
import { sumsOf } from './capacity.ts';
import { startMeteredDynamoDb } from './dynamodb.ts';
import { type DataSet, TABLE } from './list-data-set.ts';
import { NOW, ORGANISATION, randomRecord, START, seededNumbers, YEARS_MS } from './list-records.ts';

/** After so many records the list has as many runs as before. */
const ROUND = SIZES.run * SIZES.runs;
const APPENDED = 4 * ROUND;
const INSERTED = ROUND;
/** The number of the first new record. No data set has so many records. */
const FIRST = 100_000_000;
const FOREVER = new Date('9999-01-01T00:00:00.000Z');
const BLOCK = { height: 1, hash: 'block' };
const { definition } = transactionList;

/** Write units per recorded transaction. */
export interface Written {
  /** Of the transaction that records: record, change of the list, outbox entry and check of the block. */
  readonly recording: number;
  /** The share of the compaction, for records that are newer than all others. */
  readonly compaction: number;
  /** The share of the compaction, for records that are spread over three years. */
  readonly spreadCompaction: number;
}

/** Records transactions into the list of a data set, in memory, as the watcher does, and compacts the list. */
export async function measuredWrites(data: DataSet): Promise<Written> {
  const dynamoDb = await startMeteredDynamoDb();
  try {
    const table = await createBareTable(dynamoDb.client);
    await copyList(data, table);
    await write(table, { put: { ...keys.block('ethereum', BLOCK.height), hash: BLOCK.hash } });
    const metered = openTable(table.name, dynamoDb.metered);
    const deps = benchDeps(metered);
    const repo = transactionRepo(deps);
    const random = seededNumbers(FIRST);
    let made = FIRST;

    async function units(of: () => Promise<unknown>): Promise<number> {
      dynamoDb.usage.clear();
      await of();
      return sumsOf(dynamoDb.usage).writeUnits;
    }
    const compacted = () => units(() => compactList(deps, transactionList, ORGANISATION, { until: FOREVER }));

    async function recorded(count: number, timeOf: (n: number) => number) {
      await compacted();
      const sums = { recording: 0, compaction: 0 };
      for (let n = 0; n < count; n++) {
        const record = randomRecord(random, made++, timeOf(n));
        const blockCheck = sameBlockCheck('ethereum', BLOCK);
        sums.recording += await units(() => repo.record(ORGANISATION, record, { blockCheck }));
        if ((n + 1) % SIZES.run === 0) sums.compaction += await compacted();
      }
      return { recording: sums.recording / count, compaction: sums.compaction / count };
    }

    const appended = await recorded(APPENDED, (n) => NOW + n * 60_000);
    const spread = await recorded(INSERTED, () => START + Math.floor(random() * YEARS_MS));
    return { ...appended, spreadCompaction: spread.compaction };
  } finally {
    await dynamoDb.stop();
  }
}

/** Copies the list of a data set, without its records. */
async function copyList({ dynamoDb: file }: DataSet, table: Table): Promise<void> {
  const source = await startMeteredDynamoDb(file);
  try {
    const Item = z.looseObject({ pk: z.string(), sk: z.string() });
    const pk = listPartition(ORGANISATION, definition.name);
    // Sort keys begin with a letter.
    for (const prefix of ['HEAD', 'C#', 'R#', 'N#']) {
      await putAll(table, await queryPrefix(openTable(TABLE, source.client), pk, prefix, Item));
    }
  } finally {
    await source.stop();
  }
}
