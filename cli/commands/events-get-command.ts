import { dataOf, exactFigure } from '../../sdk/index.ts';
import type { AlertEvent, Delivery } from '../base/api-values.ts';
import { type Cli, command } from '../base/command.ts';
import { idOf } from '../base/named.ts';
import { receiverNames } from '../base/receiver-names.ts';
import { shortText } from '../output/plain-text.ts';
import type { Columns } from '../output/text-table.ts';
import { judgedAsset, levelText, walletOfAlert } from './alert-cells.ts';
import { endText } from './amount-cells.ts';
import { placeCell } from './place-cell.ts';
import { printReasons } from './readable-reasons.ts';

const details: Columns<AlertEvent> = {
  what: ({ summary }) => summary,
  fired: ({ firedAt }) => firedAt,
  severity: ({ severity }) => severity,
  status: ({ status }) => status,
  retracted: ({ retractedAt }) => retractedAt,
  rule: ({ ruleName }) => ruleName,
  acknowledged: ({ acknowledgedAt }) => acknowledgedAt,
  'acknowledged by': ({ acknowledgedByName, acknowledgedBy }) => acknowledgedByName ?? acknowledgedBy,
  note: ({ acknowledgementNote }) => acknowledgementNote,
  resolved: ({ resolvedAt }) => resolvedAt,
  'resolved by': ({ resolvedByName, resolvedBy }) => resolvedByName ?? resolvedBy,
  resolution: ({ resolutionNote }) => resolutionNote,
  suppressed: ({ suppressed: { count, largestUsd } }) => {
    if (count === 0) return null;
    return `${count} before${largestUsd === null ? '' : `, the largest of ${exactFigure(largestUsd)} USD`}`;
  },
  wallet: walletOfAlert,
  chain: ({ transaction, subject }) => transaction?.chain ?? subject?.chain,
  asset: judgedAsset,
  level: levelText,
  amount: ({ transaction }) =>
    transaction && `${exactFigure(transaction.tokenAmount)} ${shortText(transaction.tokenSymbol, 16)}`,
  usd: ({ transaction }) => {
    if (transaction === null) return null;
    return transaction.valueUsd === null ? transaction.valueStatus : `${exactFigure(transaction.valueUsd)} USD`;
  },
  from: ({ transaction }) => transaction && endText(transaction.fromAddress, transaction.fromLabel),
  to: ({ transaction }) => transaction?.toAddress && endText(transaction.toAddress, transaction.toLabel),
  hash: ({ transaction }) => transaction?.hash,
  transaction: ({ transactionId }) => transactionId,
  id: ({ id }) => id,
};

const deliveryColumns: Columns<Delivery> = {
  to: ({ url }) => placeCell(url),
  channel: ({ channel }) => channel,
  event: ({ event }) => event,
  status: ({ status }) => status,
  created: ({ createdAt }) => createdAt,
  error: ({ error }) => shortText(error ?? '', 60),
  id: ({ id }) => id,
};

/** The most deliveries of an event that are shown. */
const MOST_DELIVERIES = 100;

export const eventsGetCommand = (cli: Cli) =>
  command('get', 'Show one alert event: why it fired, its reviews and its deliveries', [
    'events get 66ad…',
    'events get 66ad… --json',
  ])
    .argument('<event>', 'the beginning of its id')
    .action(async (name) => {
      const { api, output } = cli;
      const id = await idOf(api, 'alert', name);
      const event = dataOf(await api.GET('/api/alerts/events/{id}', { params: { path: { id } } }));
      output.item(details, event);
      if (output.json) return;
      output.title('Why it fired', 1);
      await printReasons(cli, event.reasons);
      const query = { eventId: id, pageSize: MOST_DELIVERIES };
      const { data } = dataOf(await api.GET('/api/webhooks/deliveries', { params: { query } }));
      const nameOf = await receiverNames(cli, data);
      const to = (delivery: Delivery) => placeCell(delivery.url, nameOf(delivery));
      output.part('Deliveries', { ...deliveryColumns, to }, data);
    });
