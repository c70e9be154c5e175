import { OrganisationId, Uuid } from '../../values/ids.ts';

/** A link of a mail. It needs no API key: whoever has the link may do this one thing for this one address. */
export interface EmailLink {
  readonly purpose: 'confirm' | 'unsubscribe';
  readonly organisationId: OrganisationId;
  /** See `emailAddressId`. */
  readonly addressId: string;
  /** `confirm`: the secret whose hash the address has. `unsubscribe`: a sealed text, so that links need no storage. */
  readonly proof: string;
}

const TOKEN = /^(confirm|unsubscribe)\.([\da-f-]{36})\.([\da-f-]{36})\.([\w.-]{10,300})$/;

/** @param serviceUrl the public URL of the API, without a slash at the end. */
export const emailLinkUrl = (serviceUrl: string, link: EmailLink): string =>
  `${serviceUrl}/api/email-link?token=${link.purpose}.${link.organisationId}.${link.addressId}.${link.proof}`;

/** Null when the text is no token of a link. */
export function parseEmailLink(token: string | undefined): EmailLink | null {
  const [, purpose, organisation, address, proof] = TOKEN.exec(token ?? '') ?? [];
  const organisationId = OrganisationId.safeParse(organisation);
  const addressId = Uuid.safeParse(address);
  if (!organisationId.success || !addressId.success || proof === undefined) return null;
  return {
    purpose: purpose === 'confirm' ? 'confirm' : 'unsubscribe',
    organisationId: organisationId.data,
    addressId: addressId.data,
    proof,
  };
}
