import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { keys } from '../lib/platform/table/keys.ts';
import { openTable } from '../lib/platform/table/table.ts';
import { putAll } from '../lib/platform/table/write-all.ts';
import type { StoredWallet } from '../lib/wallets/schema.ts';
import { usdOf } from './capacity.ts';
import { type MeteredDynamoDb, startMeteredDynamoDb } from './dynamodb.ts';
import { type Exported, exported, idleMemory, sameHashes } from './export-runs.ts';
import { figure, printTable } from './figures.ts';
import { reportGoals } from './goals.ts';
import { type DataSet, dataSet, TABLE } from './list-data-set.ts';
import { ORGANISATION, START, WALLETS, walletId } from './list-records.ts';
import { csvQuery, loadRows } from './list-rows.ts';
import { hasPostgres, startPostgres } from './postgres.ts';

/**
 * npm run bench -- exports [--large]: measures the CSV export of transactions over 100,000 records of the data set of
 * the lists, or over a million. In the same run, psql copies the same columns of the same records. Node collects
 * garbage late when the machine has much memory. This command shows that the export needs less, at half the speed:
 * NODE_OPTIONS='--max-old-space-size=96 --max-semi-space-size=4' node bench/run.ts exports
 */
const SIZES = { usual: 100_000, large: 1_000_000 };
/** The rows of the first export of the process. */
const BEGINNING = 10_000;
const MOST_FIRST_MS = 300;
const MOST_MIB = 64;
const LEAST_RATIO = 0.5;

const { values } = parseArgs({ options: { large: { type: 'boolean', default: false } } });

const labelOf = (n: number): string => `Wallet ${n}`;
const walletNumbers = Array.from({ length: WALLETS }, (_, n) => n);

/** Puts the wallets of the records into the table, because an export shows their labels. */
async function putWallets({ client }: MeteredDynamoDb): Promise<void> {
  const at = new Date(START).toISOString();
  const wallets = walletNumbers.map(
    (n): StoredWallet => ({
      id: walletId(n),
      label: labelOf(n),
      type: 'hot',
      color: '#2563eb',
      address: '0x0',
      destinationTag: null,
      chains: ['ethereum'],
      watch: true,
      ...{ tags: [], externalId: null, managedBy: null },
      createdAt: at,
      updatedAt: at,
      deletedAt: null,
    }),
  );
  const items = wallets.map((wallet) => ({ ...keys.wallet(ORGANISATION, wallet.id), ...wallet }));
  await putAll(openTable(TABLE, client), items);
}

/** Measures the beginning of an export in a process that has compiled nothing, and then a whole export. */
async function measured({ dynamoDb: source }: DataSet, file: string) {
  const dynamoDb = await startMeteredDynamoDb(source);
  try {
    await putWallets(dynamoDb);
    // Into the memory of the machine, as the table of PostgreSQL: an export reads records in the order of random ids.
    await finished(createReadStream(source).resume());
    const idle = idleMemory();
    const beginning = await exported(dynamoDb, file, BEGINNING);
    return { idle, beginning, whole: await exported(dynamoDb, file, Number.POSITIVE_INFINITY) };
  } finally {
    await dynamoDb.stop();
  }
}

/** The seconds in which psql copies the same rows; null when the machine has no PostgreSQL. */
async function copied(data: DataSet, file: string): Promise<number | null> {
  if (!hasPostgres()) return null;
  const postgres = await startPostgres(data.cluster, (client) => loadRows(client, data.rows));
  try {
    rmSync(data.rows, { force: true });
    const query = csvQuery(walletNumbers.map((n) => ({ id: walletId(n), label: labelOf(n) })));
    // The first copy reads the pages of the table into memory.
    await postgres.copy(query, file);
    const began = performance.now();
    await postgres.copy(query, file);
    return (performance.now() - began) / 1000;
  } finally {
    await postgres.stop();
  }
}

const size = values.large ? SIZES.large : SIZES.usual;
const data = await dataSet(size);
const folder = mkdtempSync(join(tmpdir(), 'chainwatch-exports-'));
try {
  const files = { exported: join(folder, 'exported.csv'), copied: join(folder, 'copied.csv') };
  const { idle, beginning, whole } = await measured(data, files.exported);
  const sql = await copied(data, files.copied);
  if (sql === null) console.log('PostgreSQL 15 is not installed (Debian: postgresql-15): nothing is compared with it.');
  const rows = await sameHashes(files.exported, sql === null ? files.exported : files.copied);
  const lineOf = (name: string, { firstRow, seconds, processor, readUnits, requests, peak, end }: Exported) => {
    const figures = [firstRow, seconds, processor, readUnits, requests, peak.rss - idle.rss, end.heap - idle.heap];
    return [name, ...figures.map(figure)];
  };
  printTable(
    [
      '',
      'first row ms',
      's',
      'processor s',
      'read units',
      'requests',
      'most MiB above idle',
      'heap MiB without garbage',
    ],
    [
      lineOf(`first ${figure(BEGINNING)} rows`, beginning),
      lineOf(`all ${figure(rows)} rows`, whole),
      ...(sql === null ? [] : [['psql', '', figure(sql)]]),
    ],
  );
  const perMillion = (whole.readUnits / rows) * 1e6;
  const usd = usdOf({ readUnits: perMillion, writeUnits: 0 });
  console.log(
    `\n  rows/s: ${figure(rows / whole.seconds)}; psql: ${figure(rows / (sql ?? Number.NaN))}` +
      `\n  a million rows: ${figure(perMillion)} read units, USD ${figure(usd)}`,
  );
  const [late, above] = [Math.max(beginning.firstRow, whole.firstRow), whole.peak.rss - idle.rss];
  const ratio = sql === null ? null : sql / whole.seconds;
  reportGoals([
    { name: 'first row', figure: late, unit: 'ms', atMost: MOST_FIRST_MS },
    { name: 'memory above idle', figure: above, unit: 'MiB', atMost: MOST_MIB },
    { name: 'heap without garbage above idle', figure: whole.end.heap - idle.heap, unit: 'MiB', atMost: MOST_MIB },
    { name: 'rows/s by those of psql', figure: ratio, unit: '×', atLeast: LEAST_RATIO },
  ]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
