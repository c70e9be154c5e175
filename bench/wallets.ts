import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { build } from '../cli/build-cli.ts';
import { routes } from '../functions/routes.ts';
import { WalletPage } from '../lib/wallets/schema.ts';
import { client } from '../local/demo/demo-client.ts';
import { launchChromium, unpackChromium } from '../local/processes/chromium.ts';
import { messageOf } from '../local/processes/user-error.ts';
import { type Step, unitsByStep } from './capacity.ts';
import { figure, median, printTable } from './figures.ts';
import { firstList } from './first-list.ts';
import { cellsOf, type Goal, reportGoals } from './goals.ts';
import { startStackProcess } from './outage-stack.ts';
import { addressOf, type ImportRun, imported, isOf, writeWallets } from './wallet-import.ts';
import { matcherRatios } from './wallet-rules.ts';

/**
 * npm run bench -- wallets [--quick | --wallets NUMBER]: the day on which an exchange adds 200,000 addresses, over the
 * whole local stack: the import of a CSV file by the command line, the same import again, pages of the list, and the
 * first page of the console. `--quick` adds a fortieth. With fewer wallets, the import may take as much less time. In
 * the same run, the matcher evaluates rules by tags beside rules by ids. The table throttles busy partitions, as AWS
 * does. The stack is a process of its own, and this process plays the limits of the table. Their processor time depends
 * less on other load of the machine. Each part prints its figures at once, and a part that fails stops no later part.
 */
const WALLETS = { usual: 200_000, quick: 5_000 };
const MOST_MINUTES = 8;
const MOST_UNITS = 60;
const MOST_RATIO = 1.2;
const MOST_FIRST_PAGE_MS = 1_500;
const VISITS = 5;
const PAGE_SIZES = [25, 100];
/** The lists are compacted when no request of the compaction has come for so long. */
const QUIET_MS = 10_000;

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, wallets: { type: 'string' } },
});
const count = Number(values.wallets ?? (values.quick ? WALLETS.quick : WALLETS.usual));
if (!Number.isInteger(count) || count < 100) throw new Error('--wallets must be a whole number from 100');
const folder = mkdtempSync(join(tmpdir(), 'chainwatch-bench-wallets-'));
const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopped.abort());

const metered = unitsByStep();
const stack = await startStackProcess(join(folder, 'data'), undefined, undefined, undefined, metered.onConsumed);
const api = client(stack.baseUrl, stack.apiKey);
const [bundle, file] = [join(folder, 'chainwatch.cjs'), join(folder, 'deposits.csv')];
const run: ImportRun = { stack, steps: metered.steps, folder, bundle, signal: stopped.signal };
const goals: Goal[] = [];

/** Runs a part of the benchmark, and prints what it measured. */
async function part(name: string, measure: () => Promise<Goal[]>): Promise<void> {
  if (stopped.signal.aborted) return;
  console.log(`\n${name}\n`);
  const found = await measure().catch((error: unknown): Goal[] => {
    console.error(error);
    process.exitCode = 1;
    return [{ name, figure: null, unit: '', note: messageOf(error).slice(0, 200) }];
  });
  goals.push(...found);
  printTable(['', 'figure', 'goal', 'unit', '', ''], found.map(cellsOf));
}

const sumOf = (of: 'readUnits' | 'writeUnits', isCounted: (step: Step) => boolean): number =>
  [...metered.steps.values()].filter(isCounted).reduce((sum, step) => sum + step[of], 0);

/** Waits until the lists are compacted: until then, a page also reads the newest changes. */
async function compacted(): Promise<void> {
  const requests = () =>
    [...metered.steps.values()].filter(isOf('compact-lists')).reduce((sum, { requests: n }) => sum + n, 0);
  for (let before = -1; before !== requests() && !stopped.signal.aborted; ) {
    before = requests();
    await sleep(QUIET_MS);
  }
}

