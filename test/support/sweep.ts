import { type Faults, HEALTHY, type Plan } from './faults.ts';
import { sampled } from './sample.ts';

/** The numbers of the calls, from 1, or a sample of the numbers that holds one call of each name. */
export const sampledCalls = (calls: readonly string[], count: number): number[] =>
  sampled(
    calls.map((_, n) => n + 1),
    count,
    (at) => calls[at - 1] ?? '',
  );

/**
 * Runs a scenario without a fault, then once for each call of that run, which then fails as planned. `npm test` tries `count` of
 * the calls. `run` arms the faults and throws if the outcome is wrong. Returns the names of the calls that failed.
 */
export async function sweep(
  faults: Faults,
  plan: Pick<Plan, 'fails' | 'process'>,
  count: number,
  run: (plan: Plan) => Promise<unknown>,
): Promise<string[]> {
  await run(HEALTHY);
  const hits: string[] = [];
  for (const at of sampledCalls([...faults.calls], count)) {
    await run({ ...plan, at }).catch((error) => {
      throw new Error(`call ${at} (${faults.hit?.call}): ${error.message}`, { cause: error });
    });
    if (faults.hit !== undefined) hits.push(faults.hit.call);
  }
  return hits;
}
