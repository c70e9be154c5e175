import { parseArgs } from 'node:util';
import { openPlace, type Place } from './place.ts';
import { type Result, runSeed } from './seed.ts';
import { Tally } from './tally.ts';
import { Tenants } from './tenant.ts';

// Tortures the stack: the functions as bundled, in a process that is killed, with calls that fail, are delayed, doubled and
// reordered, and receivers that are no better. A run follows from its seed.
//
//   npm run torture                        seeds without end, until one fails
//   npm run torture -- --seeds 500         so many
//   npm run torture -- --seconds 60        as many as begin in that time
//   npm run torture -- --seed 1234         one, with all that it met
//   npm run torture -- --from 1000         the first of several
//   npm run torture -- --places 2          so many stacks side by side
//   npm run torture -- --go-on             after a failure too

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    from: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    seeds: { type: 'string' },
    seconds: { type: 'string' },
    places: { type: 'string', default: '1' },
    'go-on': { type: 'boolean', default: false },
  },
});
const first = Number(values.seed ?? values.from);
const end = values.seed === undefined ? first + Number(values.seeds ?? Number.POSITIVE_INFINITY) : first + 1;
const until = performance.now() + Number(values.seconds ?? Number.POSITIVE_INFINITY) * 1000;

/** After so many a place is left for a fresh one: its emulators keep all that ever was, and slow down. */
const SEEDS_OF_PLACE = 60;

const say = (line: string) => void process.stdout.write(`${line}\n`);
const tally = new Tally();
let next = first;
let stopped = false;

/** One seed at least, however long the first stack took to start. */
const goesOn = (): boolean => !stopped && next < end && (next === first || performance.now() < until);

function tell({ seed, met, wrong }: Result, place: Place): void {
  if (wrong.length === 0 && values.seed === undefined) return;
  for (const each of met) say(`  met ${each}`);
  if (wrong.length === 0) return;
  for (const each of wrong) say(`  WRONG ${each}`);
  say(`seed ${seed} fails; the stack's log is ${place.directory}/stack.log; again: npm run torture -- --seed ${seed}`);
}

/** Runs seeds in one place after the other; a place in which one failed is left, since what it left behind is not sound. */
async function work(): Promise<void> {
  while (goesOn()) {
    const opened = await openPlace();
    const place = { ...opened, tenants: new Tenants(opened) };
    let sound = true;
    for (let n = 0; sound && n < SEEDS_OF_PLACE && goesOn(); n++) {
      const seed = next++;
      const result = await runSeed(place, seed).catch((error: unknown): Result => {
        place.listen();
        const wrong = [error instanceof Error ? (error.stack ?? error.message) : String(error)];
        return { seed, met: [...place.met], wrong, jumps: 0 };
      });
      tally.count(result);
      tell(result, place);
      sound = result.wrong.length === 0;
      if (tally.seeds % 50 === 0) say(`from ${first}: ${tally}`);
    }
    tally.add(place);
    await place.close({ keep: !sound });
    stopped ||= !sound && !values['go-on'];
  }
}

await Promise.all(Array.from({ length: Number(values.places) }, work));
say(`from ${first}: ${tally}`);
const { missing } = tally;
if (missing !== undefined) say(`WRONG ${missing}`);
process.exit(tally.failed === 0 && missing === undefined ? 0 : 1);
