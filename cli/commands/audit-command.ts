import { Option } from '@commander-js/extra-typings';
import { type ChainwatchClient, changeText, type components, createChainwatch, dataOf } from '../../sdk/index.ts';
import { AUDIT_ACTIONS, AUDIT_RESOURCES } from '../base/api-values.ts';
import { type Cli, command, group, limitOption, printList } from '../base/command.ts';
import { momentOf } from '../base/moments.ts';
import { idOf } from '../base/named.ts';
import { type Columns, sentence, usual } from '../output/text-table.ts';
import { auditExportCommand } from './audit-export-command.ts';
import { auditVerifyCommand } from './audit-verify-command.ts';

type AuditEntry = components['schemas']['AuditEntry'];

const columns: Columns<AuditEntry> = {
  at: ({ at }) => at,
  who: ({ actor }) => actor.name ?? actor.kind,
  action: ({ action }) => action,
  resource: ({ resource }) => resource,
  changes: ({ changes }) => sentence(changes.map(changeText).join('; ')),
  'resource id': ({ resourceId }) => resourceId,
  kind: ({ actor: { kind } }) => usual(kind, kind === 'key'),
  // A narrow terminal gives their room to the changes.
  request: ({ requestId }) => requestId && usual(requestId, true),
  entry: ({ id }) => usual(id, true),
};

export const auditCommand = (cli: Cli) =>
  group('audit', 'The audit log: who changed what (scope admin)')
    .addCommand(list(cli))
    .addCommand(auditExportCommand(cli))
    .addCommand(auditVerifyCommand(cli))
    .addCommand(key(cli));

const list = (cli: Cli) =>
  command('list', 'List the audit log, the newest entry first', [
    'audit list --since 2d --resource rule',
    'audit list --actor "CI of the treasury" --limit all --json',
  ])
    .option('--actor <key>', 'only what a key did, or a person (the whole id), or link, system or operator')
    .addOption(new Option('--action <action>').choices(AUDIT_ACTIONS))
    .addOption(new Option('--resource <resource>').choices(AUDIT_RESOURCES))
    .option('--id <id>', 'only entries about the resource with this whole id')
    .option(
      '--since, --from <time>',
      'the earliest time: a date, an instant of ISO 8601, or how long ago, such as 2d',
      momentOf,
    )
    .option('--to <time>', 'the latest time', momentOf)
    .addOption(limitOption())
    .action(async ({ limit, actor, id: resourceId, ...same }) => {
      const { api } = cli;
      const query = { ...same, resourceId, actor: actor && (await actorOf(api, actor)) };
      await printList(cli, columns, limit, (page) =>
        api.GET('/api/audit', { params: { query: { ...query, ...page } } }),
      );
    });

/** As the API names an actor. The service keeps no list of people. */
const actorOf = async (api: ChainwatchClient, text: string): Promise<string> =>
  /^(person:.*|link|system|operator)$/s.test(text) ? text : idOf(api, 'key', text);

const key = (cli: Cli) =>
  command('key', 'Print the public key that signs checkpoints; needs no API key', [
    'audit key > audit-key.pem',
    'audit key --json > audit-key.json',
  ]).action(async () => {
    const { url, output } = cli;
    const signing = dataOf(await createChainwatch({ baseUrl: url }).GET('/api/audit/key'));
    if (output.json) output.document(signing);
    else output.text(signing.publicKey);
  });
