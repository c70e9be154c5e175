import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { env } from '../platform/env.ts';
import { sdkTimeouts } from '../platform/sdk/sdk-timeouts.ts';
import type { OrganisationId } from '../values/ids.ts';

/** Where a recount begins or goes on. */
interface RecountRequest {
  readonly organisationId: OrganisationId;
  readonly list?: string;
  readonly after?: string;
}

/**
 * Starts a recount of the lists of an organisation, from this place to the end, and does not wait for it: a recount may
 * take minutes.
 */
export async function startRecount(request: RecountRequest, lambda = new LambdaClient(sdkTimeouts())): Promise<void> {
  const { RECOUNT_FUNCTION_NAME: FunctionName } = env.recount();
  const Payload = JSON.stringify(request);
  await lambda.send(new InvokeCommand({ FunctionName, InvocationType: 'Event', Payload }));
}
