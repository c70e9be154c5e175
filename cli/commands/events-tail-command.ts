import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { dataOf, exactFigure, ProblemError, pages } from '../../sdk/index.ts';
import type { AlertEvent } from '../base/api-values.ts';
import { type Cli, command, wholeNumber } from '../base/command.ts';
import { EXIT, exitCodeOf, explain } from '../base/failures.ts';
import { momentOf } from '../base/moments.ts';
import { plainText, shortText } from '../output/plain-text.ts';
import type { StreamedLine } from '../output/streamed-line.ts';
import { EventWindow } from './event-window.ts';

const LONGEST_PAUSE_S = 30;

const secondsOf = (text: string): number => Math.max(1, wholeNumber(text));

export const eventsTailCommand = (cli: Cli) =>
  command('tail', 'Print each new alert event once, until stopped', [
    'events tail',
    'events tail --since 2026-03-01T00:00:00Z --json',
  ])
    .option(
      '--since <time>',
      'begin with the events since this time, such as 2h ago (default: with new events)',
      momentOf,
    )
    .option('--interval <seconds>', 'seconds between two requests, at least 1', secondsOf, 2)
    .addHelpText('after', '\nGoes on when the service restarts. Ctrl-C ends the command with exit code 0.')
    .action(async ({ since, interval }) => {
      const stopped = cli.untilStopped();
      const { api, output } = cli;
      const window = since === undefined ? await windowOfNewEvents(cli, stopped, interval) : new EventWindow(since);
      await untilStopped(cli, stopped, interval, async () => {
        for (const event of window.fresh(await eventsSince(api, window.from))) {
          output.streamed(event, lineOf(event), shortLineOf(event, new Date()));
        }
        return 'again';
      });
    });

/** A window that knows the present events already. */
async function windowOfNewEvents(cli: Cli, stopped: AbortSignal, interval: number): Promise<EventWindow> {
  const window = new EventWindow();
  let isReady = false;
  await untilStopped(cli, stopped, interval, async () => {
    const query = { sort: '-firedAt', pageSize: 1 } as const;
    const newest = dataOf(await cli.api.GET('/api/alerts/events', { params: { query } })).data;
    window.fresh(newest);
    if (newest.length > 0) window.fresh(await eventsSince(cli.api, window.from));
    isReady = true;
    return 'done';
  });
  if (isReady) cli.output.note('Waiting for events.');
  return window;
}

/**
 * Repeats a step until the step is done or the user stops the command. Failed steps are repeated too, after pauses that
 * double up to half a minute.
 * @throws ProblemError when the service refuses the request itself.
 */
async function untilStopped(
  { output, url }: Cli,
  stopped: AbortSignal,
  interval: number,
  step: () => Promise<'done' | 'again'>,
): Promise<void> {
  let failures = 0;
  while (!stopped.aborted) {
    try {
      // A request may wait for a busy service. The user does not wait for the request.
      if ((await orStopped(step(), stopped)) === 'done') return;
      failures = 0;
    } catch (error) {
      if (error instanceof ProblemError && exitCodeOf(error) !== EXIT.failed) throw error;
      failures += 1;
      const text = `${explain(error, url).join('; ')} Again in ${pauseAfter(failures, interval)} s.`;
      // A log needs one line for an outage. A person sees each attempt.
      if (failures === 1) output.warn(text);
      else output.note(text);
    }
    await sleep(pauseAfter(failures, interval) * 1000, undefined, { signal: stopped }).catch(() => {});
  }
}

/** The seconds until the next step, after so many failures in a row. */
const pauseAfter = (failures: number, interval: number): number =>
  Math.max(interval, Math.min(interval * 2 ** failures, LONGEST_PAUSE_S));

/** What a step answers; undefined when the user stops the command before. */
async function orStopped<T>(step: Promise<T>, stopped: AbortSignal): Promise<T | undefined> {
  const ended = new AbortController();
  try {
    return await Promise.race([step, once(stopped, 'abort', { signal: ended.signal }).then(() => undefined)]);
  } finally {
    // Without this, the signal would keep a listener for each step.
    ended.abort();
  }
}

/** The events since an instant, the oldest first. */
async function eventsSince(api: Cli['api'], from: string | undefined): Promise<AlertEvent[]> {
  const events: AlertEvent[] = [];
  const load = (cursor: string | undefined) =>
    api.GET('/api/alerts/events', { params: { query: { sort: 'firedAt', from, cursor, pageSize: 100 } } });
  for await (const page of pages(load)) events.push(...page);
  return events;
}

/** The width of `critical`. */
const WIDEST_SEVERITY = 8;
const SHORT_ID = 8;

/** The summary states the value in USD. The beginning of the id is enough for `events get` and `events ack`. */
const shortLineOf = (event: AlertEvent, now: Date): StreamedLine => ({
  cells: [
    [shortTime(event.firedAt, now), '2026-03-01'.length],
    [event.severity, WIDEST_SEVERITY],
    [event.id.slice(0, SHORT_ID), SHORT_ID],
  ],
  text: `${event.summary} (${shortText(event.ruleName)})${suppressedText(event)}`,
});

/** The time of an event of today in UTC, which stays true while the line stands on the screen; else its date. */
const shortTime = (at: string, now: Date): string =>
  at.slice(0, 10) === now.toISOString().slice(0, 10) ? `${at.slice(11, 19)}Z` : at.slice(0, 10);

const suppressedText = ({ suppressed: { count } }: AlertEvent): string =>
  count === 0 ? '' : ` suppressed ${count} before`;

/** The line of a pipe, which has every field whole. */
const lineOf = (event: AlertEvent): string => {
  const { firedAt, severity, ruleName, transaction, summary, id } = event;
  return plainText(
    `${firedAt} ${severity} "${shortText(ruleName)}": ${summary}. ` +
      `${transaction === null ? '' : `${transactionText(transaction)} `}event ${id}${suppressedText(event)}`,
  );
};

function transactionText(transaction: NonNullable<AlertEvent['transaction']>): string {
  const { direction, tokenAmount, tokenSymbol, valueUsd, valueStatus, wallet, chain, hash } = transaction;
  const value = `(${valueUsd === null ? valueStatus : `${exactFigure(valueUsd)} USD`})`;
  return [
    direction,
    exactFigure(tokenAmount),
    shortText(tokenSymbol, 16),
    value,
    shortText(wallet.label),
    chain,
    hash,
  ].join(' ');
}
