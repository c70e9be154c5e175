import { Option } from '@commander-js/extra-typings';
import { addressesNamed, bookLabels } from '../../sdk/book-labels.ts';
import { type AddressLabel, actualText, type components, dataOf, reasonText, ruleSentence } from '../../sdk/index.ts';
import { CreateRule, type Rule, SEVERITIES, TOGGLES } from '../base/api-values.ts';
import { type Cli, command, group, limitOption, printList, repeated, wholeNumber } from '../base/command.ts';
import { wrongUse } from '../base/failures.ts';
import { idOf, idsOf, optionalId } from '../base/named.ts';
import { recordNamed } from '../base/named-records.ts';
import { withAddresses } from '../manifest/labelled-addresses.ts';
import { readConditions } from '../manifest/read-manifest.ts';
import { type Columns, LEAST_SENTENCE, usual } from '../output/text-table.ts';
import { muteCommands } from './mute-commands.ts';
import { readableReasons } from './readable-reasons.ts';
import { ruleBacktestCommand } from './rule-backtest-command.ts';

/** The width of a usual sentence: `A wallet pays or receives at least 50,000 USD`. */
const WANTED_SENTENCE = 46;

const columns: Columns<Rule> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  severity: ({ severity }) => severity,
  active: ({ isActive, mutedUntil }) => {
    if (isActive && mutedUntil !== null) return { whole: 'yes', short: 'muted' };
    return usual(isActive ? 'yes' : 'no', isActive);
  },
  audience: ({ audience }) => usual(audience, audience > 0),
  'fires when': (rule) => firesWhen(rule),
  fired: ({ firedCount }) => firedCount,
  'muted until': ({ mutedUntil }) => mutedUntil,
  suppressed: ({ suppressedCount }) => usual(suppressedCount, suppressedCount === 0),
  wallets: ({ wallets }) => walletsText(wallets),
  type: ({ ruleType }) => ruleType,
  cooldown: ({ cooldownMinutes, cooldownPer }) =>
    cooldownMinutes === 0 ? 'none' : `${cooldownMinutes} minutes per ${cooldownPer}`,
};

function firesWhen(rule: Rule, addressLabel?: AddressLabel) {
  const text = ruleSentence(rule, undefined, addressLabel);
  return { whole: text, short: text, least: LEAST_SENTENCE, wanted: WANTED_SENTENCE };
}

/** The columns with the labels of the addresses that the rules name. JSON has no sentence. */
async function labelledColumns({ api, output }: Cli, rules: readonly Rule[]): Promise<Columns<Rule>> {
  if (output.json) return columns;
  const addressLabel = await bookLabels(api, rules.flatMap(addressesNamed));
  return { ...columns, 'fires when': (rule) => firesWhen(rule, addressLabel) };
}

/** The sentence rounds what the conditions state. */
const details = async (cli: Cli, rule: Rule): Promise<Columns<Rule>> => ({
  ...(await labelledColumns(cli, [rule])),
  conditions: ({ conditions }) => reasonText(conditions),
});

/** `2, of the type cold, with the tag vault` */
function walletsText({ ids, tags, types }: Rule['wallets']): string {
  const parts = [
    ...(ids.length === 0 ? [] : [String(ids.length)]),
    ...types.map((type) => `of the type ${type}`),
    ...tags.map((tag) => `with the tag ${tag}`),
  ];
  return parts.length === 0 ? 'all' : parts.join(', ');
}

const RULE = 'its name, or the beginning of its id';

export function ruleCommand(cli: Cli) {
  const { mute, unmute } = muteCommands(cli, 'rule', async (id, body) => {
    const rule = dataOf(await cli.api.PATCH('/api/alerts/rules/{id}', { params: { path: { id } }, body }));
    const isCritical = rule.severity === 'critical' || rule.ruleType === 'authority_change';
    if (rule.mutedUntil !== null && isCritical && !rule.muteCritical) {
      cli.output.note('The alerts of this rule still fire. To mute them too, repeat the command with --critical.');
    }
    cli.output.item(await details(cli, rule), rule);
  });
  return group('rule', 'The alert rules')
    .addCommand(add(cli))
    .addCommand(list(cli))
    .addCommand(test(cli))
    .addCommand(ruleBacktestCommand(cli))
    .addCommand(switched(cli, 'enable', 'Enable a rule', true))
    .addCommand(switched(cli, 'disable', 'Disable a rule', false))
    .addCommand(mute)
    .addCommand(unmute);
}

/** `notifySlack` is `--notify slack`. */
const channelOf = (toggle: string): string => toggle.replace('notify', '').toLowerCase();
const CHANNELS = TOGGLES.map(channelOf);
const COOLDOWN_SCOPES = ['wallet', 'rule'] as const;

