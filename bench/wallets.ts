import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { build } from '../cli/build-cli.ts';
import { routes } from '../functions/routes.ts';
import { WalletPage } from '../lib/wallets/schema.ts';
import { client } from '../local/demo/demo-client.ts';
import { launchChromium, unpackChromium } from '../local/processes/chromium.ts';
import { type Step, unitsByStep } from './capacity.ts';
import { figure, median } from './figures.ts';
import { firstList } from './first-list.ts';
import { type Goal, reportGoals } from './goals.ts';
import { startStackProcess } from './outage-stack.ts';
import { matcherRatios } from './wallet-rules.ts';

/**
 * npm run bench -- wallets [--quick]: the day on which an exchange adds 200,000 addresses, over the whole local stack:
 * the import of a CSV file by the command line, the same import again, pages of the list, and the first page of the
 * console. `--quick` adds a fortieth, and allows a fortieth of the time. In the same run, the matcher evaluates rules
 * by tags beside rules by ids. The table throttles busy partitions, as AWS does. The stack is a process of its own, and
 * this process plays the limits of the table. Their processor time depends less on other load of the machine.
 */
const WALLETS = { usual: 200_000, quick: 5_000 };
const MOST_MINUTES = 8;
const MOST_UNITS = 60;
const MOST_RATIO = 1.2;
const MOST_FIRST_PAGE_MS = 1_500;
const VISITS = 5;
/** The lists are compacted when no request of the compaction has come for so long. */
const QUIET_MS = 10_000;

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const count = values.quick ? WALLETS.quick : WALLETS.usual;
const folder = mkdtempSync(join(tmpdir(), 'chainwatch-bench-wallets-'));
const metered = unitsByStep();
const stack = await startStackProcess(join(folder, 'data'), undefined, undefined, undefined, metered.onConsumed);
const api = client(stack.baseUrl, stack.apiKey);

const addressOf = (n: number): string => `0x${createHash('sha256').update(`deposit ${n}`).digest('hex').slice(0, 40)}`;
const sumOf = (of: 'readUnits' | 'writeUnits', isCounted: (step: Step) => boolean): number =>
  [...metered.steps.values()].filter(isCounted).reduce((sum, step) => sum + step[of], 0);
const isOf =
  (handler: string) =>
  ({ caller }: Step): boolean =>
    caller.endsWith(`-${handler}`);

/**
 * Imports the file by the command line. Returns the minutes, the milliseconds that the processors of the stack and of
 * the table took for a row, and how many rows had each outcome.
 */
