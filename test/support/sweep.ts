import { type Faults, HEALTHY, type Plan } from './faults.ts';
import { sampled } from './sample.ts';

/** The nth call of a name, which is the same call in every run, also where calls run side by side. */
export type Place = Required<Pick<Plan, 'call' | 'at'>>;

/** All calls of a run, or a sample of them. */
export function sampledCalls(calls: readonly string[], count: number): Place[] {
  const places = calls.map((call, n) => ({ call, at: calls.slice(0, n + 1).filter((each) => each === call).length }));
  return sampled(places, count);
}

/**
 * Runs a scenario without a fault, then once for each call of that run, which then fails as planned. `npm test` tries
 * `count` of the calls. `run` arms the faults and throws if the outcome is wrong. Returns the names of all calls of the
 * run without a fault: a test checks that the sweep covers the calls that matter.
 */
export async function sweep(
  faults: Faults,
  plan: Pick<Plan, 'fails' | 'process'>,
  count: number,
  run: (plan: Plan) => Promise<unknown>,
): Promise<string[]> {
  await run(HEALTHY);
  const calls = [...faults.calls];
  for (const place of sampledCalls(calls, count)) {
    await run({ ...plan, ...place }).catch((error) => {
      throw new Error(`call ${place.at} of ${place.call}: ${error.message}`, { cause: error });
    });
  }
  return calls;
}
