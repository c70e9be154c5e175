import { invalidField } from '../../values/errors.ts';
import { env } from '../env.ts';
import { checkDestination } from './resolve.ts';
import type { OutboundPolicy } from './url.ts';

/** What URLs this stage lets a tenant give. */
export const outboundPolicy = (): OutboundPolicy => env.outbound().OUTBOUND_POLICY;

/** @throws ApiError `validation_failed` naming the field when the URL may not be posted to. */
export async function assertDestination(field: string, url: string, policy: OutboundPolicy): Promise<void> {
  const checked = await checkDestination(url, policy);
  if ('reason' in checked) throw invalidField(field, checked.reason);
}
