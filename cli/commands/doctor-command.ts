import { type Cli, command } from '../base/command.ts';
import { CommandError } from '../base/failures.ts';
import type { Columns } from '../output/text-table.ts';
import { type Check, checkService } from './health-checks.ts';

const columns: Columns<Check> = {
  check: ({ check }) => check,
  result: ({ result }) => result,
  found: ({ found }) => found,
  'what to do': ({ todo }) => todo ?? 'nothing',
};

export const doctorCommand = (cli: Cli) =>
  command('doctor', 'Check the service, the key, the clock, the chains, the webhooks and the deliveries', [
    'doctor',
    'doctor --json',
  ]).action(async () => {
    const { output, url } = cli;
    const checks = await checkService(url, () => cli.api);
    output.list(columns, checks, checks.length);
    const failed = checks.filter(({ result }) => result === 'failed').length;
    if (failed > 0) throw new CommandError(`${failed} of ${checks.length} checks failed.`);
  });
