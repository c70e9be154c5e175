import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { ReplayAnswer } from '../deliveries/schema.ts';
import { env } from '../platform/env.ts';
import { sdkTimeouts } from '../platform/sdk/sdk-timeouts.ts';
import type { OrganisationId } from '../values/ids.ts';
import type { AdminAction } from './actions.ts';

/** Invokes the admin function. Only this function has the permissions to replay deliveries. */
export interface AdminClient {
  replay(organisationId: OrganisationId, ids: readonly string[]): Promise<ReplayAnswer>;
  /** Starts a run of a bulk replay and does not wait for its end. */
  startReplay(organisationId: OrganisationId, id: string): Promise<void>;
  /** Starts a run of a deletion and does not wait for its end. */
  startDeletion(organisationId: OrganisationId): Promise<void>;
}

/** The replay of 100 deliveries takes some seconds. The endpoint that waits for the replay ends after 25 s. */
const REPLAY_MS = 24_000;

export function adminClient(
  lambda = new LambdaClient(sdkTimeouts(REPLAY_MS)),
  FunctionName = env.admin().ADMIN_FUNCTION_NAME,
): AdminClient {
  async function start(action: AdminAction): Promise<void> {
    await lambda.send(new InvokeCommand({ FunctionName, InvocationType: 'Event', Payload: JSON.stringify(action) }));
  }

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

    startReplay: (organisationId, id) => start({ action: 'runReplay', organisationId, id }),
    startDeletion: (organisationId) => start({ action: 'runDeletion', organisationId }),
  };
}
