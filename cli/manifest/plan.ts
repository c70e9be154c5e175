import { wrongUse } from '../base/failures.ts';
import type { Labelled } from './labelled-addresses.ts';
import { matchReferences } from './match-references.ts';
import { planAddressBook } from './plan-address-book.ts';
import { planAddressLists } from './plan-address-lists.ts';
import { planDestinations } from './plan-destinations.ts';
import { planRules } from './plan-rules.ts';
import { planSettings } from './plan-settings.ts';
import { planWallets } from './plan-wallets.ts';
import { planWebhooks } from './plan-webhooks.ts';
import type { PlannedChange, SecretOf } from './planned-change.ts';
import type { PresentState } from './present-state.ts';
import { type ReadManifest, wrongPlaces } from './read-manifest.ts';
import { walletReferences } from './wallet-references.ts';

export interface PlanOptions {
  /** Deletes what the sections of the file do not state. A section that is missing in the file deletes nothing. */
  readonly prune: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** What conditions may name by a label. */
  readonly labelled?: readonly Labelled[];
  /**
   * Hears of each variable that the file names and that is not set. The plan then compares nothing that needs it.
   * Without this function, such a variable is an error.
   */
  readonly onUnset?: (variable: string) => void;
}

/**
 * The changes that make the present state what the file states, in an order in which each can be made: address lists
 * before the entries of the book that name them, wallets and lists before the rules that name them, wallets and rules
 * before the matches that name them, and deletions last, so that nothing is unwatched in between.
 * @throws CommandError when the file is wrong, or two records have the name of one part of the file.
 */
export function plan(read: ReadManifest, present: PresentState, options: PlanOptions): PlannedChange[] {
  const { prune, environment, labelled = [], onUnset } = options;
  const secretOf: SecretOf = (variable) => {
    const value = environment[variable];
    if (value) return value;
    if (onUnset === undefined) {
      throw wrongUse(`The file names the environment variable ${variable}, which is not set.`);
    }
    onUnset(variable);
    return undefined;
  };
  const sections = read.manifest;
  const wrong: string[] = [];
  const refuse = (message: string) => void wrong.push(message);
  const wallets = planWallets(read, present, refuse);
  const prunesWallets = prune && sections.wallets !== undefined;
  const walletOf = walletReferences(wallets, present.families, prunesWallets, refuse);
  const rules = planRules(read, present, { walletOf, labelled, refuse });
  const known = { stated: sections.rules ?? [], present: present.rules, prune: prune && sections.rules !== undefined };
  const matchOf = matchReferences({ rules: known, walletOf, refuse });
  const destinations = planDestinations(read, present, matchOf, secretOf);
  const webhooks = planWebhooks(read, present, matchOf, secretOf);
  if (wrong.length > 0) throw wrongPlaces(wrong);
  const addressLists = planAddressLists(read, present);
  const addressBook = planAddressBook(read, present);
  const deletions = [
    ...(sections.rules ? rules.deletions : []),
    ...(sections.destinations ? destinations.deletions : []),
    ...(sections.webhooks ? webhooks.deletions : []),
    ...(sections.wallets ? wallets.deletions : []),
    ...(sections.addressBook ? addressBook.deletions : []),
    ...(sections.addressLists ? addressLists.deletions : []),
  ];
  return [
    ...wallets.changes,
    ...addressLists.changes,
    ...addressBook.changes,
    ...rules.changes,
    ...destinations.changes,
    ...webhooks.changes,
    ...planSettings(read, present, secretOf),
    ...(prune ? deletions : []),
  ];
}