const add = (cli: Cli) =>
  command('add', 'Add an alert rule', [
    'rule add "Over 1,000 USD" --type large_transfer --conditions \'{value_usd: {gte: 1000}}\'',
    'rule add "Cold moves" --type any_transfer --wallet-type cold --notify email --notify slack',
  ])
    .argument('<name>', 'the name of the rule')
    .requiredOption('--type <type>', 'the rule type, such as large_transfer')
    .option('--conditions <json>', 'the conditions of the type, as JSON or YAML; labels stand for addresses', '{}')
    .addOption(new Option('--severity <severity>', 'how serious an alert is').choices(SEVERITIES).default('warning'))
    .option('--wallet <wallet>', 'a wallet that the rule is for; may be repeated (default: all)', repeated)
    .option('--wallet-tag <tag>', 'the rule is for all wallets with this tag; may be repeated', repeated)
    .option('--wallet-type <type>', 'the rule is for all wallets of this type; may be repeated', repeated)
    .addOption(
      new Option('--notify <channel>', 'a channel; may be repeated (default: email)')
        .choices(CHANNELS)
        .argParser(repeated),
    )
    .option('--custom-webhook <url>', 'a URL of this rule alone')
    .option('--cooldown <minutes>', 'minutes between two alerts, 0 to 1440', wholeNumber)
    .addOption(
      new Option('--cooldown-per <scope>', 'one cooldown per wallet, or one for the rule').choices(COOLDOWN_SCOPES),
    )
    .action(async (name, given) => {
      const { type, conditions, severity, notify = ['email'], customWebhook, cooldown, cooldownPer } = given;
      const { wallet, walletTag, walletType } = given;
      const unknown = notify.find((channel) => !CHANNELS.includes(channel));
      if (unknown !== undefined) throw wrongUse(`--notify takes ${CHANNELS.join(', ')}; not ${unknown}`);
      const body = CreateRule.parse({
        name,
        ruleType: type,
        conditions: await withAddresses(cli.api, readConditions(conditions, '--conditions')),
        severity,
        ...Object.fromEntries(TOGGLES.map((toggle) => [toggle, notify.includes(channelOf(toggle))])),
        customWebhookUrl: customWebhook,
        cooldownMinutes: cooldown,
        cooldownPer,
      });
      const { api } = cli;
      const wallets = { ids: await idsOf(api, 'wallet', wallet ?? []), tags: walletTag, types: walletType };
      const rule = dataOf(await api.POST('/api/alerts/rules', { body: { ...body, wallets } }));
      const secret: Columns<{ customWebhookSecret?: string }> = { secret: (made) => made.customWebhookSecret };
      const shown = await details(cli, rule);
      cli.output.item(rule.customWebhookSecret === undefined ? shown : { ...shown, ...secret }, rule);
      warnIfUnheard(cli, rule);
    });

function warnIfUnheard({ output }: Cli, { name, isActive, audience }: Rule): void {
  if (!isActive || audience > 0) return;
  output.warn(
    `The rule "${name}" is active, but nobody hears of its alerts. See \`chainwatch destination create --help\`.`,
  );
}

const list = (cli: Cli) =>
  command('list', 'List alert rules, the newest first', ['rule list', 'rule list --wallet 5f1c… --json'])
    .option('--wallet <wallet>', 'only rules that concern this wallet')
    .addOption(new Option('--active <yes|no>', 'only active or inactive rules').choices(['yes', 'no'] as const))
    .addOption(limitOption())
    .action(async ({ wallet, active, limit }) => {
      const isActive = active && (active === 'yes' ? ('true' as const) : ('false' as const));
      const { api } = cli;
      const walletId = await optionalId(api, 'wallet', wallet);
      await printList<Rule>(
        cli,
        (rules) => labelledColumns(cli, rules),
        limit,
        (page) => api.GET('/api/alerts/rules', { params: { query: { ...page, walletId, isActive } } }),
      );
    });

const reasonColumns: Columns<components['schemas']['Reason']> = {
  condition: ({ condition }) => condition,
  expected: ({ expected }) => reasonText(expected),
  actual: ({ expected, actual }) => actualText(expected, actual),
  passed: ({ passed }) => passed,
};

const test = (cli: Cli) =>
  command('test', 'Judge a past transaction by a rule, without side effects', [
    'rule test 0c7d… 91ab…',
    'rule test 0c7d… 91ab… --json',
  ])
    .argument('<rule>', RULE)
    .argument('<transaction>', 'the beginning of its hash or of its id')
    .option('--wallet <wallet>', 'whose record of the transaction, when several wallets take part')
    .action(async (rule, transaction, { wallet }) => {
      const { api, output } = cli;
      const ruleId = await idOf(api, 'rule', rule);
      const transactionId = await recordNamed(api, transaction, wallet);
      const answer = dataOf(await api.POST('/api/alerts/rules/test', { body: { ruleId, transactionId } }));
      if (output.json) return output.document(answer);
      output.text(`${answer.matches ? 'The rule matches.' : 'The rule does not match.'}\n\n`);
      const readable = await readableReasons(api, answer.reasons);
      output.list(reasonColumns, answer.reasons.map(readable), answer.reasons.length);
    });

const switched = (cli: Cli, name: 'enable' | 'disable', summary: string, isActive: boolean) =>
  command(name, summary, [`rule ${name} 0c7d…`, `rule ${name} 0c7d… --json`])
    .argument('<rule>', RULE)
    .action(async (rule) => {
      const id = await idOf(cli.api, 'rule', rule);
      const answer = await cli.api.PATCH('/api/alerts/rules/{id}', { params: { path: { id } }, body: { isActive } });
      const changed = dataOf(answer);
      cli.output.item(await details(cli, changed), changed);
      warnIfUnheard(cli, changed);
    });
