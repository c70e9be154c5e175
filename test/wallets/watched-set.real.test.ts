import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { watchedPages } from '../../lib/wallets/watched-pages.ts';
import { HEALTHY } from '../support/faults.ts';
import { quiet } from '../support/quiet.ts';
import { runs } from '../support/sample.ts';
import { addressAt, CHAIN, type WatchedWorld, watchedWorld } from './watched-processes.ts';

/*
 * Two callers change wallets and two processes watch, on one table. The four clocks deviate by up to 20 seconds. Any
 * call may be interrupted before one of its commands, by what others do meanwhile: a change of a wallet takes up to a
 * minute, packing takes hours. A process may die while it packs. Expected: whenever a process begins to match a block,
 * its set has every address whose watching was answered.
 */
quiet();

const SKEWS = { callers: [0, -20], processes: [10, -15] } as const;
const ADDRESSES = 14;

interface Change {
  readonly do: 'change';
  readonly caller: number;
  readonly organisation: number;
  readonly n: number;
  readonly to: 'watch' | 'pause' | 'gone';
}
interface Pack {
  readonly do: 'pack';
  readonly process: number;
}
type Simple =
  | Change
  | { readonly do: 'match'; readonly process: number }
  | { readonly do: 'restart'; readonly process: number }
  | Pack
  | { readonly do: 'pause'; readonly seconds: number };
interface Interrupt {
  readonly do: 'interrupt';
  readonly first: Change | Pack;
  readonly at: number;
  readonly by: readonly Simple[];
}
type Step =
  | Simple
  | { readonly do: 'pass'; readonly hours: number }
  | { readonly do: 'die'; readonly process: number; readonly at: number; readonly fails: 'before' | 'after' }
  | Interrupt;

const pick = <T extends string>(...names: readonly T[]) => fc.constantFrom(...names);
const change: fc.Arbitrary<Change> = fc.record({
  do: fc.constant('change' as const),
  caller: fc.nat(1),
  organisation: fc.nat(1),
  n: fc.nat(ADDRESSES - 1),
  to: fc.oneof({ weight: 3, arbitrary: fc.constant('watch' as const) }, pick('pause', 'gone')),
});
const pack: fc.Arbitrary<Pack> = fc.record({ do: fc.constant('pack' as const), process: fc.nat(1) });
const simple: fc.Arbitrary<Simple> = fc.oneof(
  { weight: 4, arbitrary: change },
  { weight: 2, arbitrary: pack },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('match' as const), process: fc.nat(1) }) },
  fc.record({ do: fc.constant('restart' as const), process: fc.nat(1) }),
  fc.record({ do: fc.constant('pause' as const), seconds: fc.nat(12) }),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: simple },
  fc.record({ do: fc.constant('pass' as const), hours: fc.constantFrom(1, 5, 11, 13, 22, 25, 200) }),
  fc.record({
    do: fc.constant('die' as const),
    process: fc.nat(1),
    at: fc.integer({ min: 1, max: 14 }),
    fails: pick('before', 'after'),
  }),
  fc.record({
    do: fc.constant('interrupt' as const),
    first: fc.oneof(change, pack),
    at: fc.integer({ min: 1, max: 10 }),
    by: fc.array(simple, { minLength: 1, maxLength: 5 }),
  }),
);

function player(world: WatchedWorld) {
  const processes = SKEWS.processes.map((skew) => world.process(skew));
  const processAt = (n: number) => processes[n] ?? world.process(0);
  const callerAt = (n: number) => world.caller(SKEWS.callers[n] ?? 0);
  /** A process logs the errors of a call that was interrupted, so the test keeps them. */
  const failures: unknown[] = [];

  async function match(n: number): Promise<void> {
    const answered = world.watched();
    const known = await processAt(n).upToDate();
    expect(answered.filter((form) => !known.has(form))).toEqual([]);
  }

  async function play(given: Step): Promise<void> {
    switch (given.do) {
      case 'change':
        return world.change(callerAt(given.caller), given.organisation, given.n, given.to);
      case 'match':
        return match(given.process);
      case 'restart':
        return processAt(given.process).restart();
      case 'pause':
        return world.pass(given.seconds);
      case 'pass':
        return world.pass(given.hours * 3_600);
      case 'pack':
        return processAt(given.process).pack(HEALTHY);
      case 'die':
        return processAt(given.process).pack({ at: given.at, fails: given.fails, process: 'dies' });
      case 'interrupt':
        return interrupt(given);
    }
  }

  /** The others leave the interrupted wallet alone: a caller who waits must not fail because of them. */
  async function interrupt({ first, at, by }: Interrupt): Promise<void> {
    const others = by.filter((other) => other.do !== 'change' || first.do !== 'change' || other.n !== first.n);
    const meanwhile = async () => {
      try {
        for (const other of others) {
          const isLong = other.do === 'pause' && first.do === 'pack';
          await (isLong ? world.pass(other.seconds * 600) : play(other));
        }
      } catch (error) {
        failures.push(error);
      }
    };
    if (first.do === 'pack') {
      processAt(first.process).before(at, meanwhile);
      await play(first);
      processAt(first.process).before(0, meanwhile);
    } else {
      const caller = callerAt(first.caller);
      caller.before(at, meanwhile);
      await world.change(caller, first.organisation, first.n, first.to);
    }
    const [failure] = failures;
    if (failure !== undefined) throw failure;
  }

  return { play, match, processes };
}

