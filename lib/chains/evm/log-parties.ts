import { APPROVAL_EVENTS, partiesOfApproval } from './approvals.ts';
import { AUTHORITY_EVENTS } from './authority.ts';
import type { LowerLog } from './log-words.ts';
import { endsOfLog, TRANSFER_EVENTS } from './logs.ts';
import { EXECUTION_EVENTS } from './safe-executions.ts';
import { OPERATION_EVENTS, partiesOfOperation } from './user-operations.ts';

/** Names the parties of a log, in lower case. `wrapped` is the contract of the wrapped coin, in lower case. */
type Parties = (log: LowerLog, wrapped: string | null) => readonly string[] | null;

const known: readonly (readonly [string, Parties])[] = [
  ...TRANSFER_EVENTS.map((event) => [event, endsOfLog] as const),
  ...APPROVAL_EVENTS.map((event) => [event, partiesOfApproval] as const),
  ...OPERATION_EVENTS.map((event) => [event, partiesOfOperation] as const),
  ...[...AUTHORITY_EVENTS, ...EXECUTION_EVENTS].map((event) => [event, ({ address }: LowerLog) => [address]] as const),
];
const byStart = new Map(known.map(([event, parties]) => [startOf(event), { event, parties }]));

/**
 * The first six hex digits of a topic as a number, in any case. Most logs of a block are of no use. A number finds
 * these logs without a copy or a hash of the topic, which would take longer than the rest of the work on the log.
 */
function startOf(topic: string): number {
  let start = 0;
  for (let n = 2; n < 8; n++) start = (start << 5) | (topic.charCodeAt(n) & 31);
  return start;
}

/**
 * How to read the parties of a log with this first topic, in any case; undefined when the decoder reads no such log.
 * The reader asks this for each log of each block, and reads only the logs that it finds.
 */
export function partiesByEvent(topic: unknown): Parties | undefined {
  if (typeof topic !== 'string') return undefined;
  const found = byStart.get(startOf(topic));
  return found !== undefined && (topic === found.event || topic.toLowerCase() === found.event)
    ? found.parties
    : undefined;
}
