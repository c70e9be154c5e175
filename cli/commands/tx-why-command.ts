import { actualText, type components, dataOf, reasonText } from '../../sdk/index.ts';
import { type Cli, command } from '../base/command.ts';
import { idOf } from '../base/named.ts';
import type { Columns } from '../output/text-table.ts';

type RuleDecision = components['schemas']['RuleDecision'];

const columns: Columns<RuleDecision> = {
  rule: ({ ruleName }) => ruleName,
  outcome: ({ outcome }) => outcome,
  reason: ({ reason }) => reason,
  // The condition that the transaction does not meet.
  because: ({ outcome, reasons }) => {
    const failed = reasons.find(({ passed }) => !passed);
    if (outcome !== 'not_matched' || failed === undefined) return null;
    const { condition, expected, actual } = failed;
    return `${condition}: ${actualText(expected, actual)}, not ${reasonText(expected)}`;
  },
  alert: ({ eventId }) => eventId,
  decided: ({ decidedAt }) => decidedAt,
};

export const txWhyCommand = (cli: Cli) =>
  command('why', 'Explain for each rule why it made an alert of a transaction, or why not', [
    'tx why 91ab…',
    'tx why 91ab… --json',
  ])
    .argument('<transaction>', 'the beginning of its hash or of its id')
    .action(async (transaction) => {
      const { api, output } = cli;
      const id = await idOf(api, 'transaction', transaction);
      const answer = dataOf(await api.GET('/api/transactions/{id}/decisions', { params: { path: { id } } }));
      if (output.json) return output.document(answer);
      output.list(columns, answer.data, answer.data.length);
    });
