import { type Cli, command } from '../base/command.ts';
import { CommandError } from '../base/failures.ts';
import { type Columns, wrapped } from '../output/text-table.ts';
import type { Check } from './check.ts';
import { checkService } from './health-checks.ts';
import { placeCell } from './place-cell.ts';

const columns: Columns<Check> = {
  check: ({ check }) => placeCell(check),
  result: ({ result }) => result,
  found: ({ found }) => found,
};

const withAdvice: Columns<Check> = { ...columns, 'what to do': ({ todo }) => todo ?? 'nothing' };

export const doctorCommand = (cli: Cli) =>
  command('doctor', 'Check the service, the key, the clock, the chains, the webhooks, the deliveries and the e-mail', [
    'doctor',
    'doctor --json',
  ]).action(async () => {
    const { output, url } = cli;
    const checks = await checkService(url, () => cli.api);
    const failures = checks.filter(({ result }) => result === 'failed');
    output.list(output.terminal === undefined ? withAdvice : columns, checks, checks.length);
    // A terminal has no room for advice beside the checks.
    if (output.terminal !== undefined && !output.json) output.text(failures.map(adviceFor(output.terminal)).join(''));
    if (failures.length > 0) throw new CommandError(`${failures.length} of ${checks.length} checks failed.`);
  });

const adviceFor =
  (width: number) =>
  ({ check, found, todo }: Check): string =>
    ['', ...wrapped(`${check}: ${found}`, width), ...wrapped(`→ ${todo ?? ''}`, width)]
      .map((line) => `${line}\n`)
      .join('');
