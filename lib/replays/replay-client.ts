import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import * as z from 'zod';
import { ReplayAnswer } from '../deliveries/schema.ts';
import { acting } from '../platform/audit/acting.ts';
import { Acting } from '../platform/audit/audit-entry.ts';
import { env } from '../platform/env.ts';
import { sdkTimeouts } from '../platform/sdk/sdk-timeouts.ts';
import { BulkIds } from '../values/bulk.ts';
import { OrganisationId } from '../values/ids.ts';

/** The event that replays some deliveries at once, without a job. */
export const ReplayEvent = z.strictObject({
  kind: z.literal('replay'),
  organisationId: OrganisationId,
  ids: BulkIds,
  /** The actor that the audit log names. */
  acting: Acting,
});
export type ReplayEvent = z.output<typeof ReplayEvent>;

/** The replay of 100 deliveries takes some seconds. The endpoint that waits for the replay ends after 25 s. */
const REPLAY_MS = 24_000;

/** Replays some deliveries and waits for the answer. Only `run-jobs` may replay deliveries, not the endpoints. */
export const replayClient =
  (lambda = new LambdaClient(sdkTimeouts(REPLAY_MS)), FunctionName = `${env.invoking().FUNCTION_PREFIX}run-jobs`) =>
  async (organisationId: OrganisationId, ids: readonly string[]): Promise<ReplayAnswer> => {
    const event: ReplayEvent = { kind: 'replay', organisationId, ids: [...ids], acting: acting() };
    const { FunctionError, Payload } = await lambda.send(
      new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) }),
    );
    if (FunctionError !== undefined || Payload === undefined) {
      throw new Error(`run-jobs failed: ${FunctionError ?? 'no answer'}`);
    }
    return ReplayAnswer.parse(JSON.parse(Buffer.from(Payload).toString('utf8')));
  };
