import { Option } from '@commander-js/extra-typings';
import type { AlertEvent } from '../base/api-values.ts';
import { type Cli, command, group, limitOption, printList } from '../base/command.ts';
import { ROOM_FOR_WORDS } from '../output/fitted.ts';
import { type Columns, usual } from '../output/text-table.ts';
import { levelCell, walletOfAlert } from './alert-cells.ts';
import { amountCell, directionCell, sentenceCell, usdCell } from './amount-cells.ts';
import { eventFilters, eventFiltersOf } from './event-filters.ts';
import { eventsGetCommand } from './events-get-command.ts';
import { ackCommand, resolveCommand } from './events-review-commands.ts';
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
    .addCommand(ackCommand(cli))
    .addCommand(resolveCommand(cli));

const list = (cli: Cli) =>
  eventFilters(
    command('list', 'List alert events, the newest first', [
      'events list --status open --severity critical',
      'events list --from 2026-03-01 --limit all --json',
    ]),
  )
    .addOption(
      new Option('--status <status>', 'only events with this status').choices([
        'open',
        'acknowledged',
        'resolved',
      ] as const),
    )
    .addOption(limitOption())
    .action(async ({ limit, status, ...filters }) => {
      const { api } = cli;
      const query = { status, ...(await eventFiltersOf(api, filters)) };
      const shown = cli.output.terminal === undefined ? columns : terminalColumns(cli.output.terminal);
      await printList(cli, shown, limit, (page) =>
        api.GET('/api/alerts/events', { params: { query: { ...query, ...page } } }),
      );
    });
