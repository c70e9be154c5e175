import { parseArgs } from 'node:util';
import { usdOf } from './capacity.ts';
import { figure, printTable } from './figures.ts';
import { type Goal, reportGoals } from './goals.ts';
import { dataSet } from './list-data-set.ts';
import { type Level, listGoals } from './list-goals.ts';
import { measuredReads, type Read } from './list-reads.ts';
import { simulate } from './list-simulation.ts';
import { measuredWrites, type Written } from './list-writes.ts';
import { hasPostgres } from './postgres.ts';

/**
 * npm run bench -- lists [--large]: measures the list of transactions over DynamoDB, beside PostgreSQL on the same
 * records. Units and requests are those of a cold process and do not depend on the machine; the times are those of a
 * warm process, as PostgreSQL has its pages in memory, too. The data sets stay in the folder for temporary files, so
 * that the second run is fast. `--large` adds ten million entries in a simulation, which takes minutes.
 */
const SIZES = [1_000, 100_000, 1_000_000];
const SIMULATED = 10_000_000;

const { values } = parseArgs({ options: { large: { type: 'boolean', default: false } } });

function printReads(reads: readonly Read[]): void {
  const rows = reads.map(({ name, place, total, units, requests, times, sql }) => [
    `${name}, ${place}`,
    ...[total, units, requests, times.p50, times.p99].map(figure),
    ...(sql === null ? [] : [sql.p50, sql.p99, sql.p50 / times.p50].map(figure)),
  ]);
  const compared = hasPostgres() ? ['PostgreSQL p50', 'p99', 'ratio of p50'] : [];
  printTable(['case', 'matches', 'units', 'requests', 'p50 ms', 'p99 ms', ...compared], rows);
}

function printWritten({ recording, compaction, spreadCompaction }: Written): void {
  console.log(
    `  write units per transaction: ${figure(recording)} to record and ${figure(compaction)} to compact; ` +
      `${figure(spreadCompaction)} to compact records that are spread over three years`,
  );
}

function printCost({ reads, written: { recording, compaction } }: Level): void {
  const pages = reads.filter(({ place }) => place !== 'total');
  const readUnits = pages.reduce((sum, { units }) => sum + units, 0) / pages.length;
  const listing = usdOf({ readUnits: readUnits * 1e6, writeUnits: 0 });
  const writing = usdOf({ readUnits: 0, writeUnits: (recording + compaction) * 1e6 });
  console.log(`  USD for a million list requests: ${figure(listing)}; to record a million: ${figure(writing)}`);
}

if (!hasPostgres()) console.log('PostgreSQL 15 is not installed (Debian: postgresql-15): nothing is compared with it.');
const levels: Level[] = [];
for (const size of SIZES) {
  const began = performance.now();
  const data = await dataSet(size);
  console.log(`\n${figure(size)} records (made or found in ${figure((performance.now() - began) / 1000)} s)\n`);
  const { reads, oneItem } = await measuredReads(data);
  printReads(reads);
  console.log(`\n  one GetItem in the same run: p50 ${figure(oneItem.p50)} ms, p99 ${figure(oneItem.p99)} ms`);
  const level = { size, reads, written: await measuredWrites(data) };
  printWritten(level.written);
  printCost(level);
  levels.push(level);
}
const simulated: Goal[] = values.large
  ? [
      {
        name: `read units of the dearest page of ${figure(SIMULATED)}, simulated`,
        figure: await simulate(SIMULATED),
        unit: 'units',
      },
    ]
  : [];
reportGoals([...listGoals(levels), ...simulated]);
