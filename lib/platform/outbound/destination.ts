import { invalidField } from '../../values/errors.ts';
import { env } from '../env.ts';
import { checkDestination } from './resolve.ts';
import type { OutboundPolicy } from './url.ts';

/** Which URLs of tenants this stage accepts. */
export const outboundPolicy = (): OutboundPolicy => env.outbound().OUTBOUND_POLICY;

/** @throws ApiError `validation_failed` that names the field when Chainwatch may not post to the URL. */
export async function assertDestination(field: string, url: string, policy: OutboundPolicy): Promise<void> {
  const checked = await checkDestination(url, policy);
  if ('reason' in checked) throw invalidField(field, checked.reason);
}
