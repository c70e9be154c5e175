import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import * as z from 'zod';
import { OrganisationId, Uuid } from '../../values/ids.ts';
import { env } from '../env.ts';
import { errorFields, log } from '../log.ts';
import { sdkTimeouts } from '../sdk/sdk-timeouts.ts';
import type { JobKind } from './job-kind.ts';

/** The event that starts a run of a job. */
export const RunEvent = z.strictObject({ kind: z.string(), organisationId: OrganisationId, id: Uuid });
export type RunEvent = z.output<typeof RunEvent>;

type Startable = Pick<JobKind<never>, 'name' | 'runsIn'>;

/** Starts runs of jobs. */
export interface JobClient {
  /** Starts a run and does not wait for its end. */
  start(kind: Startable, organisationId: OrganisationId, id: string): Promise<void>;
}

export const jobClient = (lambda = new LambdaClient(sdkTimeouts())): JobClient => ({
  async start({ name, runsIn }, organisationId, id) {
    const FunctionName = `${env.invoking().FUNCTION_PREFIX}${runsIn}`;
    const event: RunEvent = { kind: name, organisationId, id };
    await lambda.send(new InvokeCommand({ FunctionName, InvocationType: 'Event', Payload: JSON.stringify(event) }));
  },
});

/** Starts a run of a job that is due: if the call fails, handover starts the run within a minute. */
export async function startDue(
  client: JobClient,
  kind: Startable,
  organisationId: OrganisationId,
  id: string,
): Promise<void> {
  try {
    await client.start(kind, organisationId, id);
  } catch (error) {
    log.error('job.not_started', { kind: kind.name, organisation: organisationId, job: id, ...errorFields(error) });
  }
}
