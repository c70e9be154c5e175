import { Option } from '@commander-js/extra-typings';
import { dataOf } from '../../sdk/index.ts';
import { CreateRule, RULE_TYPES, SEVERITIES, TOGGLES } from '../base/api-values.ts';
import { type Cli, command, repeated, wholeNumber } from '../base/command.ts';
import { meantBy } from '../base/did-you-mean.ts';
import { wrongUse } from '../base/failures.ts';
import { idsOf } from '../base/named.ts';
import { addressed } from '../manifest/labelled-addresses.ts';
import { readConditions } from '../manifest/read-manifest.ts';
import { type Columns, wrapped } from '../output/text-table.ts';
import { ruleDetails } from './rule-columns.ts';
import { warnIfUnheard } from './unheard-rule.ts';

/** `notifySlack` is `--notify slack`. */
const channelOf = (toggle: string): string => toggle.replace('notify', '').toLowerCase();
const CHANNELS = TOGGLES.map(channelOf);
/** These rules match each transaction of a busy time, so that they need a cooldown. The console has the same list. */
const REPEATING = ['frequency', 'gas_spike'];
const HELP = wrapped(
  `Counterparties in --conditions are addresses, list:<name>, own_wallets, address_book, or labels of the address ` +
    `book, which become the addresses that have the label now. The rule types: ${RULE_TYPES.join(', ')}.`,
  80,
).join('\n');
const noType = (type: string) => `There is no rule type "${type}". See \`chainwatch rule add --help\`.`;
const COOLDOWN_SCOPES = ['wallet', 'rule'] as const;

export const ruleAddCommand = (cli: Cli) =>
  command('add', 'Add an alert rule', [
    'rule add "Over 1,000 USD" --type large_transfer --conditions \'{value_usd: {gte: 1000}}\'',
    'rule add "Cold moves" --type any_transfer --wallet-type cold --notify email --notify slack',
  ])
    .argument('<name>', 'the name of the rule')
    .requiredOption('--type <rule-type>', 'the rule type, such as large_transfer')
    .option('--conditions <json>', 'the conditions of the type, as JSON or YAML; see below', '{}')
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
    .option(
      '--cooldown <minutes>',
      `minutes between two alerts, 0 to 1440 (default: 0; for ${REPEATING.join(' and ')} that of the API, 5)`,
      wholeNumber,
    )
    .addOption(
      new Option('--cooldown-per <scope>', 'one cooldown per wallet, or one for the rule').choices(COOLDOWN_SCOPES),
    )
    .addHelpText('after', HELP)
    .action(async (name, given) => {
      const { type, conditions, severity, notify = ['email'], customWebhook, cooldown, cooldownPer } = given;
      const { wallet, walletTag, walletType } = given;
      const unknown = notify.find((channel) => !CHANNELS.includes(channel));
      if (unknown !== undefined) throw wrongUse(`--notify takes ${CHANNELS.join(', ')}; not ${unknown}`);
      const { api } = cli;
      const meant = meantBy(type, RULE_TYPES);
      if (meant !== undefined) throw wrongUse(`There is no rule type "${type}". Did you mean ${meant}?`);
      const body = CreateRule.parse({
        name,
        ruleType: type,
        conditions: await addressed(api, readConditions(conditions, '--conditions')),
        severity,
        ...Object.fromEntries(TOGGLES.map((toggle) => [toggle, notify.includes(channelOf(toggle))])),
        customWebhookUrl: customWebhook,
        cooldownMinutes: cooldown ?? (REPEATING.includes(type) ? undefined : 0),
        cooldownPer,
      });
      const wallets = { ids: await idsOf(api, 'wallet', wallet ?? []), tags: walletTag, types: walletType };
      const answer = await api.POST('/api/alerts/rules', { body: { ...body, wallets } });
      // The API would list all of its types.
      if (answer.response.status === 400 && !RULE_TYPES.includes(type)) throw wrongUse(noType(type));
      const rule = dataOf(answer);
      const secret: Columns<{ customWebhookSecret?: string }> = { secret: (made) => made.customWebhookSecret };
      const shown = await ruleDetails(cli, rule);
      cli.output.item(rule.customWebhookSecret === undefined ? shown : { ...shown, ...secret }, rule);
      warnIfUnheard(cli, rule);
    });
