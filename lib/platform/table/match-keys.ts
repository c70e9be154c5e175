import type { OrganisationId } from '../../values/ids.ts';
import { type Key, keys, padHeight } from './keys.ts';

/*
 * The items of matches that wait for the budgets of organisations.
 *
 * item                       pk                   sk
 * deferred matches           ORG#o                DEFERRED#chain#address#height#pack   of a block and a wallet
 * pending matches            ORG#o                MATCHES#chain               deferred matches are to be recorded
 * recorder of matches        ORG#o                MATCHLEASE#chain            the lease of its run; expires
 * budget of records          ORG#o                MATCHBUDGET#chain           records per hour; expires
 * throttled wallets          ORG#o                THROTTLED#chain             over the budget
 * deferring organisations    CHAIN#c              DEFERRING                   may have deferred matches
 * packed transactions        DEFERRED#chain       height#pack#part            that deferred matches name; expire
 */

const inOrg = (organisationId: OrganisationId, sk: string): Key => ({ pk: keys.organisation(organisationId).pk, sk });

/** The padded height sorts the blocks. Each scan of a block has a `pack` of its own. */
export const matchKeys = {
  deferred: (organisationId: OrganisationId, chain: string, address: string, height: number, pack: string): Key =>
    inOrg(organisationId, `${matchPrefixes.deferredOf(chain, address)}${padHeight(height)}#${pack}`),
  pendingMatches: (organisationId: OrganisationId, chain: string): Key => inOrg(organisationId, `MATCHES#${chain}`),
  matchLease: (organisationId: OrganisationId, chain: string): Key => inOrg(organisationId, `MATCHLEASE#${chain}`),
  matchBudget: (organisationId: OrganisationId, chain: string): Key => inOrg(organisationId, `MATCHBUDGET#${chain}`),
  throttled: (organisationId: OrganisationId, chain: string): Key =>
    inOrg(organisationId, `${matchPrefixes.throttled}${chain}`),
  deferring: (chain: string): Key => ({ pk: keys.cursor(chain).pk, sk: 'DEFERRING' }),
  deferredPack: (chain: string, height: number, pack: string, part: number): Key => ({
    pk: `DEFERRED#${chain}`,
    sk: `${matchPrefixes.deferredPack(height, pack)}${String(part).padStart(4, '0')}`,
  }),
};

export const matchPrefixes = {
  deferred: (chain: string) => `DEFERRED#${chain}#`,
  deferredOf: (chain: string, address: string) => `DEFERRED#${chain}#${address}#`,
  deferredPacks: (height: number) => `${padHeight(height)}#`,
  deferredPack: (height: number, pack: string) => `${padHeight(height)}#${pack}#`,
  throttled: 'THROTTLED#',
} as const;
