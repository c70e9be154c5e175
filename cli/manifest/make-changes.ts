import { addWallets, type RowOutcome, rowErrorText, sendRows } from '../../sdk/index.ts';
import { CommandError, EXIT } from '../base/failures.ts';
import type { Output } from '../output/output.ts';
import type { NewEntry, NewWallet, PlannedChange, Run } from './planned-change.ts';

/** The failed rows that a message names. */
const MOST_NAMED = 20;

/**
 * Makes the changes one after the other, and stops at the first failure. New wallets, and new entries of the address
 * book, go to the service many in a request.
 * @param made gets each change that is made.
 */
export async function makeChanges(
  output: Output,
  run: Run,
  changes: readonly PlannedChange[],
  made: PlannedChange[],
): Promise<void> {
  for (const [first, ...others] of groupsOf(changes)) {
    const { action, resource } = first;
    const note = () => output.note(`${made.length + 1}/${changes.length} ${action} ${resource}`);
    note();
    let failed: PlannedChange = first;
    try {
      if ('make' in first) {
        await first.make(run);
        made.push(first);
      } else {
        const failures = await createAll(run, [first, ...others], made, note);
        if (failures.length > 0) {
          failed = failures[0]?.[0] ?? first;
          throw errorOf(failures);
        }
      }
    } catch (error) {
      const words = `${failed.action} ${failed.resource} ${failed.name}`;
      output.warn(`Made ${made.length} of ${changes.length} changes. Failed to ${words}:`);
      throw error;
    }
  }
}

/** The changes, in which new records of a kind that follow each other are together. */
function groupsOf(changes: readonly PlannedChange[]): readonly [PlannedChange, ...PlannedChange[]][] {
  const groups: [PlannedChange, ...PlannedChange[]][] = [];
  for (const change of changes) {
    const last = groups.at(-1);
    const isAlike = last !== undefined && !('make' in last[0]) && last[0].resource === change.resource;
    if (isAlike && !('make' in change)) last.push(change);
    else groups.push([change]);
  }
  return groups;
}

type Failure = readonly [change: PlannedChange, outcome: RowOutcome];

/** Creates the records of a group. Sends no further request after a failure. */
async function createAll(
  run: Run,
  group: readonly PlannedChange[],
  made: PlannedChange[],
  note: () => void,
): Promise<readonly Failure[]> {
  const failures: Failure[] = [];
  const options = {
    report(outcomes: readonly Failure[]) {
      for (const [change, outcome] of outcomes) {
        // A run before this run, which died, may have made a record that is just as the file states.
        const isMade = outcome.is === 'created' || (outcome.is === 'exists' && outcome.differs.length === 0);
        if (!isMade) failures.push([change, outcome]);
        else {
          made.push(change);
          if ('wallet' in change) run.createdWallets.set(change.identity, outcome.id);
        }
      }
      note();
    },
    isStopped: () => failures.length > 0,
  };
  const wallets = group.filter((change): change is NewWallet => 'wallet' in change);
  const entries = group.filter((change): change is NewEntry => 'entry' in change);
  await addWallets(run.api, wallets, options);
  await sendRows(
    entries,
    (rows, params) =>
      run.api.POST('/api/address-book/bulk', { params, body: { entries: rows.map(({ entry }) => entry) } }),
    options,
  );
  return failures;
}

/** The error of a request that failed, or else what is wrong with each row. */
function errorOf(failures: readonly Failure[]): unknown {
  const ofRequest = failures.map(([, outcome]) => outcome).find((outcome) => outcome.is === 'failed');
  if (ofRequest !== undefined) return ofRequest.error;
  const lines = failures.slice(0, MOST_NAMED).map(([{ name }, outcome]) => `${name}: ${textOf(outcome)}`);
  const more = failures.length - lines.length;
  const isWrong = failures.some(([, outcome]) => outcome.is === 'refused' && outcome.code === 'validation_failed');
  const message = [...lines, ...(more === 0 ? [] : [`and ${more} more`])].join('\n');
  return new CommandError(message, isWrong ? EXIT.wrongUse : EXIT.failed);
}

function textOf(outcome: RowOutcome): string {
  if (outcome.is === 'refused') return rowErrorText(outcome.errors);
  if (outcome.is !== 'exists') return outcome.is;
  return `exists meanwhile as ${outcome.id}, and differs in ${outcome.differs.join(', ')}. Run apply again.`;
}
