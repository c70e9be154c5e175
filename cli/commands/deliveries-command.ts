import { Option } from '@commander-js/extra-typings';
import { type components, dataOf, messageText } from '../../sdk/index.ts';
import type { Delivery } from '../base/api-values.ts';
import { type Cli, command, group, limitOption, printList } from '../base/command.ts';
import { idOf, optionalId } from '../base/named.ts';
import { receiverNames } from '../base/receiver-names.ts';
import { shortText } from '../output/plain-text.ts';
import { type Cell, type Columns, usual } from '../output/text-table.ts';
import { toldCell } from './amount-cells.ts';
import { deliveriesReplayCommand } from './deliveries-replay-command.ts';
import { placeCell, placeText } from './place-cell.ts';

type Attempt = components['schemas']['Attempt'];

const columns = {
  created: ({ createdAt }) => createdAt,
  status: ({ status }) => status,
  to: ({ url }) => placeCell(url),
  'last answer': answerCell,
  what: whatCell,
  // On a terminal, the sentence begins with an event that is no new alert.
  event: ({ event }) => usual(event, true),
  attempts: ({ attempts }) => usual(attempts.length, attempts.length < 2),
  'next attempt': ({ nextAttemptAt }) => nextAttemptAt,
  id: ({ id }) => id,
} satisfies Columns<Delivery>;

/** Nothing was sent, or nobody answered: the error says why. A person looks for answers that are no success. */
function answerCell({ attempts, error, status }: Delivery): Cell {
  const answer = attempts.at(-1)?.statusCode?.toString() ?? shortText(error ?? '', 80);
  return { whole: answer, short: answer, least: LEAST_ANSWER, isUsual: status === 'delivered' };
}
const LEAST_ANSWER = 12;

/** `ack: Cold vault A paid 41.5 ETH to Hot desk`, or the name of an event without an alert. */
function whatCell({ alertSummary, event }: Delivery): Cell {
  // The sentence of a summary says by itself that it tells of many.
  const isTold = event === 'alert.fired' || (event === 'alert.summary' && alertSummary !== null);
  const mark = event === 'alert.acknowledged' ? 'ack' : event.replace(/^alert\./, '').replaceAll(/[._]/g, ' ');
  return toldCell(alertSummary ?? '', isTold ? undefined : mark);
}

/** On a terminal, what happened comes before what the receiver answered. Scripts rely on the order in a pipe. */
async function listColumns(cli: Cli, deliveries: readonly Delivery[]): Promise<Columns<Delivery>> {
  if (cli.output.json) return columns;
  const nameOf = await receiverNames(cli, deliveries);
  const named = { ...columns, to: (delivery: Delivery) => placeCell(delivery.url, nameOf(delivery)) };
  if (cli.output.terminal === undefined) return named;
  const { created, status, to, what, ...others } = named;
  return { created, status, to, what, ...others };
}

const attemptColumns: Columns<Attempt> = {
  n: ({ n }) => n,
  at: ({ at }) => at,
  answer: ({ statusCode }) => statusCode,
  ms: ({ durationMs }) => durationMs,
  error: ({ error }) => error,
  excerpt: ({ responseExcerpt }) => shortText(responseExcerpt ?? '', 80),
};

const toldElsewhere = ({ summaryId }: Delivery): string =>
  `Another message told this alert to the same recipient: deliveries get ${summaryId}`;

export const deliveriesCommand = (cli: Cli) =>
  group('deliveries', 'Deliveries of webhooks, e-mails and Slack messages')
    .addCommand(list(cli))
    .addCommand(get(cli))
    .addCommand(deliveriesReplayCommand(cli));

const list = (cli: Cli) =>
  command('list', 'List deliveries, the newest first', [
    'deliveries list --status failed',
    'deliveries list --webhook ae5d… --json',
  ])
    .addOption(
      new Option('--status <status>').choices([
        'pending',
        'retrying',
        'delivered',
        'failed',
        'summarised',
        'not_sent',
      ] as const),
    )
    .option('--webhook <webhook>', 'only deliveries to this webhook')
    .option('--event <alert>', 'only deliveries of this alert event')
    .option('--replay <id>', 'only deliveries that this replay sent again last')
    .addOption(limitOption())
    .action(async ({ status, webhook, event, replay: replayId, limit }) => {
      const { api } = cli;
      const [webhookId, eventId] = [await optionalId(api, 'webhook', webhook), await optionalId(api, 'alert', event)];
      await printList<Delivery>(
        cli,
        (items) => listColumns(cli, items),
        limit,
        (page) =>
          api.GET('/api/webhooks/deliveries', { params: { query: { ...page, status, webhookId, eventId, replayId } } }),
      );
    });

const get = (cli: Cli) =>
  command('get', 'Show one delivery with its attempts and its text', [
    'deliveries get 5249…',
    'deliveries get 5249… --json',
  ])
    .argument('<delivery>', 'the beginning of its id')
    .action(async (name) => {
      const { api, output } = cli;
      const id = await idOf(api, 'delivery', name);
      const delivery = dataOf(await api.GET('/api/webhooks/deliveries/{id}', { params: { path: { id } } }));
      if (output.json) return output.document(delivery);
      const nameOf = await receiverNames(cli, [delivery]);
      output.item({ ...columns, to: ({ url }) => placeText(url, nameOf(delivery)) }, delivery);
      if (delivery.status === 'summarised') output.text(`\n${toldElsewhere(delivery)}\n`);
      output.part('Attempts', attemptColumns, delivery.attempts);
      output.passage('Message', messageText(delivery));
    });
