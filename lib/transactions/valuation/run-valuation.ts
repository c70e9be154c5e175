import { suspensionRepo } from '../../organisations/suspension/repo.ts';
import type { Deps } from '../../platform/deps.ts';
import { handOver } from '../../platform/due/hand-over.ts';
import type { DueEntry } from '../../platform/due/pass.ts';
import { log } from '../../platform/log.ts';
import { measured } from '../../platform/metrics.ts';
import { due } from '../../platform/table/due-keys.ts';
import type { PriceSource } from '../../prices/price.ts';
import { mapConcurrent } from '../../values/concurrent.ts';
import { plusSeconds } from '../../values/time.ts';
import { type LateValues, lateValues, type Valued, type Waiting } from '../late-values.ts';
import { pendingAssets } from '../revalue.ts';
import { type Questions, questions } from './asked-once.ts';

/** Shorter than the time-out of `set-values`: the rest is for the questions and the writes of the last turns. */
const VALUES_RUN_SECONDS = 35;
/** The most records of a run. The next run goes on. */
const MOST_RECORDS = 20_000;
/** A record that was not asked for yet is due within a minute. The second minute is for clocks that differ. */
const NEW_SECONDS = 120;
/** Records of a turn whose values are set side by side. */
const RECORDS_AT_ONCE = 8;

export interface ValuationDeps extends Pick<Deps, 'table' | 'now' | 'newId'> {
  readonly prices: PriceSource;
}

/** What became of the records of a run. */
export type ValuesCount = Readonly<Record<Valued, number>>;

/**
 * Asks again for the prices that failed, and sets the values of the records that wait, the oldest first and
 * organisation by organisation in turns. Each price is asked for once in a run, however many records wait for it. The
 * records of suspended organisations wait. A run may stop anywhere: each record is changed in one transaction.
 * @throws AggregateError after all records were tried, when some failed.
 */
export async function setValues(deps: ValuationDeps): Promise<ValuesCount> {
  const { table, now, prices } = deps;
  const values = lateValues(deps);
  const began = now();
  const asking = questions(prices, began);
  const count: Record<Valued, number> = { settled: 0, waits: 0, 'given up': 0, gone: 0 };
  const errors: unknown[] = [];
  const suspensions = await suspensionRepo(deps).all();
  const skipped = new Set(suspensions.map(({ organisationId }) => organisationId));
  const notNew = plusSeconds(began, NEW_SECONDS).toISOString();
  let askedBefore = 0;
  const seen = (entry: DueEntry): void => {
    const isNew = entry.seen < due.sortKey(entry.organisation, notNew);
    if (!isNew && !skipped.has(entry.organisation)) askedBefore += 1;
  };
  await handOver(
    {
      table,
      now,
      kind: 'VALUE',
      before: began,
      most: MOST_RECORDS,
      until: plusSeconds(began, VALUES_RUN_SECONDS),
      skipped,
      seen,
      errors,
    },
    async (entries) => {
      for (const valued of await setValuesOf(values, asking, entries)) count[valued]++;
    },
  );
  const { settled, waits, gone, 'given up': givenUp } = count;
  const metrics = measured(now(), { valuesWaiting: waits + askedBefore, valuesGivenUp: givenUp }, {});
  log.info('values.completed', { settled, waits, givenUp, gone, failed: errors.length, ...metrics });
  if (errors.length > 0) throw new AggregateError(errors, `the values of ${errors.length} records could not be set`);
  return count;
}

/** Sets the values of some records of an organisation. */
async function setValuesOf(values: LateValues, asking: Questions, entries: readonly DueEntry[]): Promise<Valued[]> {
  const [first] = entries;
  if (first === undefined) return [];
  const { organisation } = first;
  const waiting = await values.waitingAmong(
    organisation,
    entries.map(({ id }) => id),
  );
  const outcomes = await mapConcurrent([...waiting], RECORDS_AT_ONCE, async ([id, seen]) => {
    const valued = await values.set(organisation, id, seen, await pricesOf(asking, seen));
    if (valued === 'given up') log.error('value.given_up', { organisation, transaction: id });
    return valued;
  });
  return outcomes;
}

/** The prices for a record. A record that is gone needs none. */
async function pricesOf(asking: Questions, { transaction, all }: Waiting) {
  if (transaction === null) return asking.ask([], new Date(0));
  return asking.ask(pendingAssets(transaction.chain, all), new Date(transaction.blockTimestamp));
}
