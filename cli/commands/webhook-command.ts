import { Option } from '@commander-js/extra-typings';
import { dataOf } from '../../sdk/index.ts';
import { EventKind, Match, type Webhook } from '../base/api-values.ts';
import { type Cli, command, group, limitOption, printList, repeated } from '../base/command.ts';
import { wrongUse } from '../base/failures.ts';
import { idOf } from '../base/named.ts';
import { secretIn } from '../base/read-secret.ts';
import { readValue } from '../manifest/read-manifest.ts';
import { shortText } from '../output/plain-text.ts';
import { type Columns, usual } from '../output/text-table.ts';
import { matchCell } from './match-cell.ts';
import { placeCell } from './place-cell.ts';
import { printAnswer } from './test-message.ts';
import { webhookListenCommand } from './webhook-listen-command.ts';
import { webhookVerifyCommand } from './webhook-verify-command.ts';

const columns: Columns<Webhook> = {
  id: ({ id }) => id,
  // People know a subscription by what they wrote about it.
  name: ({ description }) => shortText(description, 40),
  url: ({ url }) => placeCell(url),
  active: ({ isActive }) => isActive,
  failures: ({ consecutiveFailures: count }) => usual(count, count === 0),
  problem: ({ disabledReason, lastError }) => shortText(disabledReason ?? lastError ?? '', 60),
  'last success': ({ lastSuccessAt }) => lastSuccessAt,
  events: ({ events }) => events.join(', '),
  match: ({ match }) => matchCell(match),
  payload: ({ payload }) => payload,
};

const details: Columns<Webhook> = {
  ...columns,
  name: ({ description }) => description,
  problem: ({ disabledReason, lastError }) => disabledReason ?? lastError,
  'failing since': ({ failingSince }) => failingSince,
  'last failure': ({ lastFailureAt }) => lastFailureAt,
  headers: ({ headers }) => Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  created: ({ createdAt }) => createdAt,
};

const withSecret: Columns<Webhook & { readonly secret?: string }> = { ...columns, secret: ({ secret }) => secret };

const WEBHOOK = 'its description or URL, or the beginning of its id';

export const webhookCommand = (cli: Cli) =>
  group('webhook', 'Subscriptions of URLs, and their deliveries on this machine')
    .addCommand(add(cli))
    .addCommand(list(cli))
    .addCommand(get(cli))
    .addCommand(test(cli))
    .addCommand(rotate(cli))
    .addCommand(webhookListenCommand(cli))
    .addCommand(webhookVerifyCommand(cli));

const add = (cli: Cli) =>
  command('add', 'Subscribe a URL; the secret is shown only now', [
    'webhook add https://hooks.example.com/chainwatch --event alert.fired --event alert.retracted',
    'webhook add https://hooks.example.com/chainwatch --event alert.fired --secret-variable HOOK_SECRET',
  ])
    .argument('<url>', 'the URL that receives the deliveries')
    .requiredOption('--event <kind>', 'what the URL receives, such as alert.fired; may be repeated', repeated)
    .option('--description <text>', 'what the URL is for', '')
    .addOption(new Option('--payload <format>').choices(['standard', 'full'] as const).default('standard' as const))
    .option('--match <json>', 'which alerts the URL receives, as JSON or YAML (default: all)', '{}')
    .option('--header <name=variable>', 'a header, and the variable with its value; may be repeated', repeated)
    .option('--secret-variable <name>', 'an environment variable with the secret (default: the service makes one)')
    .action(async (url, { event, description, payload, match, header = [], secretVariable }) => {
      const body = {
        url,
        events: EventKind.array().parse(event),
        description,
        payload,
        match: Match.parse(readValue(match, '--match')),
        headers: Object.fromEntries(header.map((each) => headerOf(cli, each))),
        secret: secretVariable === undefined ? undefined : secretIn(cli, secretVariable),
      };
      const made = dataOf(await cli.api.POST('/api/webhooks', { body }));
      cli.output.item(made.secret === undefined ? columns : withSecret, made);
    });

function headerOf(cli: Cli, text: string): [name: string, value: string] {
  const [, name, variable] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (name === undefined || variable === undefined) {
    throw wrongUse(`--header takes NAME=VARIABLE, as in Authorization=HOOK_AUTHORIZATION; not ${text}`);
  }
  return [name, secretIn(cli, variable)];
}

const list = (cli: Cli) =>
  command('list', 'List webhooks with their health', ['webhook list', 'webhook list --json'])
    .addOption(limitOption())
    .action(async ({ limit }) => {
      const { api } = cli;
      await printList(cli, columns, limit, (query) => api.GET('/api/webhooks', { params: { query } }));
    });

const get = (cli: Cli) =>
  command('get', 'Show one webhook with its health', ['webhook get Accounting', 'webhook get ae5d… --json'])
    .argument('<webhook>', WEBHOOK)
    .action(async (webhook) => {
      const { api, output } = cli;
      const id = await idOf(api, 'webhook', webhook);
      output.item(details, dataOf(await api.GET('/api/webhooks/{id}', { params: { path: { id } } })));
    });

/** A test message. */
const test = (cli: Cli) =>
  command('test', 'Send a ping to a webhook', ['webhook test ae5d…', 'webhook test ae5d… --json'])
    .argument('<webhook>', WEBHOOK)
    .action(async (webhook) => {
      const { api } = cli;
      const id = await idOf(api, 'webhook', webhook);
      await printAnswer(cli, dataOf(await api.POST('/api/webhooks/{id}/test', { params: { path: { id } } })));
    });

const rotate = (cli: Cli) =>
  command('rotate', 'Give a webhook a new secret; the old one also signs for 24 hours', [
    'webhook rotate ae5d…',
    'webhook rotate ae5d… --json',
  ])
    .argument('<webhook>', WEBHOOK)
    .action(async (webhook) => {
      const id = await idOf(cli.api, 'webhook', webhook);
      const answer = await cli.api.POST('/api/webhooks/{id}/rotate-secret', { params: { path: { id } } });
      cli.output.item(withSecret, dataOf(answer));
    });
