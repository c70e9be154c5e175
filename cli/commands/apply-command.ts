import { appendFileSync, chmodSync } from 'node:fs';
import { type Cli, command } from '../base/command.ts';
import { CommandError, EXIT } from '../base/failures.ts';
import { readInput } from '../base/read-input.ts';
import { labelledAddresses } from '../manifest/labelled-addresses.ts';
import { leftRules } from '../manifest/left-rules.ts';
import { makeChanges } from '../manifest/make-changes.ts';
import { plan } from '../manifest/plan.ts';
import { frozenLists } from '../manifest/plan-address-lists.ts';
import type { PlannedChange, Run } from '../manifest/planned-change.ts';
import { readPresentState } from '../manifest/present-state.ts';
import { readManifest } from '../manifest/read-manifest.ts';
import { changeDocument, changeLine, summary } from '../manifest/show-plan.ts';
import { entriesOf, walletsOf } from '../manifest/stated-records.ts';

export const applyCommand = (cli: Cli) =>
  command('apply', 'Make wallets, rules, destinations, webhooks and settings what a file states', [
    'apply -f chainwatch.yaml --dry-run',
    'apply -f chainwatch.yaml --prune',
  ])
    .requiredOption('-f, --file <file>', 'the file, or - for stdin')
    .option('--dry-run', 'only show the changes; exit with 5 when something differs')
    .option('--prune', 'delete the records of a section that the file does not state; of wallets, only its own')
    .option('--secrets-file <file>', 'append the secrets that the service makes to this file (mode 0600)')
    .addHelpText(
      'after',
      '\nThe file owns the wallets that carry its managedBy (by default “apply”), and deletes no other wallet. It ' +
        'states at most 5,000 wallets: add more of them by `chainwatch wallet import FILE`.',
    )
    .action(async ({ file, dryRun = false, prune = false, secretsFile }) => {
      const { output, environment } = cli;
      const read = readManifest(readInput(file).toString('utf8'), file === '-' ? 'stdin' : file);
      const { api } = cli;
      const { manifest } = read;
      const present = await readPresentState(api, manifest, {
        wallets: (families) => walletsOf(api, manifest, families),
        addressBook: () => entriesOf(api, manifest, prune),
      });
      const { rules = [], addressBook = [], wallets = [] } = manifest;
      const conditions = rules.map((rule) => rule.conditions);
      const labelled = await labelledAddresses(api, conditions, [...addressBook, ...wallets]);
      const unset = new Set<string>();
      // A dry run in a pipeline without secrets still shows everything else.
      const options = {
        prune,
        environment,
        labelled,
        ...(dryRun && { onUnset: (variable: string) => void unset.add(variable) }),
      };
      const changes = plan(read, present, options);
      for (const variable of unset) output.warn(`${variable} is not set: this run does not compare what it holds.`);
      if (!output.json) output.text(planText(changes));
      for (const { left, fresh } of prune ? [] : leftRules(manifest, present.rules)) {
        output.warn(
          `The rule "${left}" stays: the file does not state it. If "${fresh}" is its new name, disable or delete ` +
            `"${left}", or run with --prune, which deletes all rules that the file does not state.`,
        );
      }
      for (const { name, error } of frozenLists(manifest, present.addressLists)) {
        output.warn(`The address list "${name}" keeps the addresses that it had before its last run: ${error}`);
      }
      const made: PlannedChange[] = [];
      try {
        if (!dryRun) {
          const showSecret = secretWriter(cli, secretsFile);
          await makeChanges(
            output,
            { api, createdWallets: new Map(), createdRules: new Map(), showSecret },
            changes,
            made,
          );
        }
      } finally {
        // Also a run that fails midway says what it has made.
        const applied = !dryRun && made.length === changes.length;
        if (output.json) output.document({ changes: changes.map(changeDocument), made: made.length, applied });
      }
      if (!output.json && made.length > 0) output.text('Done.\n');
      if (dryRun && changes.length > 0) throw new CommandError('The service differs from the file.', EXIT.differs);
    });

const planText = (changes: readonly PlannedChange[]): string =>
  changes.length === 0
    ? 'Nothing to change.\n'
    : `${changes.map((change) => `${changeLine(change)}\n`).join('')}${summary(changes)}\n`;

/** Shows a secret once: in the file, or else on stderr, which no pipe takes for data. */
function secretWriter({ output }: Cli, file: string | undefined): Run['showSecret'] {
  if (file === undefined) return (of, secret) => output.warn(`The secret of ${of}, shown only now: ${secret}`);
  // A file that cannot be written fails before the first change.
  appendFileSync(file, '', { mode: 0o600 });
  chmodSync(file, 0o600);
  return (of, secret) => appendFileSync(file, `${JSON.stringify({ of, secret })}\n`);
}
