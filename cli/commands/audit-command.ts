import { Option } from '@commander-js/extra-typings';
import {
  type ChainwatchClient,
  changedValues,
  changeText,
  type components,
  createChainwatch,
  dataOf,
} from '../../sdk/index.ts';
import { AUDIT_ACTIONS, AUDIT_RESOURCES } from '../base/api-values.ts';
import { type Cli, command, group, limitOption, printList } from '../base/command.ts';
import { momentOf } from '../base/moments.ts';
import { idOf } from '../base/named.ts';
import { resourceNames } from '../base/resource-names.ts';
import { shortText } from '../output/plain-text.ts';
import { type Cell, type Columns, sentence, usual } from '../output/text-table.ts';
import { auditExportCommand } from './audit-export-command.ts';
import { auditVerifyCommand } from './audit-verify-command.ts';

type AuditEntry = components['schemas']['AuditEntry'];

const columns = {
  at: ({ at }) => at,
  who: ({ actor }) => actor.name ?? actor.kind,
  action: ({ action }) => action,
  resource: ({ resource }) => resource,
  changes: changesCell,
  'resource id': ({ resourceId }) => resourceId,
  kind: ({ actor: { kind } }) => usual(kind, kind === 'key'),
  // A narrow terminal gives their room to the changes.
  request: ({ requestId }) => requestId && usual(requestId, true),
  entry: ({ id }) => usual(id, true),
} satisfies Columns<AuditEntry>;

/** A terminal does not show that a value was absent before its creation. */
function changesCell({ action, changes }: AuditEntry): Cell {
  const isNew = ({ before }: AuditEntry['changes'][number]) => action === 'create' && before == null;
  const short = changes.map((change) => (isNew(change) ? createdText(change) : changeText(change)));
  return sentence(changes.map(changeText).join('; '), short.join('; '));
}

const createdText = (change: AuditEntry['changes'][number]): string =>
  `${change.path}: ${changedValues(change).at(-1) ?? ''}`;

/** On a terminal, a resource has the name that it has now. */
async function listColumns(cli: Cli, entries: readonly AuditEntry[]): Promise<Columns<AuditEntry>> {
  if (cli.output.terminal === undefined) return columns;
  const nameOf = await resourceNames(cli, entries);
  const name = ({ resourceId }: AuditEntry): Cell => {
    const text = shortText(nameOf(resourceId ?? '') ?? '', LONGEST_NAME);
    return { whole: text, short: text, least: LEAST_NAME };
  };
  const { at, who, action, resource, ...others } = columns;
  return { at, who, action, resource, name, ...others };
}
const LONGEST_NAME = 60;
const LEAST_NAME = 18;

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
      await printList<AuditEntry>(
        cli,
        (entries) => listColumns(cli, entries),
        limit,
        (page) => api.GET('/api/audit', { params: { query: { ...query, ...page } } }),
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
