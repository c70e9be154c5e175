import { setTimeout as sleep } from 'node:timers/promises';
import { Option } from '@commander-js/extra-typings';
import {
  type ChainwatchClient,
  type components,
  dataOf,
  type ReplayOutcome,
  replayOutcome,
  replayOutcomeText,
} from '../../sdk/index.ts';
import type { Delivery } from '../base/api-values.ts';
import { type Cli, command } from '../base/command.ts';
import { CommandError, wrongUse } from '../base/failures.ts';
import { finished } from '../base/job.ts';
import { momentOf } from '../base/moments.ts';
import { idsOf, optionalId } from '../base/named.ts';
import { type Columns, sentence } from '../output/text-table.ts';

type Replay = components['schemas']['Replay'];
/** A bulk replay, with what became of its deliveries. */
type ReplayWithOutcome = Replay & { readonly outcome: ReplayOutcome | null };

const replayColumns: Columns<ReplayWithOutcome> = {
  id: ({ id }) => id,
  status: ({ status }) => status,
  replayed: ({ replayed }) => replayed,
  skipped: ({ skipped }) => skipped,
  total: ({ total }) => total,
  outcome: ({ outcome }) => (outcome === null ? null : replayOutcomeText(outcome)),
  failure: ({ failure }) => failure,
};

export const deliveriesReplayCommand = (cli: Cli) =>
  command('replay', 'Send deliveries again: those named, or all that a filter finds', [
    'deliveries replay 5249… 7ae7…',
    'deliveries replay --status failed --webhook ae5d… --from 2026-03-01',
  ])
    .argument('[deliveries...]', 'the beginnings of their ids')
    .addOption(
      new Option('--status <status>', 'all with this status').choices(['failed', 'not_sent', 'delivered'] as const),
    )
    .option('--webhook <webhook>', 'with --status: only deliveries to this webhook')
    .option('--since, --from <time>', 'with --status: created at this time or later, such as 2d ago', momentOf)
    .option('--to <time>', 'with --status: created at this time or earlier', momentOf)
    .action(async (names, { status, webhook, from, to }) => {
      if ((names.length === 0) === (status === undefined)) throw wrongUse('Name deliveries, or give --status.');
      const { api, output } = cli;
      if (status === undefined) return replayNamed(cli, await idsOf(api, 'delivery', names));
      const webhookId = await optionalId(api, 'webhook', webhook);
      const job = dataOf(await api.POST('/api/webhooks/replays', { body: { status, webhookId, from, to } }));
      const params = { path: { id: job.id } };
      const load = async () => dataOf(await api.GET('/api/webhooks/replays/{id}', { params }));
      const progress = ({ replayed, skipped, total }: Replay) => `${replayed + skipped} of ${total ?? '?'} deliveries`;
      await finished(output, job, load, progress, async (ended) => {
        const outcome = await settledOutcome(api, { id: ended.id, sent: ended.replayed });
        output.item(replayColumns, { ...ended, outcome });
      });
    });

/** How long a command waits for first attempts. A busy service makes them late. */
const FIRST_ATTEMPTS_MS = 30_000;
const PAUSE_MS = 500;
/** Of a larger replay, each count would read too much. */
const MOST_COUNTED = 10_000;

/**
 * What became of the deliveries of a replay, as soon as each has had its first attempt. The command does not wait for
 * later attempts, because the service tries a receiver that fails for an hour.
 */
async function settledOutcome(
  api: ChainwatchClient,
  replayed: { readonly id: string; readonly sent: number },
): Promise<ReplayOutcome | null> {
  if (replayed.sent === 0 || replayed.sent > MOST_COUNTED) return null;
  const query = { replayId: replayed.id, status: 'pending', pageSize: 1 } as const;
  const beforeFirstAttempt = async () =>
    dataOf(await api.GET('/api/webhooks/deliveries', { params: { query } })).meta.total ?? 0;
  const until = Date.now() + FIRST_ATTEMPTS_MS;
  while ((await beforeFirstAttempt()) > 0 && Date.now() < until) await sleep(PAUSE_MS);
  return replayOutcome(api, replayed);
}

/** The API takes at most so many ids at once. */
const MOST_IDS = 100;

interface Replayed {
  readonly id: string;
  readonly outcome: string;
  /** Why the delivery is not sent again. */
  readonly detail?: string;
  readonly nextAttemptAt?: string | null;
}

const replayedColumns: Columns<Replayed> = {
  id: ({ id }) => id,
  outcome: ({ outcome }) => outcome,
  detail: ({ detail }) => sentence(detail ?? ''),
  'next attempt': ({ nextAttemptAt }) => nextAttemptAt,
};

type Refusal = components['schemas']['ReplayAnswer']['failed'][number];

/** What became of a delivery that cannot be replayed now. */
async function refused(api: ChainwatchClient, { id, code }: Refusal): Promise<Replayed> {
  if (code !== 'conflict') return { id, outcome: code };
  const { status, nextAttemptAt } = dataOf(
    await api.GET('/api/webhooks/deliveries/{id}', { params: { path: { id } } }),
  );
  return { id, outcome: code, detail: REFUSED_AS[status] ?? 'somebody else sent it again', nextAttemptAt };
}

/** Only a delivery that ended can be sent again. */
const REFUSED_AS: Readonly<Partial<Record<Delivery['status'], string>>> = {
  pending: 'it is about to be sent',
  retrying: 'the service still tries it by itself',
};

/** Replays deliveries in requests of at most 100, and prints what became of each. */
async function replayNamed({ api, output }: Cli, ids: readonly string[]): Promise<void> {
  const outcomes: Replayed[] = [];
  const replays: { id: string; sent: number }[] = [];
  try {
    for (let from = 0; from < ids.length; from += MOST_IDS) {
      const body = { ids: ids.slice(from, from + MOST_IDS) };
      const { replayId, accepted, failed } = dataOf(await api.POST('/api/webhooks/deliveries/replay', { body }));
      outcomes.push(...accepted.map((id) => ({ id, outcome: 'accepted' })));
      replays.push({ id: replayId, sent: accepted.length });
      for (const each of failed) outcomes.push(await refused(api, each));
    }
  } finally {
    // A request that fails takes nothing back of the requests before it.
    if (outcomes.length > 0) output.list(replayedColumns, outcomes, outcomes.length);
  }
  for (const each of output.json ? [] : replays) {
    const outcome = await settledOutcome(api, each);
    if (outcome !== null) output.text(`${replayOutcomeText(outcome)}.\n`);
  }
  const failures = outcomes.filter(({ outcome }) => outcome !== 'accepted').length;
  if (failures > 0) throw new CommandError(`${failures} of ${ids.length} deliveries cannot be replayed.`);
}
