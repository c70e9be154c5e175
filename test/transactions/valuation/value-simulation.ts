import * as z from 'zod';
import { evaluateTransaction } from '../../../lib/alerts/evaluation/evaluate-transaction.ts';
import { evaluationDeps } from '../../../lib/alerts/evaluation/evaluation-wiring.ts';
import { idIn, keys, prefixes } from '../../../lib/platform/table/keys.ts';
import { queryPrefix, type Table } from '../../../lib/platform/table/table.ts';
import type { PriceSource } from '../../../lib/prices/price.ts';
import { OutboxEntry } from '../../../lib/transactions/item.ts';
import { setValues } from '../../../lib/transactions/valuation/run-valuation.ts';
import { plusSeconds } from '../../../lib/values/time.ts';
import type { TestDeps } from '../../support/deps.ts';
import { withoutEmptyPartitions } from '../../support/due.ts';
import { Faults } from '../../support/faults.ts';
import { letLagPass } from '../../support/index-lag.ts';
import type { Scenario } from '../../support/scenario.ts';

const Keyed = OutboxEntry.extend({ sk: z.string() });
type Keyed = z.output<typeof Keyed>;

/** How often the stream delivers a record again whose evaluation failed. */
const STREAM_TRIES = 3;
/** The grace of handover. */
const GRACE_SECONDS = 120;

interface ValueSimulationOptions {
  readonly deps: TestDeps;
  readonly scenario: Scenario;
  readonly prices: PriceSource;
  /** The table of the processes. Its calls may fail. */
  readonly table?: Table;
  readonly faults?: Faults;
}

/**
 * The stream, handover and `set-values` for the records of one organisation, on the clock of a test. The stream brings
 * an outbox entry once, when the entry is inserted; handover finds an entry that is two minutes old.
 */
export function valueSimulation(options: ValueSimulationOptions) {
  const { deps, scenario, prices, table = deps.table, faults = new Faults() } = options;
  const { organisation } = scenario;
  const inner = { ...deps, table };
  const evaluating = evaluationDeps(inner, scenario.queue);
  const { pk } = keys.organisation(organisation);
  let present = new Set<string>();

  const entries = (): Promise<Keyed[]> => queryPrefix(deps.table, pk, prefixes.evaluations, Keyed);

  async function evaluated({ sk, ...entry }: Keyed): Promise<void> {
    const evaluate = () => evaluateTransaction(evaluating, organisation, idIn(sk), { entry });
    for (let attempt = 0; attempt < STREAM_TRIES; attempt++) if (await faults.process(evaluate)) return;
  }

  return {
    /** Does what the stream does with the outbox entries that were inserted since the last call. */
    async stream(): Promise<void> {
      const found = await entries();
      const inserted = found.filter(({ sk }) => !present.has(sk));
      present = new Set(found.map(({ sk }) => sk));
      for (const entry of inserted) await evaluated(entry);
      const left = await entries();
      present = new Set([...present].filter((sk) => left.some((entry) => entry.sk === sk)));
    },

    /** A minute passes: `set-values` runs, the stream brings its entries, and handover finds what is overdue. */
    async minute(minutes = 1): Promise<void> {
      deps.advance(minutes * 60);
      await letLagPass(deps.table);
      await withoutEmptyPartitions(table, () => faults.process(() => setValues({ ...inner, prices })));
      await this.stream();
      const late = plusSeconds(deps.now(), -GRACE_SECONDS).toISOString();
      for (const { sk, recordedAt, queuedAt = recordedAt } of await entries()) {
        if (queuedAt < late) {
          await faults.process(() => evaluateTransaction(evaluating, organisation, idIn(sk)));
        }
      }
    },
  };
}
