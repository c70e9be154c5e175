import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod';

const FILE = new URL('measured-units.json', import.meta.url);

/** What a piece of work costs in the table. */
const Cost = z.object({ requests: z.number(), readUnits: z.number(), writeUnits: z.number() });
export type Cost = z.output<typeof Cost>;

/** When a benchmark measured, and at which commit. */
const Measured = z.object({ date: z.string(), commit: z.string() });

/** Calls to the nodes of a chain per block, by method. */
const Calls = z.record(z.string(), z.number());

/** The calls of a watcher that makes no record, with its polls; `traced`: with the traces of whole blocks. */
const CallsPerBlock = z.object({ idle: Calls, watched: Calls, traced: Calls.optional() });
export type CallsPerBlock = z.output<typeof CallsPerBlock>;

/** The figures that scripts/write-costs.ts reads. Each benchmark replaces its own. */
const MeasuredUnits = z.object({
  /** One import with one rule and one webhook, by step. */
  importToWebhook: z.object({
    measured: Measured,
    steps: z.record(z.string(), Cost),
    /** What stays in the table. */
    storedBytes: z.object({ transaction: z.number(), alert: z.number() }),
  }),
  /** A record of at most 1 KB without the units of its block, by the number of records in the block. */
  record: z.object({ measured: Measured, perRecord: z.record(z.string(), Cost) }),
  /** The checks of balances of Ethereum per block, with so many wallets of which so many move between two checks. */
  checks: z.object({ measured: Measured, wallets: z.number(), moved: z.number(), perBlock: Cost }),
  /** A watcher that makes no record, per block, by chain; with the lease and the polls. */
  watch: z.object({
    measured: Measured,
    addresses: z.number(),
    /** With so many watched addresses. */
    perBlock: z.record(z.string(), Cost),
    /** Without a watched address. */
    idle: z.record(z.string(), Cost),
  }),
  /** The calls to the nodes: per block by chain, and per check of the balances of so many addresses of Ethereum. */
  nodeCalls: z.object({
    measured: Measured,
    perBlock: z.record(z.string(), CallsPerBlock),
    check: z.object({ addresses: z.number(), calls: z.number() }),
  }),
});
export type MeasuredUnits = z.output<typeof MeasuredUnits>;

/** The measured figures. @throws Error when a benchmark has not measured yet. */
export const measuredUnits = (): MeasuredUnits => MeasuredUnits.parse(JSON.parse(readFileSync(FILE, 'utf8')));

/** Replaces the figures of a benchmark. */
export function saveMeasured(figures: Partial<MeasuredUnits>): void {
  const before = existsSync(FILE)
    ? z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(FILE, 'utf8')))
    : {};
  const rounded = (_key: string, value: unknown) => (typeof value === 'number' ? Number(value.toFixed(3)) : value);
  writeFileSync(FILE, `${JSON.stringify({ ...before, ...figures }, rounded, 2)}\n`);
}
