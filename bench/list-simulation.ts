import { countedList } from '../lib/platform/lists/counted-list.ts';
import { listCaches } from '../lib/platform/lists/list-store.ts';
import { listQueryOf, transactionList } from '../lib/transactions/transaction-list.ts';
import { figure, printTable } from './figures.ts';
import { CASES, PAGE_SIZE, placesOf } from './list-cases.ts';
import { NOW, ORGANISATION, START, YEARS_MS } from './list-records.ts';
import { simulatedList } from './simulated-list.ts';

const APPENDED = 10_000;
/** Enough for two merges, each of which changes as many leaves as it has entries. */
const INSERTED = 1_728;
/** A stale read of a record. */
const RECORD_UNITS = 0.5;

/** Counts the units of a list in memory. Returns the units of the dearest page. */
export async function simulate(size: number): Promise<number> {
  const began = performance.now();
  const simulation = await simulatedList(size);
  console.log(`\n${figure(size)} entries, simulated in ${figure((performance.now() - began) / 1000)} s\n`);
  // Each request is the first of its process, which remembers nothing.
  const listOf = () => countedList(transactionList.definition, { ...simulation.store, cache: listCaches()('') });
  const rows: string[][] = [];
  let worst = 0;
  for (const [name, filters] of Object.entries(CASES)) {
    const query = listQueryOf(ORGANISATION, filters);
    const total = await listOf().count(query);
    for (const [place, page] of placesOf(total)) {
      const { units, requests, answer } = await simulation.unitsOf(() =>
        listOf().page({ ...query, skip: (page - 1) * PAGE_SIZE, take: PAGE_SIZE }),
      );
      const all = units + RECORD_UNITS * Math.min(PAGE_SIZE, answer.entries.length);
      worst = Math.max(worst, all);
      rows.push([`${name}, ${place}`, figure(total), figure(units), figure(all), String(requests + 1)]);
    }
  }
  printTable(['case', 'total', 'units of the list', 'with the records', 'requests'], rows);
  const appended = await simulation.written(APPENDED, (n) => NOW + n * 60_000);
  const spread = await simulation.written(INSERTED, () => START + Math.floor(simulation.random() * YEARS_MS));
  console.log(`  write units of the list per record: ${figure(appended)} appended, ${figure(spread)} spread at random`);
  return worst;
}
