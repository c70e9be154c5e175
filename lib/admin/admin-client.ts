import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { env } from '../platform/env.ts';
import { sdkTimeouts } from '../platform/sdk/sdk-timeouts.ts';
import type { OrganisationId } from '../values/ids.ts';
import type { AdminAction } from './actions.ts';

/** Invokes the admin function. */
export interface AdminClient {
  /** Starts a run of a deletion and does not wait for its end. */
  startDeletion(organisationId: OrganisationId): Promise<void>;
}

export const adminClient = (
  lambda = new LambdaClient(sdkTimeouts()),
  FunctionName = env.admin().ADMIN_FUNCTION_NAME,
): AdminClient => ({
  async startDeletion(organisationId) {
    const action: AdminAction = { action: 'runDeletion', organisationId };
    await lambda.send(new InvokeCommand({ FunctionName, InvocationType: 'Event', Payload: JSON.stringify(action) }));
  },
});
