import type { components } from '../../sdk/index.ts';

type BalancePoint = Pick<components['schemas']['BalancePoint'], 'at' | 'valueUsd'>;

/** The values of each day over several histories, as a chart needs them: the earliest day first. */
export function addedUp(histories: readonly (readonly BalancePoint[])[]) {
  const known = histories
    .flat()
    .flatMap(({ at, valueUsd }) => (valueUsd === null ? [] : [{ at, value: Number(valueUsd) }]));
  return [...Map.groupBy(known, ({ at }) => at)]
    .map(([at, points]) => ({ x: new Date(at), y: points.reduce((sum, { value }) => sum + value, 0) }))
    .toSorted((a, b) => a.x.getTime() - b.x.getTime());
}
