import { parseArgs } from 'node:util';
import { type Environment, openEnvironment } from './environment.ts';
import { isScarce } from './plan.ts';
import { type Result, runSeed } from './seed.ts';
import { Tally } from './tally.ts';
import { Tenants } from './tenant.ts';

// Tortures the stack. The bundled functions run in a process that the harness kills from time to time. The calls of the
// functions fail, come late, repeat and change their order. Receivers misbehave. The seed determines the whole run.
//
//   npm run torture                        runs seeds until one fails
//   npm run torture -- --seeds 500         runs this many seeds
//   npm run torture -- --seconds 60        starts seeds for this time
//   npm run torture -- --seed 1234         runs one seed and prints every injected fault
//   npm run torture -- --from 1000         starts with this seed
//   npm run torture -- --stacks 2          runs this many stacks in parallel
//   npm run torture -- --continue          continues after a failure

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    from: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    seeds: { type: 'string' },
    seconds: { type: 'string' },
    stacks: { type: 'string', default: '1' },
    continue: { type: 'boolean', default: false },
  },
});
const first = Number(values.seed ?? values.from);
const end = values.seed === undefined ? first + Number(values.seeds ?? Number.POSITIVE_INFINITY) : first + 1;
const until = performance.now() + Number(values.seconds ?? Number.POSITIVE_INFINITY) * 1000;

const print = (line: string) => void process.stdout.write(`${line}\n`);
const tally = new Tally();
let next = first;
let stopped = false;

/** Runs at least one seed, even if the first stack takes longer to start than the given time. */
const hasNext = (): boolean => !stopped && next < end && (next === first || performance.now() < until);

function printResult({ seed, injected, wrong }: Result, environment: Environment): void {
  if (wrong.length === 0 && values.seed === undefined) return;
  for (const each of injected) print(`  injected ${each}`);
  if (wrong.length === 0) return;
  for (const each of wrong) print(`  WRONG ${each}`);
  print(`seed ${seed} fails; the stack's log is ${environment.directory}/stack.log`);
  print(`repeat with: npm run torture -- --seed ${seed}`);
}

/**
 * Runs seeds in one environment after the other. An environment is scarce or not, so each row of seeds has its own.
 * This also bounds the data, which slow the emulators down. After a failure the environment is unusable.
 */
async function work(): Promise<void> {
  while (hasNext()) {
    const scarce = isScarce(next);
    const opened = await openEnvironment({ scarce });
    const environment = { ...opened, tenants: new Tenants(opened) };
    let healthy = true;
    while (healthy && hasNext() && isScarce(next) === scarce) {
      const seed = next++;
      const result = await runSeed(environment, seed).catch((error: unknown): Result => {
        environment.readJournal();
        const wrong = [error instanceof Error ? (error.stack ?? error.message) : String(error)];
        return { seed, injected: [...environment.injected], wrong, jumps: 0 };
      });
      tally.count(result);
      printResult(result, environment);
      healthy = result.wrong.length === 0;
      if (tally.seeds % 10 === 0) print(`from ${first}: ${tally}`);
    }
    tally.add(environment);
    await environment.close({ keep: !healthy });
    stopped ||= !healthy && !values.continue;
  }
}

await Promise.all(Array.from({ length: Number(values.stacks) }, work));
print(`from ${first}: ${tally}`);
for (const each of tally.missing) print(`WRONG never: ${each}`);
process.exit(tally.failed === 0 && tally.missing.length === 0 ? 0 : 1);
