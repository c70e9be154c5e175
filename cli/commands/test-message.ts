import { setTimeout as sleep } from 'node:timers/promises';
import { dataOf } from '../../sdk/index.ts';
import type { Delivery } from '../base/api-values.ts';
import type { Cli } from '../base/command.ts';
import { CommandError } from '../base/failures.ts';
import type { Columns } from '../output/text-table.ts';

const columns: Columns<Delivery> = {
  delivery: ({ id }) => id,
  event: ({ event }) => event,
  url: ({ url }) => url,
  status: ({ status }) => status,
  answer: ({ attempts }) => answerOf(attempts),
};

const answerOf = (attempts: Delivery['attempts']): string | null => {
  const last = attempts.at(-1);
  return last?.statusCode ? `${last.statusCode} in ${last.durationMs} ms` : (last?.error ?? null);
};

const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 1_000;
/** A first attempt takes ten seconds at most. */
const PATIENCE_MS = 10_000;

/**
 * Waits until the first attempt of a test message has ended, and prints what its receiver answered.
 * @throws CommandError when the receiver did not take the message.
 */
export async function printAnswer({ api, output }: Cli, sent: Delivery): Promise<void> {
  const params = { path: { id: sent.id } };
  const until = performance.now() + PATIENCE_MS;
  let now = sent;
  for (let wait = FIRST_WAIT_MS; now.attempts.length === 0 && performance.now() < until; wait *= 2) {
    await sleep(Math.min(wait, LONGEST_WAIT_MS));
    now = dataOf(await api.GET('/api/webhooks/deliveries/{id}', { params }));
  }
  output.item(columns, now);
  if (now.attempts.length === 0) {
    output.warn(`No attempt has ended yet. See \`chainwatch deliveries get ${now.id}\`.`);
  } else if (now.status !== 'delivered') {
    throw new CommandError(`The message did not arrive: ${answerOf(now.attempts)}`);
  }
}
