/**
 * Each round measures every variant once, in CPU time of this thread. The ratios compare times of the same round. A
 * busy machine therefore changes the ratios little.
 */
const ROUNDS = 11;
/** The least duration of one measurement: the CPU clock of a thread has steps of about one millisecond. */
const LEAST_MS = 40;

/** A variant of the same work. */
export interface Variant {
  readonly name: string;
  /** Does the work once. Returns a count of results. */
  run(): Promise<number> | number;
}

export interface Rounds {
  readonly name: string;
  /** The count that a run returns. */
  readonly count: number;
  /** The milliseconds of a run, by round. */
  readonly took: readonly number[];
}

/** Measures all variants in each round. */
export async function rounds(variants: readonly Variant[]): Promise<Rounds[]> {
  const all: { variant: Variant; times: number; count: number; took: number[] }[] = [];
  for (const variant of variants)
    all.push({ variant, times: await timesOf(variant), count: await variant.run(), took: [] });
  for (let round = 0; round < ROUNDS; round++) {
    for (const each of all) each.took.push(await measured(each.variant, each.times));
  }
  return all.map(({ variant, count, took }) => ({ name: variant.name, count, took }));
}

/** The number of runs per measurement. Also warms the variant up. */
async function timesOf(variant: Variant): Promise<number> {
  for (let times = 20; ; times *= 2) {
    const each = await measured(variant, times);
    if (each * times >= LEAST_MS / 2) return Math.ceil(LEAST_MS / each);
  }
}

/** The CPU milliseconds of one run. */
async function measured({ run }: Variant, times: number): Promise<number> {
  globalThis.gc?.();
  const started = threadMs();
  for (let n = 0; n < times; n++) await run();
  return (threadMs() - started) / times;
}

/** The CPU milliseconds of this thread. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** The ratios of the same rounds. */
export const ratiosOf = (took: readonly number[], floor: readonly number[]): number[] =>
  took.map((ms, round) => ms / (floor[round] ?? Number.NaN));
