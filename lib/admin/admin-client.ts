import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { ReplayAnswer } from '../deliveries/schema.ts';
import { env } from '../platform/env.ts';
import type { OrganisationId } from '../values/ids.ts';
import type { AdminAction } from './actions.ts';

/** Invokes the admin function. Only this function has the permissions to replay deliveries. */
export interface AdminClient {
  replay(organisationId: OrganisationId, ids: readonly string[]): Promise<ReplayAnswer>;
  /** Starts a run of a bulk replay and does not wait for its end. */
  startReplay(organisationId: OrganisationId, id: string): Promise<void>;
}

export function adminClient(lambda = new LambdaClient(), FunctionName = env.admin().ADMIN_FUNCTION_NAME): AdminClient {
  return {
    async replay(organisationId, ids) {
      const action: AdminAction = { action: 'replay', organisationId, ids: [...ids] };
      const { FunctionError, Payload } = await lambda.send(
        new InvokeCommand({ FunctionName, Payload: JSON.stringify(action) }),
      );
      if (FunctionError !== undefined || Payload === undefined) {
        throw new Error(`the admin function failed: ${FunctionError ?? 'no answer'}`);
      }
      return ReplayAnswer.parse(JSON.parse(Buffer.from(Payload).toString('utf8')));
    },

    async startReplay(organisationId, id) {
      const action: AdminAction = { action: 'runReplay', organisationId, id };
      await lambda.send(new InvokeCommand({ FunctionName, InvocationType: 'Event', Payload: JSON.stringify(action) }));
    },
  };
}
