import { Option } from '@commander-js/extra-typings';
import * as z from 'zod';
import { checkDone, type components, dataOf, reasonText } from '../../sdk/index.ts';
import {
  CreateDestination,
  DESTINATION_KINDS,
  type Destination,
  RuleType,
  SEVERITIES,
  secretFieldOf,
  UpdateDestination,
} from '../base/api-values.ts';
import { type Cli, command, group, limitOption, printList } from '../base/command.ts';
import { wrongUse } from '../base/failures.ts';
import { idOf, optionalId } from '../base/named.ts';
import { secretIn } from '../base/read-secret.ts';
import { readValue } from '../manifest/read-manifest.ts';
import { shortText } from '../output/plain-text.ts';
import type { Columns } from '../output/text-table.ts';
import { matchCell } from './match-cell.ts';
import { printAnswer } from './test-message.ts';

const columns: Columns<Destination> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  kind: ({ kind }) => kind,
  active: ({ isActive }) => isActive,
  match: ({ match }) => matchCell(match),
  problem: ({ disabledReason }) => shortText(disabledReason ?? '', 60),
  config: ({ config }) => reasonText(config),
};

const ID = 'its name, or the beginning of its id';
const MATCH = 'what it wants to hear, as JSON or YAML';
const CONFIG = 'the fields of its kind that are no secret, as JSON or YAML';
const SECRET = 'an environment variable with the secret of its kind';

export const destinationCommand = (cli: Cli) =>
  group('destination', 'Where people hear of alerts: e-mail, chats, pagers')
    .addCommand(create(cli))
    .addCommand(list(cli))
    .addCommand(get(cli))
    .addCommand(update(cli))
    .addCommand(remove(cli))
    .addCommand(test(cli))
    .addCommand(preview(cli));

const create = (cli: Cli) =>
  command('create', 'Add a destination (scope admin)', [
    'destination create Council --kind telegram --config "{chatId: -1001}" --secret-variable BOT_TOKEN',
    'destination create Desk --kind email --config "{address: desk@example.com}" --match "{severities: [critical]}"',
  ])
    .argument('<name>', 'the name of the destination')
    .addOption(new Option('--kind <kind>', 'what it is').choices(DESTINATION_KINDS).makeOptionMandatory())
    .option('--config <json>', CONFIG, '{}')
    .option('--secret-variable <name>', SECRET)
    .addOption(new Option('--match <json>', MATCH).default('{}', 'every alert'))
    .option('--off', 'leave it turned off')
    .action(async (name, { kind, config, secretVariable, match, off = false }) => {
      const body = CreateDestination.parse({
        name,
        kind,
        config: configOf(cli, kind, config, secretVariable),
        match: readValue(match, '--match'),
        isActive: !off,
      });
      cli.output.item(columns, dataOf(await cli.api.POST('/api/destinations', { body })));
      if (kind === 'email') cli.output.warn('A new address hears nothing before its recipient has confirmed.');
    });

const list = (cli: Cli) =>
  command('list', 'List destinations, the newest first', ['destination list', 'destination list --json'])
    .addOption(limitOption())
    .action(async ({ limit }) => {
      const { api } = cli;
      await printList(cli, columns, limit, (query) => api.GET('/api/destinations', { params: { query } }));
    });

const get = (cli: Cli) =>
  command('get', 'Show one destination', ['destination get b2a5…', 'destination get b2a5… --json'])
    .argument('<destination>', ID)
    .action(async (destination) => {
      const id = await idOf(cli.api, 'destination', destination);
      cli.output.item(columns, await found(cli, id));
    });

const found = async ({ api }: Cli, id: string): Promise<Destination> =>
  dataOf(await api.GET('/api/destinations/{id}', { params: { path: { id } } }));

