import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { env } from '../platform/env.ts';
import type { OrganisationId } from '../values/ids.ts';

/** Starts a recount of all lists of an organisation and does not wait for its end: a recount may take minutes. */
export async function startRecount(organisationId: OrganisationId, lambda = new LambdaClient()): Promise<void> {
  const { RECOUNT_FUNCTION_NAME: FunctionName } = env.recount();
  const Payload = JSON.stringify({ organisationId });
  await lambda.send(new InvokeCommand({ FunctionName, InvocationType: 'Event', Payload }));
}
