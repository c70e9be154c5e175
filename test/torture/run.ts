import { parseArgs } from 'node:util';
import { openPlace, type Place } from './place.ts';
import { type Result, runSeed } from './seed.ts';
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

const say = (line: string) => void process.stdout.write(`${line}\n`);
const kinds = new Map<string, number>();
const totals = { seeds: 0, failed: 0, jumps: 0, posts: 0, kills: 0 };
let next = first;
let stopped = false;

function tell({ seed, met, wrong, jumps }: Result, place: Place): void {
  totals.seeds++;
  totals.jumps += jumps;
  for (const each of met) {
    const kind = each
      .split(' ')
      .slice(0, each.startsWith('killed') ? 2 : 1)
      .join(' ');
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  if (wrong.length === 0 && values.seed === undefined) return;
  for (const each of met) say(`  met ${each}`);
  if (wrong.length === 0) return;
  totals.failed++;
  for (const each of wrong) say(`  WRONG ${each}`);
  say(`seed ${seed} fails; the stack's log is ${place.directory}/stack.log; again: npm run torture -- --seed ${seed}`);
}

/** Runs seeds in one place after the other; a place in which one failed is left, since what it left behind is not sound. */
async function work(): Promise<void> {
  while (!stopped && next < end && performance.now() < until) {
    const opened = await openPlace();
    const place = { ...opened, tenants: new Tenants(opened) };
    let sound = true;
    while (sound && !stopped && next < end && performance.now() < until) {
      const seed = next++;
      const failed = (error: unknown): Result => ({
        seed,
        met: [...place.storm.met],
        wrong: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
        jumps: 0,
      });
      const result = await runSeed(place, seed).catch(failed);
      tell(result, place);
      sound = result.wrong.length === 0;
      if (totals.seeds % 50 === 0) summary();
    }
    totals.posts += place.receivers.posts();
    totals.kills += place.stack.kills;
    await place.close({ keep: !sound });
    stopped ||= !sound && !values['go-on'];
  }
}

function summary(): void {
  const met = [...kinds].sort(([a], [b]) => a.localeCompare(b)).map(([kind, count]) => `${kind} ${count}`);
  const { seeds, failed, jumps } = totals;
  say(
    `${seeds} seeds from ${first}, ${failed} failed, ${jumps} jumps of the clock; met: ${met.join(', ') || 'nothing'}`,
  );
}

await Promise.all(Array.from({ length: Number(values.places) }, work));
summary();
say(`${totals.kills} kills, ${totals.posts} posts`);
process.exit(totals.failed === 0 ? 0 : 1);
