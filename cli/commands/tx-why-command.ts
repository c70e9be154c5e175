import stringWidth from 'string-width';
import { actualText, type components, dataOf } from '../../sdk/index.ts';
import { unmetText } from '../../sdk/reason-text.ts';
import { type Cli, command } from '../base/command.ts';
import { recordsNamed } from '../base/named-records.ts';
import { type Columns, LEAST_SENTENCE } from '../output/text-table.ts';
import { readableReasons } from './readable-reasons.ts';

type RuleDecision = components['schemas']['RuleDecision'];
type Reason = components['schemas']['Reason'];

const columnsWith = (readable: (reason: Reason) => Reason): Columns<RuleDecision> => ({
  rule: ({ ruleName }) => ruleName,
  outcome: ({ outcome }) => outcome,
  reason: ({ reason }) => reason,
  // The condition that the transaction does not meet.
  because: ({ outcome, reasons }) => {
    const failed = reasons.find(({ passed }) => !passed);
    if (outcome !== 'not_matched' || failed === undefined) return null;
    const unmet = readable(failed);
    const text = `${unmet.condition}: ${actualText(unmet.expected, unmet.actual)}, ${unmetText(unmet)}`;
    // A narrow terminal leaves out the columns behind it before it cuts the answer.
    return { whole: text, short: text, least: LEAST_SENTENCE, wanted: stringWidth(text) };
  },
  alert: ({ eventId }) => eventId,
  decided: ({ decidedAt }) => decidedAt,
});

export const txWhyCommand = (cli: Cli) =>
  command('why', 'Explain for each rule why it made an alert of a transaction, or why not', [
    'tx why 91ab…',
    'tx why 91ab… --json',
  ])
    .argument('<transaction>', 'the beginning of its hash or of its id')
    .action(async (transaction) => {
      const { api, output } = cli;
      const [first, ...others] = await recordsNamed(api, transaction);
      const load = async (id: string) =>
        dataOf(await api.GET('/api/transactions/{id}/decisions', { params: { path: { id } } }));
      const decided = [{ ...first, ...(await load(first.id)) }];
      for (const record of others) decided.push({ ...record, ...(await load(record.id)) });
      if (output.json) {
        output.oneOrList(
          decided.map(({ id, wallet, data }) => (others.length === 0 ? { data } : { id, wallet, data })),
        );
        return;
      }
      const reasons = decided.flatMap(({ data }) => data.flatMap((decision) => decision.reasons));
      const columns = columnsWith(await readableReasons(api, reasons));
      for (const [n, { wallet, data }] of decided.entries()) {
        if (others.length > 0) output.title(`for ${wallet?.label ?? ''}:`, n);
        output.list(columns, data, data.length);
      }
    });
