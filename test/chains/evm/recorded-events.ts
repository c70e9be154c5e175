import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import { hasDataBeside, readBeside } from '../../support/data-beside.ts';

/** Recorded transactions and blocks with approvals and changes of authority, and the events that they contain. */

const folder = new URL('../../fixtures/evm/events/', import.meta.url);

function read(file: string): unknown {
  const bytes = readFileSync(new URL(file, folder));
  return JSON.parse((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'));
}

/** An event as the sources decoded it, without this code. Each event has its own arguments. */
const Event = z.looseObject({ event: z.string(), contract: z.string(), logIndex: z.number() });
export type Event = z.output<typeof Event>;
const Events = z.object({ approvals: z.array(Event), authority: z.array(Event) });
const Expected = z.object({
  transactions: z.array(Events.extend({ file: z.string(), why: z.string(), events: z.array(Event) })),
  blocks: z.array(z.object({ file: z.string(), transactions: z.record(z.string(), Events) })),
});
const expected = Expected.parse(read('expected.json'));

const Log = z.object({ address: z.string(), topics: z.array(z.string()), data: z.string() });
const Receipt = z.looseObject({ transactionHash: z.string(), logs: z.array(Log) });
const Transaction = z.object({ receipt: Receipt });
const Logs = z.object({ logs: z.array(Log) });
const Block = z.object({ receipts: z.array(Receipt) });

/** The logs of a recorded transaction, and its events. */
export interface RecordedEvents {
  readonly name: string;
  readonly logs: z.output<typeof Log>[];
  readonly approvals: readonly Event[];
  readonly authority: readonly Event[];
}

const Beside = z.array(
  z.object({
    file: z.string(),
    why: z.string(),
    truth: Events.partial().extend({ events: z.array(Event).optional() }),
  }),
);

/** The recordings beside the repository that the repository does not hold. */
function beside(folderBeside: string, kind: string): RecordedEvents[] {
  if (!hasDataBeside) return [];
  const held = new Set(expected.transactions.map(({ file }) => basename(file)));
  const rows = Beside.parse(readBeside(`${folderBeside}/expected.json`)).filter(
    ({ file }) => !held.has(basename(file)),
  );
  return rows.map(({ file, why, truth: { approvals = [], authority = [], events = [] } }) => {
    const recording = readBeside(`${folderBeside}/${file}`);
    return {
      name: `${kind}/${basename(file)} (${why})`,
      logs: file.endsWith('.logs.json') ? Logs.parse(recording).logs : Transaction.parse(recording).receipt.logs,
      approvals,
      authority: [...authority, ...events],
    };
  });
}

/** Files that hold logs of several transactions name all events in one list. */
const recordedTransactions = expected.transactions.map(
  ({ file, why, approvals, authority, events }): RecordedEvents => ({
    name: `${file} (${why})`,
    logs: file.endsWith('.logs.json') ? Logs.parse(read(file)).logs : Transaction.parse(read(file)).receipt.logs,
    approvals,
    authority: [...authority, ...events],
  }),
);

const recordedBlocks = expected.blocks.map(({ file, transactions }) => ({
  file,
  transactions: Block.parse(read(file)).receipts.map(({ transactionHash, logs }): RecordedEvents => {
    const { approvals = [], authority = [] } = transactions[transactionHash] ?? {};
    return { name: transactionHash, logs, approvals, authority };
  }),
}));

/** Recordings of approvals state no changes of authority, and a block is one recording. */
const isOf = (kind: string) => (each: RecordedEvents) => each.name.startsWith(`${kind}/`);
export const recordedApprovals = [
  ...recordedTransactions.filter(isOf('approvals')),
  ...beside('evm-approvals', 'approvals'),
];
export const recordedAuthority = [
  ...recordedTransactions.filter(isOf('authority')),
  ...beside('evm-authority', 'authority'),
];
export const recordedEventBlocks = recordedBlocks;