const update = (cli: Cli) =>
  command('update', 'Change a destination, or turn it on or off (scope admin)', [
    'destination update b2a5… --match "{severities: [critical], walletTypes: [multisig]}"',
    'destination update b2a5… --active no',
  ])
    .argument('<destination>', ID)
    .option('--name <name>', 'another name')
    .option('--config <json>', CONFIG)
    .option('--secret-variable <name>', SECRET)
    .option('--match <json>', `${MATCH}; replaces what it wanted before`)
    .addOption(new Option('--active <yes|no>', 'turn it on or off').choices(['yes', 'no'] as const))
    .action(async (destination, { name, config, secretVariable, match, active }) => {
      const id = await idOf(cli.api, 'destination', destination);
      const changesConfig = config !== undefined || secretVariable !== undefined;
      const body = UpdateDestination.parse({
        name,
        ...(changesConfig && {
          config: configOf(cli, (await found(cli, id)).kind, config ?? '{}', secretVariable),
        }),
        match: match === undefined ? undefined : readValue(match, '--match'),
        isActive: active && active === 'yes',
      });
      cli.output.item(
        columns,
        dataOf(await cli.api.PATCH('/api/destinations/{id}', { params: { path: { id } }, body })),
      );
    });

/** The config with the secret, which never stands on the command line. */
function configOf(cli: Cli, kind: string, text: string, variable: string | undefined): Record<string, unknown> {
  const parsed = z.record(z.string(), z.unknown()).safeParse(readValue(text, '--config'));
  if (!parsed.success) throw wrongUse('--config takes an object, such as {chatId: -1001}');
  const field = secretFieldOf(kind);
  if (field !== undefined && field in parsed.data) {
    throw wrongUse(`${field} is a secret: set a variable, and name it by --secret-variable.`);
  }
  if (variable === undefined) return parsed.data;
  if (field === undefined) throw wrongUse(`The kind ${kind} has no secret.`);
  return { ...parsed.data, [field]: secretIn(cli, variable) };
}

const remove = (cli: Cli) =>
  command('delete', 'Delete a destination; its deliveries stay (scope admin)', [
    'destination delete b2a5…',
    'destination delete b2a5… --json',
  ])
    .argument('<destination>', ID)
    .action(async (destination) => {
      const id = await idOf(cli.api, 'destination', destination);
      checkDone(await cli.api.DELETE('/api/destinations/{id}', { params: { path: { id } } }));
      cli.output.item({ deleted: (deleted: { id: string }) => deleted.id }, { id });
    });

const test = (cli: Cli) =>
  command('test', 'Send a test message to a destination (scope admin)', [
    'destination test b2a5…',
    'destination test b2a5… --json',
  ])
    .argument('<destination>', ID)
    .action(async (destination) => {
      const { api } = cli;
      const id = await idOf(api, 'destination', destination);
      await printAnswer(cli, dataOf(await api.POST('/api/destinations/{id}/test', { params: { path: { id } } })));
    });

/** Who hears of an alert. */
export const memberColumns: Columns<components['schemas']['AudienceMember']> = {
  kind: ({ kind }) => kind,
  id: ({ id }) => id,
  name: ({ name }) => name,
};

const preview = (cli: Cli) =>
  command('preview', 'Show who would get an alert', [
    'destination preview --rule 0c7d…',
    'destination preview --severity critical --wallet 5f1c…',
  ])
    .option('--rule <rule>', 'of this rule')
    .option('--rule-type <rule-type>', 'of a rule of this type that is yet to be made')
    .option('--wallet <wallet>', 'about this wallet (default: any wallet of the rule)')
    .addOption(new Option('--severity <severity>', 'of this severity (default: that of the rule)').choices(SEVERITIES))
    .action(async ({ rule, ruleType: type, wallet, severity }) => {
      const { api } = cli;
      const ruleType = type === undefined ? undefined : RuleType.parse(type);
      const [ruleId, walletId] = [await optionalId(api, 'rule', rule), await optionalId(api, 'wallet', wallet)];
      const query = { ruleId, ruleType, walletId, severity };
      const { data } = dataOf(await api.GET('/api/destinations/preview', { params: { query } }));
      cli.output.list(memberColumns, data, data.length);
    });
