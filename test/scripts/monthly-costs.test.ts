import { describe, expect, it } from '@jest/globals';
import { measuredUnits } from '../../bench/measured-units.ts';
import { resting } from '../../infra/chain-watch.ts';
import { stages } from '../../infra/stages.ts';
import { CASES, type CostCase } from '../../scripts/cost-cases.ts';
import { infrastructureOf } from '../../scripts/cost-infrastructure.ts';
import { linesOf } from '../../scripts/monthly-costs.ts';
import { tableUsd, workOf } from '../../scripts/work-costs.ts';

const measured = measuredUnits();
const [dev] = stages;
if (dev === undefined) throw new Error('there is no stage');
const infrastructure = infrastructureOf({ ...dev, watches: resting(['ethereum', 'solana', 'xrp']) });
const sumOf = (of: CostCase) => linesOf(of, measured, infrastructure).reduce((sum, { usd }) => sum + usd, 0);

describe('The costs of a month', () => {
  it('count what a stage has', () => {
    expect(infrastructure).toMatchObject({ schedules: 3, secrets: 2, keys: 2, polledQueues: 5 });
    expect(infrastructure.alarmMetrics).toBeGreaterThan(20);
  });

  it('are numbers, none below zero', () => {
    const usd = CASES.flatMap((each) => linesOf(each, measured, infrastructure)).map((line) => line.usd);
    expect(usd.every((each) => each >= 0 && Number.isFinite(each))).toBe(true);
  });

  it('grow with the activity of customers, and fall when nobody watches a chain', () => {
    const [idle, small, large] = CASES;
    if (idle === undefined || small === undefined || large === undefined) throw new Error('there are three cases');
    expect(sumOf(small)).toBeGreaterThan(sumOf(idle));
    expect(sumOf({ ...large, transactions: 2 * large.transactions })).toBeGreaterThan(sumOf(large));
    expect(sumOf({ ...idle, wallets: 1 })).toBeGreaterThan(2 * sumOf(idle));
  });
});

describe('The costs of work', () => {
  it('are the units at the price of reads and of writes', () => {
    expect(tableUsd({ requests: 9, readUnits: 1e6, writeUnits: 1e6 })).toBeCloseTo(0.75);
  });

  it('divide the compaction between the transaction and its alert', () => {
    const { compaction, alertCompaction } = workOf(measured);
    const all = measured.importToWebhook.steps.compaction;
    expect(compaction.writeUnits + alertCompaction.writeUnits).toBeCloseTo(all?.writeUnits ?? Number.NaN);
  });
});
