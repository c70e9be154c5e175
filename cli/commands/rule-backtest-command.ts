import { backtestSentence, type components, dataOf } from '../../sdk/index.ts';
import { type Cli, command, repeated } from '../base/command.ts';
import { finished } from '../base/job.ts';
import { momentOf } from '../base/moments.ts';
import { idOf, idsOf } from '../base/named.ts';
import type { Columns } from '../output/text-table.ts';

type Backtest = components['schemas']['Backtest'];

const columns: Columns<Backtest> = {
  id: ({ id }) => id,
  rule: ({ ruleName }) => ruleName,
  status: ({ status }) => status,
  result: backtestSentence,
  from: ({ from }) => from,
  to: ({ to }) => to,
  records: ({ rows }) => rows,
  matched: ({ matched }) => matched,
  'in a cooldown': ({ wouldSuppress }) => wouldSuppress.cooldown,
  muted: ({ wouldSuppress }) => wouldSuppress.muted,
  'per day': ({ perDay }) =>
    perDay.filter(({ fired }) => fired > 0).map(({ at, fired }) => `${at.slice(0, 10)}  ${fired}`),
};

export const ruleBacktestCommand = (cli: Cli) =>
  command('backtest', 'Count the alerts that a rule would have made, without side effects', [
    'rule backtest "Over 1,000 USD"',
    'rule backtest 0c7d… --from 90d --to 30d --wallet 5f1c…',
  ])
    .argument('<rule>', 'its name, or the beginning of its id')
    .option('--since, --from <time>', 'since this time, such as 30d ago', momentOf, momentOf('30d'))
    .option('--to <time>', 'until this time (default: now)', momentOf)
    .option('--wallet <wallet>', 'only the transactions of this wallet; may be repeated', repeated)
    .action(async (rule, { from, to = new Date().toISOString(), wallet = [] }) => {
      const { api, output } = cli;
      const ruleId = await idOf(api, 'rule', rule);
      const walletIds = wallet.length === 0 ? undefined : await idsOf(api, 'wallet', wallet);
      const job = dataOf(await api.POST('/api/alerts/rules/backtest', { body: { ruleId, from, to, walletIds } }));
      const params = { path: { id: job.id } };
      const load = async () => {
        const { error: failure, ...loaded } = dataOf(await api.GET('/api/alerts/backtests/{id}', { params }));
        return { ...loaded, error: failure, failure };
      };
      await finished(
        output,
        { ...job, failure: job.error },
        load,
        ({ rows, total }) => `${rows} of ${total} records`,
        (ended) => {
          const { failure: _, ...backtest } = ended;
          output.item(columns, backtest);
        },
      );
    });
