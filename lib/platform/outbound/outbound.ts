import { invalidField } from '../../values/errors.ts';
import { env } from '../env.ts';
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
  /** @throws ApiError `validation_failed` that names the field when Chainwatch may not post to the URL. */
  assertDestination(field: string, url: string): Promise<void>;
}

export const outboundWith = (policy: OutboundPolicy): Outbound => ({
  post: (request) => post({ ...request, policy }),

  async assertDestination(field, url) {
    const checked = await checkDestination(url, policy);
    if ('reason' in checked) throw invalidField(field, checked.reason);
  },
});

/** Accepts the URLs of tenants that this stage accepts. */
export const configuredOutbound = (): Outbound => outboundWith(env.outbound().OUTBOUND_POLICY);