async function firstImport(): Promise<Goal[]> {
  metered.steps.clear();
  const { minutes, cpu, outcomes } = await imported(run, file, count);
  const perWallet = sumOf('writeUnits', isOf('create-wallets')) / count;
  const limit = (MOST_MINUTES * count) / WALLETS.usual;
  return [
    { name: `import of ${figure(count)} wallets`, figure: minutes, unit: 'minutes', atMost: limit },
    { name: 'rows that failed or were there', figure: count - (outcomes.get('added') ?? 0), unit: '', atMost: 0 },
    { name: 'processor of the local stack for a wallet', figure: cpu.stack, unit: 'ms' },
    { name: 'processor of the table for a wallet', figure: cpu.table, unit: 'ms' },
    { name: 'write units of a wallet', figure: perWallet, unit: 'units' },
  ];
}

async function sameImport(): Promise<Goal[]> {
  await compacted();
  metered.steps.clear();
  const { minutes, outcomes } = await imported(run, file, count);
  await compacted();
  // The rate of requests, and their keys, which let a repeated request create nothing, are no part of a wallet.
  const isRecord = ({ name }: Step): boolean => !/IDEMPOTENCY|RATE/.test(name);
  const writes = [...metered.steps.values()].filter(
    (step) => step.writeUnits > 0 && isRecord(step) && ['create-wallets', 'compact-lists'].some((of) => isOf(of)(step)),
  );
  const units = writes.reduce((sum, { writeUnits }) => sum + writeUnits, 0);
  const names = writes.map(({ name }) => name).join('; ');
  return [
    { name: 'the same file again', figure: minutes, unit: 'minutes' },
    { name: 'rows that are not there', figure: count - (outcomes.get('exists') ?? 0), unit: '', atMost: 0 },
    { name: 'write units of all rows', figure: units, unit: 'units', atMost: 0, note: names },
    { name: 'read units of a row', figure: sumOf('readUnits', isOf('create-wallets')) / count, unit: 'units' },
  ];
}

/** The filters of pages. Nobody waits for a budget, so no wallet is throttled. */
const filters = (pageSize: number): Readonly<Record<string, Record<string, string>>> => ({
  'the first page': {},
  'the last page': { page: String(Math.ceil(count / pageSize)) },
  'a type': { type: 'hot' },
  'a tag': { tag: 'eu' },
  'a tag that few wallets have': { tag: 'vip' },
  'a chain and a type': { chain: 'ethereum', type: 'hot' },
  'the status': { status: 'active' },
  'watched wallets': { watch: 'true' },
  'an external id': { externalId: `account-${count - 1}` },
  'words of the label': { q: 'deposit' },
  'a whole address': { q: addressOf(7) },
});

/** The read units of each page that a person asks for. */
async function pages(): Promise<Goal[]> {
  const found: Goal[] = [];
  for (const pageSize of PAGE_SIZES) {
    for (const [name, query] of Object.entries(filters(pageSize))) {
      metered.steps.clear();
      const asked = { ...query, pageSize: String(pageSize) };
      const { data, meta } = await api.call(routes.listWallets, WalletPage, { query: asked });
      if (data.length === 0) throw new Error(`${name} is empty`);
      found.push({
        name: `${name} of ${figure(meta.total)}, ${pageSize} a page`,
        figure: sumOf('readUnits', isOf('list-wallets')),
        unit: 'read units',
        atMost: MOST_UNITS,
      });
    }
  }
  return found;
}

async function firstPages(): Promise<Goal[]> {
  const browser = await launchChromium(await unpackChromium());
  try {
    const times: number[] = [];
    // The functions of the stack start for the first visitor.
    for (let n = 0; n <= VISITS; n++) {
      const { page, ms } = await firstList(browser, { ...stack, path: '/console/wallets' });
      await page.context().close();
      if (n > 0) times.push(ms);
    }
    const name = 'pasted key to the painted wallets';
    return [{ name, figure: median(times), unit: 'ms', atMost: MOST_FIRST_PAGE_MS }];
  } finally {
    await browser.close();
  }
}

async function matcher(): Promise<Goal[]> {
  const name = 'the matcher with rules by tags, by its time with rules by ids';
  return [{ name, figure: median(await matcherRatios()), unit: '×', atMost: MOST_RATIO }];
}

try {
  await build(bundle);
  writeWallets(file, count);
  await part('The import', firstImport);
  await part('The same import again', sameImport);
  await part('Pages of the list', pages);
  await part('The first page of the console', firstPages);
  await part('The matcher', matcher);
} finally {
  await stack.stop();
  rmSync(folder, { recursive: true, force: true });
}
reportGoals(goals);
