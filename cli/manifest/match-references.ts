import type { components } from '../../sdk/index.ts';
import type { Rule } from '../base/api-values.ts';
import { wrongUse } from '../base/failures.ts';
import { hintAt } from '../base/likeness.ts';
import type { ManifestMatch, ManifestRule } from './manifest-schema.ts';
import type { FieldChange, Refuse, Run } from './planned-change.ts';
import { idOfWallet, type ReferencedWallet, UUID } from './wallet-references.ts';

type ApiMatch = components['schemas']['DestinationMatch'];

/** A match of the file, with the records that it names. */
export interface ReferencedMatch {
  /** As the file states it, for people. */
  readonly stated: ManifestMatch;
  /** As the API has it, once a run has created what it names. */
  body(run: Pick<Run, 'createdWallets' | 'createdRules'>): ApiMatch;
}

/** Finds what a match names, as it is after the run. */
export type MatchReferences = (match: ManifestMatch, at: (...path: PropertyKey[]) => string) => ReferencedMatch;

interface Known {
  readonly rules: {
    readonly stated: readonly ManifestRule[];
    readonly present: readonly Rule[];
    readonly prune: boolean;
  };
  walletOf(reference: string, place: string): ReferencedWallet;
  readonly refuse: Refuse;
}

/** @throws CommandError when more than one record fits. */
export function matchReferences({ rules, walletOf, refuse }: Known): MatchReferences {
  const statedNames = new Set(rules.stated.map(({ name }) => name));
  const present = rules.present.filter(({ name }) => !rules.prune || statedNames.has(name));
  const ruleOf = (reference: string, place: string) => {
    const fits = present.filter(({ id, name }) => id === reference || name === reference);
    if (fits.length > 1) {
      const ids = fits.map(({ id }) => id).join(' and ');
      throw wrongUse(`${place}: ${reference} names ${fits.length} rules, ${ids}. Rename one of them.`);
    }
    const [found] = fits;
    // A match keeps the ids of deleted rules, and an exported file names them.
    if (found !== undefined || UUID.test(reference)) return { id: found?.id ?? reference, name: reference };
    if (!statedNames.has(reference)) {
      const hint = hintAt(reference, [...statedNames, ...present.map(({ name }) => name)]);
      refuse(`${place}: no rule has the name or id ${reference}${hint}`);
    }
    return { id: undefined, name: reference };
  };
  return (stated, at) => {
    const { rules: ruleNames, wallets: walletNames, ...plain } = stated;
    const named = ruleNames?.map((reference, n) => ruleOf(reference, at('rules', n)));
    const wallets = walletNames?.map((reference, n) => walletOf(reference, at('wallets', n)));
    return {
      stated,
      body: ({ createdRules, createdWallets }) => ({
        ...plain,
        ...(named && { ruleIds: named.map(({ id, name }) => id ?? createdRules.get(name) ?? '') }),
        ...(wallets && { walletIds: wallets.map((wallet) => idOfWallet(wallet, createdWallets)) }),
      }),
    };
  };
}

type AnyMatch = Readonly<{ [field in keyof ApiMatch]: readonly string[] | undefined }>;

/** Before a run, a record that the run has yet to create has no id. So a match that names the record differs. */
const NOTHING_CREATED = { createdWallets: new Map<string, string>(), createdRules: new Map<string, string>() };

/** The change of a match, if the file states another one: an undefined match is not stated. */
export const matchDifferences = (match: ReferencedMatch | undefined, present: AnyMatch): FieldChange[] =>
  match === undefined || canonical(match.body(NOTHING_CREATED)) === canonical(present)
    ? []
    : [{ field: 'match', from: present, to: match.stated }];

/** The same for matches that want the same: an empty list wants as much as no list, and the order says nothing. */
const canonical = (match: AnyMatch): string =>
  JSON.stringify(
    Object.entries(match)
      .map(([field, values = []]) => [field, ...[...new Set(values)].sort()])
      .filter(({ length }) => length > 1)
      .sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
  );
