import { parseArgs } from 'node:util';
import { FOLD_LIMITS } from '../lib/platform/lists/compact.ts';
import { countedList } from '../lib/platform/lists/counted-list.ts';
import type { ListFilter } from '../lib/platform/lists/filter.ts';
import { figure, printTable } from './figures.ts';
import { START, TRANSACTIONS, tokenOf, walletId, YEARS_MS } from './list-records.ts';
import { simulatedList } from './simulated-list.ts';

// npm run bench -- lists [--large]: the read and write units of a counted list, without a database. `--large` adds ten
// million entries, which take several minutes.

const PAGE = 25;
/** Random inserts, each of which changes another leaf. */
const INSERTED = 96;
const NOW = START + YEARS_MS;
const shown = { reorged: { notIn: ['yes'] } };
const range = {
  from: new Date(START + 0.4 * YEARS_MS).toISOString(),
  to: new Date(START + 0.6 * YEARS_MS).toISOString(),
};

const CASES: Record<string, { filter: ListFilter; from?: string; to?: string }> = {
  'no filter': { filter: shown },
  wallet: { filter: { ...shown, wallet: { in: [walletId(7)] } } },
  'busy wallet': { filter: { ...shown, wallet: { in: [walletId(0)] } } },
  chain: { filter: { ...shown, chain: { in: ['base'] } } },
  direction: { filter: { ...shown, direction: { in: ['internal'] } } },
  'rare token': { filter: { ...shown, token: { in: [tokenOf(1, 64)] } } },
  range: { filter: shown, ...range },
  'wallet + token + range': {
    filter: { ...shown, wallet: { in: [walletId(7)] }, token: { in: [tokenOf(1, 10)] } },
    ...range,
  },
  'wallet + rare token': { filter: { ...shown, wallet: { in: [walletId(0)] }, token: { in: [tokenOf(0, 64)] } } },
};

const { values } = parseArgs({ options: { large: { type: 'boolean', default: false } } });

async function measure(size: number): Promise<number> {
  const began = performance.now();
  const simulation = await simulatedList(size);
  console.log(`\n  ${figure(size)} entries, loaded in ${figure((performance.now() - began) / 1000)} s`);
  // The longest tail that a reader meets while compaction keeps up.
  for (let n = 0; n < FOLD_LIMITS.changes; n++) simulation.append(NOW + n);
  const list = countedList(TRANSACTIONS, simulation.store);
  let worst = 0;
  const rows: string[][] = [];
  for (const [name, query] of Object.entries(CASES)) {
    const total = await list.count(query);
    for (const [place, skip] of [
      ['first', 0],
      ['middle', Math.floor(total / 2)],
      ['last', Math.max(0, total - PAGE)],
    ] as const) {
      const at = performance.now();
      const { units, requests } = await simulation.unitsOf(() =>
        list.page({ ...query, order: 'newest first', skip, take: PAGE }),
      );
      const ms = performance.now() - at;
      worst = Math.max(worst, units + PAGE);
      rows.push([
        `${name}, ${place}`,
        figure(total),
        figure(units),
        figure(units + PAGE),
        String(requests),
        figure(ms),
      ]);
    }
  }
  printTable(['case', 'total', 'units', 'with 25 records', 'requests', 'ms'], rows);
  const appended = await simulation.written(Math.min(10_000, size), (n) => NOW + n * 60_000);
  const inserted = await simulation.written(INSERTED, () => START + Math.floor(simulation.random() * YEARS_MS));
  console.log(`  write units per entry: ${figure(appended)} appended, ${figure(inserted)} inserted at random`);
  console.log(`  worst page: ${figure(worst)} read units`);
  return worst;
}

for (const size of [1_000, 100_000, 1_000_000, ...(values.large ? [10_000_000] : [])]) await measure(size);
