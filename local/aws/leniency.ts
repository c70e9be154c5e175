/**
 * What the local stack plays as strictly as AWS. `--lenient` switches each of these off by its name:
 * - `shards`: the stream of a table has several shards, so that order holds for the changes of one item only
 * - `concurrency`: reserved concurrency refuses further calls instead of letting them wait
 * - `timeouts`: a function that exceeds its time-out does nothing more
 * - `instances`: each concurrent call of a function has a memory of its own
 * - `pages`: BatchGetItem answers at most 1 MB of a partition
 * - `conflicts`: writes conflict with transactions on the same item
 * - `lag`: indexes lag, and do not keep the order of writes
 * - `throttle`: partitions of the table and of its index serve only so many units a second
 */
export const strictBehaviours = [
  'shards',
  'concurrency',
  'timeouts',
  'instances',
  'pages',
  'conflicts',
  'lag',
  'throttle',
] as const;

export type StrictBehaviour = (typeof strictBehaviours)[number];

/** The behaviours that are switched off. */
export type Leniency = ReadonlySet<StrictBehaviour>;

/** Parses names with commas between them. Returns undefined if a name is unknown. */
export function leniencyOf(names: string): Leniency | undefined {
  const known = names.split(',').map((name) => strictBehaviours.find((behaviour) => behaviour === name));
  return known.includes(undefined) ? undefined : new Set(known.filter((name) => name !== undefined));
}