async function imported(bundle: string, file: string) {
  const answers = join(folder, 'answers.json');
  const began = performance.now();
  const [stackBefore, tableBefore] = [stack.cpuMs(), stack.tableCpuMs()];
  const child = spawn(process.execPath, [bundle, 'wallet', 'import', file, '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, CHAINWATCH_URL: stack.baseUrl, CHAINWATCH_API_KEY: stack.apiKey, XDG_CONFIG_HOME: folder },
  });
  const written = child.stdout.pipe(createWriteStream(answers));
  const [[code]] = await Promise.all([once(child, 'exit'), once(written, 'finish')]);
  const minutes = (performance.now() - began) / 60_000;
  const cpu = { stack: (stack.cpuMs() - stackBefore) / count, table: (stack.tableCpuMs() - tableBefore) / count };
  const outcomes = new Map<string, number>();
  for await (const line of createInterface({ input: createReadStream(answers) })) {
    const outcome = /"outcome": "(\w+)"/.exec(line)?.[1];
    if (outcome !== undefined) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  return { code, minutes, cpu, outcomes };
}

/** Waits until the lists are compacted: until then, a page also reads the newest changes. */
async function compacted(): Promise<void> {
  const requests = () =>
    [...metered.steps.values()].filter(isOf('compact-lists')).reduce((sum, { requests: n }) => sum + n, 0);
  for (let before = -1; before !== requests(); ) {
    before = requests();
    await sleep(QUIET_MS);
  }
}

/** The read units of each page that a person asks for. */
async function pages(): Promise<Goal[]> {
  const wanted: Readonly<Record<string, Record<string, string>>> = {
    'the first page': {},
    'the last page': { page: String(Math.ceil(count / 25)) },
    'a tag': { tag: 'eu' },
    'a tag that few wallets have': { tag: 'vip' },
    'a chain and a type': { chain: 'ethereum', type: 'hot' },
    'an external id': { externalId: `account-${count - 1}` },
    'a whole address': { q: addressOf(7) },
  };
  const goals: Goal[] = [];
  for (const [name, query] of Object.entries(wanted)) {
    metered.steps.clear();
    const { data, meta } = await api.call(routes.listWallets, WalletPage, { query });
    if (data.length === 0) throw new Error(`${name} is empty`);
    const units = sumOf('readUnits', isOf('list-wallets'));
    goals.push({ name: `${name} of ${figure(meta.total)}`, figure: units, unit: 'read units', atMost: MOST_UNITS });
  }
  return goals;
}

async function firstPages(): Promise<number[]> {
  const browser = await launchChromium(await unpackChromium());
  try {
    const times: number[] = [];
    // The functions of the stack start for the first visitor.
    for (let n = 0; n <= VISITS; n++) {
      const { page, ms } = await firstList(browser, { ...stack, path: '/console/wallets' });
      await page.context().close();
      if (n > 0) times.push(ms);
    }
    return times;
  } finally {
    await browser.close();
  }
}

try {
  const bundle = join(folder, 'chainwatch.cjs');
  await build(bundle);
  const file = join(folder, 'deposits.csv');
  const rows = Array.from(
    { length: count },
    (_, n) => `Deposit ${n},${addressOf(n)},ethereum,deposit;${n % 1_000 === 0 ? 'vip' : 'eu'},account-${n}`,
  );
  writeFileSync(file, `label,address,chains,tags,externalId\n${rows.join('\n')}\n`);

  const first = await imported(bundle, file);
  console.log(`the import: ${figure(first.minutes)} minutes, ${JSON.stringify([...first.outcomes])}`);
  const perWallet = sumOf('writeUnits', isOf('create-wallets')) / count;
  await compacted();

  metered.steps.clear();
  const second = await imported(bundle, file);
  console.log(`the same again: ${figure(second.minutes)} minutes, ${JSON.stringify([...second.outcomes])}`);
  await compacted();
  // The rate of requests, and their keys, which let a repeated request create nothing, are no part of a wallet.
  const isRecord = ({ name }: Step): boolean => !/IDEMPOTENCY|RATE/.test(name);
  const writes = [...metered.steps.values()].filter(
    (step) => step.writeUnits > 0 && isRecord(step) && ['create-wallets', 'compact-lists'].some((of) => isOf(of)(step)),
  );
  const readAgain = sumOf('readUnits', isOf('create-wallets')) / count;

  const listed = await pages();
  const times = await firstPages();
  const limit = (MOST_MINUTES * count) / WALLETS.usual;
  reportGoals([
    { name: `import of ${figure(count)} wallets`, figure: first.minutes, unit: 'minutes', atMost: limit },
    { name: 'rows that failed or were there', figure: count - (first.outcomes.get('added') ?? 0), unit: '', atMost: 0 },
    { name: 'processor of the local stack for a wallet', figure: first.cpu.stack, unit: 'ms' },
    { name: 'processor of the table for a wallet', figure: first.cpu.table, unit: 'ms' },
    { name: 'write units of a wallet', figure: perWallet, unit: 'units' },
    { name: 'the same file again', figure: second.minutes, unit: 'minutes' },
    { name: 'rows that are not there', figure: count - (second.outcomes.get('exists') ?? 0), unit: '', atMost: 0 },
    {
      name: 'write units of all rows',
      figure: writes.reduce((sum, { writeUnits }) => sum + writeUnits, 0),
      unit: 'units',
      atMost: 0,
      note: writes.map(({ name }) => name).join('; '),
    },
    { name: 'read units of a row', figure: readAgain, unit: 'units' },
    ...listed,
    { name: 'pasted key to the painted wallets', figure: median(times), unit: 'ms', atMost: MOST_FIRST_PAGE_MS },
    {
      name: 'the matcher with rules by tags, by its time with rules by ids',
      figure: median(await matcherRatios()),
      unit: '×',
      atMost: MOST_RATIO,
    },
  ]);
  if (first.code !== 0 || second.code !== 0) process.exitCode = 1;
} finally {
  await stack.stop();
  rmSync(folder, { recursive: true, force: true });
}
