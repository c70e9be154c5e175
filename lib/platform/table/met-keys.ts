import type { OrganisationId } from '../../values/ids.ts';
import { inOrg, inPart, type Key } from './keys.ts';

/*
 * The items of the counterparties that wallets have dealt with: see lib/transactions/met-before.ts.
 *
 * item                 pk      sk
 * counterparty         ORG#o*  MET#wallet#way#likeness#address   way: out, in or spender
 * likeness of the book ORG#o   BOOKLIKE#likeness#address       of an entry of the address book
 * since when           ORG#o   METSINCE                          since when each record writes these items
 *
 * `ORG#o*` as in keys.ts. The likeness stands before the address, so that one query finds the known addresses that
 * look like another.
 */
export const metKeys = {
  met: (organisationId: OrganisationId, walletId: string, way: string, likeness: string, address: string): Key =>
    inPart(organisationId, walletId, `${metPrefixes.alike(walletId, way, likeness)}${address}`),
  bookAlike: (organisationId: OrganisationId, likeness: string, address: string): Key =>
    inOrg(organisationId, `${metPrefixes.bookAlike(likeness)}${address}`),
  since: (organisationId: OrganisationId): Key => inOrg(organisationId, 'METSINCE'),
};

export const metPrefixes = {
  bookAlike: (likeness: string) => `BOOKLIKE#${likeness}#`,
  alike: (walletId: string, way: string, likeness: string) => `MET#${walletId}#${way}#${likeness}#`,
};
