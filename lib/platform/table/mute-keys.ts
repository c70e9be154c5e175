import type { OrganisationId } from '../../values/ids.ts';
import { inOrg, type Key } from './keys.ts';

/*
 * The items of mutes.
 *
 * item                       pk                   sk
 * mute                       ORG#o                MUTE#of#id                  of a rule or a wallet, until it ends
 * ended mute                 ORG#o                ENDEDMUTE#mute              its messages are still to be made
 * gate of a mute             ORG#o                MUTEGATE#mute#n             of eight; exists until the mute ends
 * muted matches              ORG#o                MUTED#mute#rule#wallet#n    counts, in up to 8 items; expire
 */

/** What a mute silences. */
export type MuteOf = 'rule' | 'wallet';

export const muteKeys = {
  mute: (organisationId: OrganisationId, of: MuteOf, id: string): Key =>
    inOrg(organisationId, `${mutePrefixes.mutesOf(of)}${id}`),
  ended: (organisationId: OrganisationId, mute: string): Key => inOrg(organisationId, `${mutePrefixes.ended}${mute}`),
  gate: (organisationId: OrganisationId, mute: string, n: number): Key =>
    inOrg(organisationId, `MUTEGATE#${mute}#${n}`),
  matches: (organisationId: OrganisationId, mute: string, rule: string, wallet: string, n: number): Key =>
    inOrg(organisationId, `${mutePrefixes.matches(mute)}${rule}#${wallet}#${n}`),
};

export const mutePrefixes = {
  mutes: 'MUTE#',
  mutesOf: (of: MuteOf) => `MUTE#${of}#`,
  ended: 'ENDEDMUTE#',
  matches: (mute: string) => `MUTED#${mute}#`,
} as const;
