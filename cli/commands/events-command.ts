import { Option } from '@commander-js/extra-typings';
import { type components, dataOf } from '../../sdk/index.ts';
import { type AlertEvent, ChainId, SEVERITIES } from '../base/api-values.ts';
import { type Cli, command, group, limitOption, printList } from '../base/command.ts';
import { CommandError } from '../base/failures.ts';
import { momentOf } from '../base/moments.ts';
import { idsOf, optionalId } from '../base/named.ts';
import { ROOM_FOR_WORDS } from '../output/fitted.ts';
import { type Columns, usual } from '../output/text-table.ts';
import { levelCell, walletOfAlert } from './alert-cells.ts';
import { amountCell, directionCell, sentenceCell, usdCell } from './amount-cells.ts';
import { eventsGetCommand } from './events-get-command.ts';
import { eventsTailCommand } from './events-tail-command.ts';

const columns = {
  fired: ({ firedAt }) => firedAt,
  severity: ({ severity }) => severity,
  // On a terminal, the sentence begins with a status that is unusual.
  status: ({ status, retractedAt }) => usual(retractedAt === null ? status : `${status}, retracted`, true),
  usd: ({ transaction }) => transaction && usdCell(transaction),
  // The sentence names the wallet, the amount and the other end, so that their columns come last.
  what: ({ summary, transaction, ...state }) => sentenceCell(summary, transaction, unusualState(state)),
  rule: ({ ruleName }) => ruleName,
  chain: ({ transaction, subject }) => transaction?.chain ?? subject?.chain,
  // The verb of the sentence says it.
  way: ({ transaction }) => transaction && { ...directionCell(transaction), isUsual: true },
  suppressed: ({ suppressed }) => usual(suppressed.count, suppressed.count === 0),
  wallet: walletOfAlert,
  amount: (event) => (event.transaction === null ? levelCell(event) : amountCell(event.transaction)),
  id: ({ id }) => id,
} satisfies Columns<AlertEvent>;

/**
 * On a terminal the rule comes first, because several rules may match one payment. A narrow terminal has the beginnings
 * of the severity and of the rule, so that the sentence keeps the amount. Scripts rely on the order in a pipe.
 */
const terminalColumns = (width: number): Columns<AlertEvent> => {
  const { fired, severity, status, usd, rule: _, what, ...others } = columns;
  const ruleOf = (least: number) => ({
    rule: ({ ruleName }: AlertEvent) => ({ whole: ruleName, short: ruleName, least }),
  });
  if (width >= ROOM_FOR_WORDS) return { fired, severity, status, usd, ...ruleOf(20), what, ...others };
  const sev = ({ severity: whole }: AlertEvent) => ({ whole, short: whole.slice(0, 4) });
  // The sentence states the amount of a token without a price.
  const known = ({ transaction }: AlertEvent) =>
    transaction && (transaction.valueUsd === null ? usual('?', true) : usdCell(transaction));
  return { fired, sev, status, usd: known, ...ruleOf(8), what, ...others };
};

/** The state of an event that is not open, as it stands before the sentence on a terminal. */
function unusualState({ status, retractedAt }: Pick<AlertEvent, 'status' | 'retractedAt'>): string | undefined {
  if (retractedAt !== null) return 'retracted';
  return status === 'open' ? undefined : status === 'acknowledged' ? 'ack' : status;
}

export const eventsCommand = (cli: Cli) =>
  group('events', 'Alert events')
    .addCommand(list(cli))
    .addCommand(eventsGetCommand(cli))
    .addCommand(eventsTailCommand(cli))
    .addCommand(ack(cli))
    .addCommand(resolve(cli));

const list = (cli: Cli) =>
  command('list', 'List alert events, the newest first', [
    'events list --status open --severity critical',
    'events list --from 2026-03-01 --limit all --json',
  ])
    .addOption(new Option('--status <status>').choices(['open', 'acknowledged', 'resolved'] as const))
    .addOption(new Option('--severity <severity>').choices(SEVERITIES))
    .option('--rule <rule>', 'only events of this rule')
    .option('--wallet <wallet>', 'only events of this wallet')
    .option('--wallet-tag <tag>', 'only events of the wallets that carry this tag now')
    .option('--chain <chain>', 'only events on this chain', (text: string) => ChainId.parse(text))
    .option(
      '--since, --from <time>',
      'the earliest time: a date, an instant of ISO 8601, or how long ago, such as 2d',
      momentOf,
    )
    .option('--to <time>', 'the latest time', momentOf)
    .addOption(limitOption())
    .action(async ({ limit, rule, wallet, ...same }) => {
      const { api } = cli;
      const [ruleId, walletId] = [await optionalId(api, 'rule', rule), await optionalId(api, 'wallet', wallet)];
      const query = { ...same, ruleId, walletId };
      const shown = cli.output.terminal === undefined ? columns : terminalColumns(cli.output.terminal);
      await printList(cli, shown, limit, (page) =>
        api.GET('/api/alerts/events', { params: { query: { ...query, ...page } } }),
      );
    });

/** The API takes at most so many ids at once. */
const MOST_IDS = 100;

const ack = (cli: Cli) =>
  command('ack', 'Acknowledge events', ['events ack 66ad… --note "Asking the desk"', 'events ack 66ad… 91bc… --json'])
    .argument('<events...>', 'the beginnings of their ids')
    .option('--note <text>', 'what is known so far')
    .action(async (ids, { note }) => {
      await review(cli, ids, async (body) =>
        dataOf(await cli.api.PATCH('/api/alerts/events/bulk-acknowledge', { body: { ...body, note } })),
      );
    });

const resolve = (cli: Cli) =>
  command('resolve', 'Resolve events', ['events resolve 66ad… --note "Payroll"', 'events resolve 66ad… 91bc… --json'])
    .argument('<events...>', 'the beginnings of their ids')
    .option('--note <text>', 'what was found')
    .action(async (ids, { note }) => {
      await review(cli, ids, async (body) =>
        dataOf(await cli.api.PATCH('/api/alerts/events/bulk-resolve', { body: { ...body, note } })),
      );
    });

interface Reviewed {
  readonly id: string;
  readonly outcome: string;
}

const reviewColumns: Columns<Reviewed> = { id: ({ id }) => id, outcome: ({ outcome }) => outcome };

/** Reviews events in requests of at most 100, and prints what became of each. */
async function review(
  { api, output }: Cli,
  given: readonly string[],
  send: (body: { ids: string[] }) => Promise<components['schemas']['BulkReview']>,
): Promise<void> {
  const ids = await idsOf(api, 'alert', given);
  const outcomes: Reviewed[] = [];
  let failures = 0;
  try {
    for (let from = 0; from < ids.length; from += MOST_IDS) {
      const { updated, unchanged, failed } = await send({ ids: ids.slice(from, from + MOST_IDS) });
      outcomes.push(
        ...updated.map(({ id, status }) => ({ id, outcome: status })),
        ...unchanged.map((id) => ({ id, outcome: 'unchanged' })),
        ...failed.map(({ id, code }) => ({ id, outcome: code })),
      );
      failures += failed.length;
    }
  } finally {
    // A request that fails takes nothing back of the requests before it.
    if (outcomes.length > 0) output.list(reviewColumns, outcomes, outcomes.length);
  }
  if (failures > 0) throw new CommandError(`${failures} of ${ids.length} events failed.`);
}
