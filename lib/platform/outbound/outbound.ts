import { invalidField } from '../../values/errors.ts';
import { env } from '../env.ts';
import { type DocumentRequest, type FetchedDocument, fetchDocument } from './fetch-document.ts';
import { type PostAnswer, type PostRequest, post } from './post.ts';
import { checkDestination } from './resolve.ts';
import type { OutboundPolicy } from './url.ts';

/**
 * The use of URLs of tenants. A dependency of the code that uses such URLs: a function that only reads records of a
 * channel carries neither the address checks nor the HTTP client.
 */
export interface Outbound {
  /** @throws OutboundError when no complete response arrives in time. */
  post(request: Omit<PostRequest, 'policy'>): Promise<PostAnswer>;
  /** @throws OutboundError when no whole document arrives in time, or when the document is too large. */
  fetch(request: Omit<DocumentRequest, 'policy'>): Promise<FetchedDocument>;
  /** @throws ApiError `validation_failed` that names the field when Chainwatch may not post to the URL. */
  assertDestination(field: string, url: string): Promise<void>;
  /** Where to post instead of `url`: the local stack can play a vendor of this kind. Elsewhere always `url`. */
  vendorUrl(kind: string, url: string): string;
}

/** @param vendors URLs that stand in for the hosts of vendors, by kind. A strict policy ignores them. */
export const outboundWith = (policy: OutboundPolicy, vendors: Readonly<Record<string, string>> = {}): Outbound => ({
  post: (request) => post({ ...request, policy }),
  fetch: (request) => fetchDocument({ ...request, policy }),

  async assertDestination(field, url) {
    const checked = await checkDestination(url, policy);
    if ('reason' in checked) throw invalidField(field, checked.reason);
  },

  vendorUrl(kind, url) {
    const vendor = policy === 'strict' ? undefined : vendors[kind];
    const asked = URL.parse(url);
    if (vendor === undefined || asked === null) return url;
    const played = new URL(vendor);
    played.pathname = asked.pathname;
    played.search = asked.search;
    return played.href;
  },
});

/** Accepts the URLs of tenants that this stage accepts. */
export function configuredOutbound(): Outbound {
  const { OUTBOUND_POLICY, VENDOR_URLS } = env.outbound();
  return outboundWith(OUTBOUND_POLICY, VENDOR_URLS);
}
