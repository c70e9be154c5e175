import { LRUCache } from 'lru-cache';
import type { DestinationRepo } from '../../channels/destinations/repo.ts';
import type { StoredDestination } from '../../channels/port/destination.ts';
import type { MuteRepo } from '../../organisations/mutes/repo.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { plusSeconds } from '../../values/time.ts';
import { type Muting, mutingBy } from './muting.ts';
import type { RuleRepo } from './repo.ts';
import { indexRules, type RuleIndex } from './rule-index.ts';

/**
 * Rules are kept only if their last change is older than this time. Until all items of a DynamoDB transaction are
 * written, a reader may see the new version and an old rule. A request that changes rules ends within 30 seconds.
 */
export const SETTLED_SECONDS = 60;

/**
 * Characters of stored rules, destinations and mutes. 8 million take some 50 MB when they are compiled. One
 * organisation may have more.
 */
const MOST_CHARACTERS = 8_000_000;
/** During a deployment, an earlier version of the code may change a rule without a new version of the rules. */
const KEPT_MS = 600_000;

/** The rules of an organisation, indexed, the destinations that may get their alerts, and the mutes. */
export interface RulesAndDestinations extends RuleIndex {
  readonly destinations: readonly StoredDestination[];
  /** The mute that covers the alerts of a rule about a wallet at this time, if any. */
  readonly muteOf: Muting;
}

interface Kept {
  readonly version: number;
  readonly rules: RulesAndDestinations;
}

/** Gives the rules of an organisation as they are now. */
export type CurrentRules = (organisationId: OrganisationId) => Promise<RulesAndDestinations>;

/**
 * Keeps the rules of organisations, compiled, their destinations and mutes. One strongly consistent read of the
 * version, which each change of a rule, a destination or a mute raises, tells whether they are current. The version is
 * read before the rules: rules that change meanwhile get a higher version and are read again.
 */
export function currentRules({
  rules,
  destinations,
  mutes,
  now,
}: {
  readonly rules: Pick<RuleRepo, 'version' | 'all'>;
  readonly destinations: Pick<DestinationRepo, 'all'>;
  readonly mutes: Pick<MuteRepo, 'all'>;
  now(): Date;
}): CurrentRules {
  const kept = new LRUCache<OrganisationId, Kept & { readonly characters: number }>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: ({ characters }) => characters,
    ttl: KEPT_MS,
  });
  return async (organisationId) => {
    const { version, changedAt } = await rules.version(organisationId);
    const known = kept.get(organisationId);
    if (known?.version === version) return known.rules;
    const [stored, hearing, muting] = await Promise.all([
      rules.all(organisationId),
      destinations.all(organisationId),
      mutes.all(organisationId),
    ]);
    const index = { ...indexRules(stored), destinations: hearing, muteOf: mutingBy(muting) };
    const isSettled = changedAt === null || plusSeconds(new Date(changedAt), SETTLED_SECONDS) <= now();
    if (isSettled)
      kept.set(organisationId, { version, rules: index, characters: charactersOf([stored, hearing, muting]) });
    return index;
  };
}

const charactersOf = (stored: readonly unknown[]): number => 1000 + JSON.stringify(stored).length;
