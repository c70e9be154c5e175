import { ifSame, type Stated } from '../platform/table/if-same.ts';
import { keys } from '../platform/table/keys.ts';
import type { Update } from '../platform/table/write.ts';
import type { OrganisationId } from '../values/ids.ts';

/** Attributes in the item of an organisation. */
interface Counts {
  readonly ruleCount?: number;
  readonly destinationCount?: number;
}

interface Version extends Counts {
  readonly rulesVersion: number;
  readonly rulesChangedAt: string;
}

/**
 * The write of the next version of an organisation's rules. It is a part of each transaction that changes a rule, a
 * destination or a mute, because an evaluation keeps all of them under this version.
 * @param counts what the transaction adds or, negative, removes.
 */
export const nextRulesVersion = (organisationId: OrganisationId, at: Date, counts: Counts = {}): Update<Version> => ({
  update: keys.organisation(organisationId),
  set: { rulesChangedAt: at.toISOString() },
  add: { rulesVersion: 1, ...counts },
});

/** Holds in the item of an organisation while its rules are those of a version, which is 0 before the first rule. */
export const ifRulesVersion = (version: number): Stated =>
  ifSame<Partial<Version>>(version === 0 ? {} : { rulesVersion: version }, 'rulesVersion');
