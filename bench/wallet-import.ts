import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Step } from './capacity.ts';
import { figure } from './figures.ts';
import type { StackProcess } from './outage-stack.ts';

/** An import tells how far it is after so many milliseconds. */
const TOLD_MS = 30_000;

/** The address of a wallet. */
export const addressOf = (n: number): string =>
  `0x${createHash('sha256').update(`deposit ${n}`).digest('hex').slice(0, 40)}`;

/** Writes the file of so many wallets: each has two tags, and a thousandth of them has a tag that few have. */
export function writeWallets(file: string, count: number): void {
  const rows = Array.from(
    { length: count },
    (_, n) => `Deposit ${n},${addressOf(n)},ethereum,deposit;${n % 1_000 === 0 ? 'vip' : 'eu'},account-${n}`,
  );
  writeFileSync(file, `label,address,chains,tags,externalId\n${rows.join('\n')}\n`);
}

/** Whether a function sent the requests. */
export const isOf =
  (handler: string) =>
  ({ caller }: Step): boolean =>
    caller.endsWith(`-${handler}`);

export interface ImportRun {
  readonly stack: StackProcess;
  readonly steps: ReadonlyMap<string, Step>;
  readonly folder: string;
  /** The bundle of the command line. */
  readonly bundle: string;
  readonly signal: AbortSignal;
}

/** What an import took. */
export interface Imported {
  readonly minutes: number;
  /** The milliseconds that the processors of the stack and of the table took for a row. */
  readonly cpu: { readonly stack: number; readonly table: number };
  /** How many rows had each outcome. */
  readonly outcomes: ReadonlyMap<string, number>;
}

/** Imports a file of so many wallets by the command line. @throws Error when the command fails. */
export async function imported(
  { stack, steps, folder, bundle, signal }: ImportRun,
  file: string,
  count: number,
): Promise<Imported> {
  const answers = join(folder, 'answers.json');
  const began = performance.now();
  const before = { stack: stack.cpuMs(), table: stack.tableCpuMs() };
  const minutes = () => (performance.now() - began) / 60_000;
  const cpu = (rows: number) => ({
    stack: (stack.cpuMs() - before.stack) / rows,
    table: (stack.tableCpuMs() - before.table) / rows,
  });
  const child = spawn(process.execPath, [bundle, 'wallet', 'import', file, '--json'], {
    signal,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, CHAINWATCH_URL: stack.baseUrl, CHAINWATCH_API_KEY: stack.apiKey, XDG_CONFIG_HOME: folder },
  });
  const telling = setInterval(() => {
    const rows = lookedUp(steps);
    const { stack: own, table } = cpu(rows);
    const each = `${figure(own)} ms of the stack and ${figure(table)} ms of the table for each`;
    console.log(`  ${figure(minutes())} minutes: ${figure(rows)} of ${figure(count)} rows, ${each}`);
  }, TOLD_MS);
  try {
    const written = child.stdout.pipe(createWriteStream(answers));
    const [[code]] = await Promise.all([once(child, 'exit'), once(written, 'finish')]);
    const took = { minutes: minutes(), cpu: cpu(count), outcomes: await outcomesIn(answers) };
    if (code !== 0) throw new Error(`the import ended with ${code}: ${JSON.stringify([...took.outcomes])}`);
    return took;
  } finally {
    clearInterval(telling);
  }
}

/** The rows whose addresses were looked up: each costs a read unit. */
const lookedUp = (steps: ReadonlyMap<string, Step>): number =>
  [...steps.values()]
    .filter((step) => isOf('create-wallets')(step) && /^BatchGetItem ADDRESS/.test(step.name))
    .reduce((sum, { readUnits }) => sum + readUnits, 0);

async function outcomesIn(answers: string): Promise<Map<string, number>> {
  const outcomes = new Map<string, number>();
  for await (const line of createInterface({ input: createReadStream(answers) })) {
    const outcome = /"outcome": "(\w+)"/.exec(line)?.[1];
    if (outcome !== undefined) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  return outcomes;
}
