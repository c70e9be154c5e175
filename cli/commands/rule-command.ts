import { Option } from '@commander-js/extra-typings';
import { dataOf } from '../../sdk/index.ts';
import type { Rule } from '../base/api-values.ts';
import { type Cli, command, group, limitOption, printList } from '../base/command.ts';
import { idOf, optionalId } from '../base/named.ts';
import { recordNamed } from '../base/named-records.ts';
import { memberColumns } from './destination-command.ts';
import { muteCommands } from './mute-commands.ts';
import { printReasons } from './readable-reasons.ts';
import { ruleAddCommand } from './rule-add-command.ts';
import { ruleBacktestCommand } from './rule-backtest-command.ts';
import { ruleColumns, ruleDetails } from './rule-columns.ts';
import { warnIfUnheard } from './unheard-rule.ts';

const RULE = 'its name, or the beginning of its id';

export function ruleCommand(cli: Cli) {
  const { mute, unmute } = muteCommands(cli, 'rule', async (id, body) => {
    const rule = dataOf(await cli.api.PATCH('/api/alerts/rules/{id}', { params: { path: { id } }, body }));
    const isCritical = rule.severity === 'critical' || rule.ruleType === 'authority_change';
    if (rule.mutedUntil !== null && isCritical && !rule.muteCritical) {
      cli.output.note('The alerts of this rule still fire. To mute them too, repeat the command with --critical.');
    }
    cli.output.item(await ruleDetails(cli, rule), rule);
  });
  return group('rule', 'The alert rules')
    .addCommand(ruleAddCommand(cli))
    .addCommand(list(cli))
    .addCommand(get(cli))
    .addCommand(test(cli))
    .addCommand(ruleBacktestCommand(cli))
    .addCommand(switched(cli, 'enable', 'Enable a rule', true))
    .addCommand(switched(cli, 'disable', 'Disable a rule', false))
    .addCommand(mute)
    .addCommand(unmute);
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
        (rules) => ruleColumns(cli, rules),
        limit,
        (page) => api.GET('/api/alerts/rules', { params: { query: { ...page, walletId, isActive } } }),
      );
    });

const get = (cli: Cli) =>
  command('get', 'Show one alert rule with its receivers', ['rule get "Large payment out"', 'rule get 0c7d… --json'])
    .argument('<rule>', RULE)
    .action(async (name) => {
      const { api, output } = cli;
      const ruleId = await idOf(api, 'rule', name);
      const rule = dataOf(await api.GET('/api/alerts/rules/{id}', { params: { path: { id: ruleId } } }));
      output.item(await ruleDetails(cli, rule), rule);
      if (output.json) return;
      const { data } = dataOf(await api.GET('/api/destinations/preview', { params: { query: { ruleId } } }));
      output.part('Receivers of its alerts', memberColumns, data);
      warnIfUnheard(cli, rule);
    });

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
      await printReasons(cli, answer.reasons);
    });

const switched = (cli: Cli, name: 'enable' | 'disable', summary: string, isActive: boolean) =>
  command(name, summary, [`rule ${name} 0c7d…`, `rule ${name} 0c7d… --json`])
    .argument('<rule>', RULE)
    .action(async (rule) => {
      const id = await idOf(cli.api, 'rule', rule);
      const answer = await cli.api.PATCH('/api/alerts/rules/{id}', { params: { path: { id } }, body: { isActive } });
      const changed = dataOf(answer);
      cli.output.item(await ruleDetails(cli, changed), changed);
      warnIfUnheard(cli, changed);
    });
