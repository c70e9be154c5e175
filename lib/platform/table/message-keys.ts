import type { OrganisationId } from '../../values/ids.ts';
import { type Key, keys } from './keys.ts';

/*
 * item                 pk      sk
 * pace of a vendor     ORG#o   PACE#destination        when a destination takes the next message; expires
 */

/** The keys of what limits the messages to people. */
export const messageKeys = {
  /** `destination` is the id of a destination, or the kind of a built-in one. */
  pace: (organisationId: OrganisationId, destination: string): Key => ({
    ...keys.organisation(organisationId),
    sk: `PACE#${destination}`,
  }),
};
