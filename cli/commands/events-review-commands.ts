import { Option } from '@commander-js/extra-typings';
import { type components, dataOf } from '../../sdk/index.ts';
import { type Cli, command } from '../base/command.ts';
import { CommandError, wrongUse } from '../base/failures.ts';
import { finished } from '../base/job.ts';
import { idsOf } from '../base/named.ts';
import type { Columns } from '../output/text-table.ts';
import { eventFilters, eventFiltersOf } from './event-filters.ts';

type Review = components['schemas']['Review'];
type CreateReview = components['schemas']['CreateReview'];
type BulkReview = components['schemas']['BulkReview'];

const WITH_ALL = 'with --all: ';
const EVENTS = 'the beginnings of their ids';
const ALL = 'review all events that the filters find, also thousands, as a job of the service';

export const ackCommand = (cli: Cli) =>
  eventFilters(
    command('ack', 'Acknowledge events: those named, or all open ones that a filter finds', [
      'events ack 66ad… 91bc… --note "Asking the desk"',
      'events ack --all --rule "Large payment out" --since 2h',
    ]),
    WITH_ALL,
  )
    .argument('[events...]', EVENTS)
    .option('--all', ALL)
    .option('--note <text>', 'what is known so far')
    .action(async (names, { all = false, note, ...filters }) => {
      requireOne(names, all, filters);
      const { api } = cli;
      if (all)
        return reviewAll(cli, { action: 'acknowledge', note, status: 'open', ...(await eventFiltersOf(api, filters)) });
      await reviewNamed(cli, names, async (ids) =>
        dataOf(await api.PATCH('/api/alerts/events/bulk-acknowledge', { body: { ids, note } })),
      );
    });

export const resolveCommand = (cli: Cli) =>
  eventFilters(
    command('resolve', 'Resolve events: those named, or all that a filter finds', [
      'events resolve 66ad… 91bc… --note "Payroll"',
      'events resolve --all --status acknowledged --wallet Payroll --since 2026-03-01',
    ]),
    WITH_ALL,
  )
    .argument('[events...]', EVENTS)
    .option('--all', ALL)
    .addOption(
      new Option('--status <status>', `${WITH_ALL}those with this status (default: "open")`).choices([
        'open',
        'acknowledged',
      ] as const),
    )
    .option('--note <text>', 'what was found')
    .action(async (names, { all = false, note, status, ...filters }) => {
      requireOne(names, all, { status, ...filters });
      const { api } = cli;
      const action = 'resolve' as const;
      if (all)
        return reviewAll(cli, { action, note, status: status ?? 'open', ...(await eventFiltersOf(api, filters)) });
      await reviewNamed(cli, names, async (ids) =>
        dataOf(await api.PATCH('/api/alerts/events/bulk-resolve', { body: { ids, note } })),
      );
    });

/** @throws CommandError unless the user either named events or gave `--all`, to which the filters belong. */
function requireOne(
  names: readonly string[],
  all: boolean,
  filters: Readonly<Record<string, string | undefined>>,
): void {
  if (names.length > 0 && all) throw wrongUse('Name events or give --all, not both.');
  if (names.length === 0 && !all) throw wrongUse('Name events, or give --all with filters such as --rule.');
  const [filter] = Object.keys(filters).filter((name) => filters[name] !== undefined);
  if (!all && filter !== undefined) throw wrongUse('The filters belong to --all. Name events without filters.');
}

const columns: Columns<Review> = {
  id: ({ id }) => id,
  status: ({ status }) => status,
  reviewed: ({ reviewed }) => reviewed,
  skipped: ({ skipped }) => skipped,
  failed: ({ failed }) => failed,
  total: ({ total }) => total,
  failure: ({ failure }) => failure,
};

/** Has the service review all events that a filter finds, and waits until it has. */
async function reviewAll({ api, output }: Cli, body: CreateReview): Promise<void> {
  const job = dataOf(await api.POST('/api/alerts/reviews', { body }));
  const params = { path: { id: job.id } };
  const load = async () => dataOf(await api.GET('/api/alerts/reviews/{id}', { params }));
  const progress = ({ reviewed, skipped, failed, total }: Review) =>
    `${reviewed + skipped + failed} of ${total ?? '?'} events`;
  const { failed, total } = await finished(output, job, load, progress, (ended) => output.item(columns, ended));
  if (failed === 0) return;
  throw new CommandError(
    `Somebody changed ${failed} of ${total ?? '?'} events at the same moment. Repeat the command.`,
  );
}

/** The API takes at most so many ids at once. */
const MOST_IDS = 100;

interface Reviewed {
  readonly id: string;
  readonly outcome: string;
}

const outcomeColumns: Columns<Reviewed> = { id: ({ id }) => id, outcome: ({ outcome }) => outcome };

/** Reviews events in requests of at most 100, and prints what became of each. */
async function reviewNamed(
  { api, output }: Cli,
  names: readonly string[],
  send: (ids: string[]) => Promise<BulkReview>,
): Promise<void> {
  const ids = await idsOf(api, 'alert', names);
  const outcomes: Reviewed[] = [];
  let failures = 0;
  try {
    for (let from = 0; from < ids.length; from += MOST_IDS) {
      const { updated, unchanged, failed } = await send(ids.slice(from, from + MOST_IDS));
      outcomes.push(
        ...updated.map(({ id, status }) => ({ id, outcome: status })),
        ...unchanged.map((id) => ({ id, outcome: 'unchanged' })),
        ...failed.map(({ id, code }) => ({ id, outcome: code })),
      );
      failures += failed.length;
    }
  } finally {
    // A request that fails takes nothing back of the requests before it.
    if (outcomes.length > 0) output.list(outcomeColumns, outcomes, outcomes.length);
  }
  if (failures > 0) throw new CommandError(`${failures} of ${ids.length} events failed.`);
}
