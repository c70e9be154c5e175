import type { Sealer } from '../../platform/sealer.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { type EmailLink, emailLinkUrl } from './email-link.ts';

/** The sealed text of every link. The seal binds the text to the organisation and the address. */
const TEXT = 'unsubscribe';

export const unsubscribeUrl = (
  { sealer, serviceUrl }: { readonly sealer: Sealer; readonly serviceUrl: string },
  organisationId: OrganisationId,
  addressId: string,
): string => {
  const proof = sealer.seal(TEXT, { organisationId, recordId: addressId });
  return emailLinkUrl(serviceUrl, { purpose: 'unsubscribe', organisationId, addressId, proof });
};

/** Whether this service made the link. */
export function isOurs(sealer: Sealer, { organisationId, addressId, proof }: EmailLink): boolean {
  try {
    return sealer.open(proof, { organisationId, recordId: addressId }) === TEXT;
  } catch {
    // `open` throws for every text that it did not seal for this address: such a link is not ours.
    return false;
  }
}
