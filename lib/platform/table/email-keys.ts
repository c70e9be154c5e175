import type { OrganisationId } from '../../values/ids.ts';
import { inOrg, type Key } from './keys.ts';

/*
 * item                 pk      sk
 * e-mail address       ORG#o   EMAIL#id                whether its recipient agreed to alerts
 * confirmation mails   ORG#o   CONFIRMATIONS#day#of    a count, of an address or of all addresses; expires
 */

/** The keys of what an organisation knows of the addresses that get its alerts. */
export const emailKeys = {
  address: (organisationId: OrganisationId, id: string): Key => inOrg(organisationId, `EMAIL#${id}`),
  /** `of` is the id of an address, or `all`. `day` is a date of UTC. */
  confirmationMails: (organisationId: OrganisationId, day: string, of: string): Key =>
    inOrg(organisationId, `CONFIRMATIONS#${day}#${of}`),
};
