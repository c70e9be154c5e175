import type { OrganisationId } from '../../values/ids.ts';
import { inOrg, type Key, padHeight } from './keys.ts';

/*
 * The items of matches that wait for the budgets of organisations.
 *
 * item                       pk                   sk
 * deferred matches           ORG#o                DEFERRED#chain#address#height#pack   of a block and a wallet
 * urgent deferred matches    ORG#o                URGENT#chain#address#height#pack     recorded before the others
 * pending matches            ORG#o                MATCHES#chain               deferred matches are to be recorded
 * recorder of matches        ORG#o                MATCHLEASE#chain            the lease of its run; expires
 * budget of records          ORG#o                MATCHBUDGET#chain           records per hour; expires
 * budget of urgent records   ORG#o                MATCHBUDGET#chain#urgent    records per hour; expires
 * throttled wallets          ORG#o                THROTTLED#chain             over the budget
 * packed transactions        DEFERRED#chain       height#pack#part            that deferred matches name; expire
 */

/** The padded height sorts the blocks. Each scan of a block has a `pack` of its own. */
export const matchKeys = {
  deferred: (
    organisationId: OrganisationId,
    urgency: 'urgent' | 'other',
    chain: string,
    address: string,
    height: number,
    pack: string,
  ): Key => inOrg(organisationId, `${matchPrefixes.deferredOf(urgency, chain, address)}${padHeight(height)}#${pack}`),
  pendingMatches: (organisationId: OrganisationId, chain: string): Key => inOrg(organisationId, `MATCHES#${chain}`),
  matchLease: (organisationId: OrganisationId, chain: string): Key => inOrg(organisationId, `MATCHLEASE#${chain}`),
  matchBudget: (organisationId: OrganisationId, chain: string, urgency: 'urgent' | 'other'): Key =>
    inOrg(organisationId, `MATCHBUDGET#${chain}${urgency === 'urgent' ? '#urgent' : ''}`),
  throttled: (organisationId: OrganisationId, chain: string): Key =>
    inOrg(organisationId, `${matchPrefixes.throttled}${chain}`),
  deferredPack: (chain: string, height: number, pack: string, part: number): Key => ({
    pk: `DEFERRED#${chain}`,
    sk: `${matchPrefixes.deferredPack(height, pack)}${String(part).padStart(4, '0')}`,
  }),
};

export const matchPrefixes = {
  deferred: (urgency: 'urgent' | 'other', chain: string) => `${urgency === 'urgent' ? 'URGENT' : 'DEFERRED'}#${chain}#`,
  deferredOf: (urgency: 'urgent' | 'other', chain: string, address: string) =>
    `${matchPrefixes.deferred(urgency, chain)}${address}#`,
  deferredPacks: (height: number) => `${padHeight(height)}#`,
  deferredPack: (height: number, pack: string) => `${padHeight(height)}#${pack}#`,
  throttled: 'THROTTLED#',
} as const;