it('A block that is matched after the answer finds each watched address, whatever happens beside', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      const world = await watchedWorld();
      const { play, match, processes } = player(world);
      for (const each of steps) await play(each);
      for (const n of processes.keys()) await match(n);
      // Half a day later the changes are packed. A process that starts then knows what is watched, and nothing else.
      await world.pass(13 * 3_600);
      const last = world.process(0);
      await last.upToDate();
      await last.pack(HEALTHY);
      expect(await world.packed()).toEqual(world.watched());
      await world.pass(600);
      last.restart();
      const known = await last.upToDate();
      const all = Array.from({ length: ADDRESSES }, (_, n) => addressAt(n));
      expect(all.filter((form) => known.has(form))).toEqual(world.watched());
    }),
    { numRuns: runs(10, 1_000) },
  );
});

it('A process that dies at any call while it packs leaves pages that are right, and packs next time', async () => {
  for (let at = 1; at <= 12; at++) {
    const world = await watchedWorld();
    const process = world.process(0);
    for (let n = 0; n < 10; n++) await world.change(world.caller(0), 0, n, 'watch');
    await process.upToDate();
    await process.pack(HEALTHY);
    await world.pass(600);
    for (let n = 0; n < 4; n++) await world.change(world.caller(0), 0, n, 'gone');
    for (let n = 10; n < 14; n++) await world.change(world.caller(0), 0, n, 'watch');
    await process.upToDate();
    await process.pack({ at, fails: at % 2 === 0 ? 'before' : 'after', process: 'dies' });
    const known = await world.process(0).upToDate();
    expect(world.watched().filter((form) => !known.has(form))).toEqual([]);
    await process.upToDate();
    await process.pack(HEALTHY);
    expect(await world.packed()).toEqual(world.watched());
  }
});

it.each([0, 13])(
  'A process that stood still while another process packed does not replace the newer head: %i',
  async (hours) => {
    const world = await watchedWorld();
    const [slow, other] = [world.process(0), world.process(0)];
    for (const process of [slow, other]) await process.upToDate();
    if (hours > 0) for (const process of [slow, other]) await process.pack(HEALTHY);
    await world.pass(hours * 3_600);
    for (let n = 0; n < 9; n++) await world.change(world.caller(0), 0, n, 'watch');
    let newer: unknown;
    const pages = watchedPages(world.deps, CHAIN);
    slow.before(3, async () => {
      await world.pass(1);
      await other.pack(HEALTHY);
      newer = await pages.head();
    });
    await slow.pack(HEALTHY);
    expect(newer).toMatchObject({ through: world.deps.now().toISOString() });
    expect(await pages.head()).toEqual(newer);
  },
);

it('A wallet that is created while a process packs for an hour is found by a process that starts later', async () => {
  const world = await watchedWorld();
  const process = world.process(0);
  await world.change(world.caller(0), 0, 0, 'watch');
  await process.upToDate();
  process.before(3, async () => {
    await world.change(world.caller(0), 0, 1, 'watch');
    await world.pass(3_600);
  });
  await process.pack(HEALTHY);
  expect(await world.packed()).toEqual([addressAt(0)]);
  expect((await world.process(0).upToDate()).has(addressAt(1))).toBe(true);
});

it('A chain without changes writes a head of one unit each twelve hours, and no page', async () => {
  const world = await watchedWorld();
  const process = world.process(0);
  for (let n = 0; n < 5; n++) await world.change(world.caller(0), 0, n, 'watch');
  await process.upToDate();
  await process.pack(HEALTHY);
  const pages = watchedPages(world.deps, CHAIN);
  await world.pass(13 * 3_600);
  await process.upToDate();
  await process.pack(HEALTHY);
  const before = await pages.head();
  for (let n = 0; n < 4; n++) {
    await world.pass(13 * 3_600);
    await process.upToDate();
    await process.pack(HEALTHY);
  }
  const after = await pages.head();
  expect(after?.pages).toEqual(before?.pages);
  expect(after?.version).toBe((before?.version ?? 0) + 4);
});
