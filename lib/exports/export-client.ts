import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { env } from '../platform/env.ts';
import { errorFields, log } from '../platform/log.ts';
import { sdkTimeouts } from '../platform/sdk/sdk-timeouts.ts';
import type { OrganisationId } from '../values/ids.ts';
import type { ExportEvent } from './schema.ts';

/** Starts runs of exports. */
export interface ExportClient {
  /** Starts a run and does not wait for its end. */
  start(organisationId: OrganisationId, id: string): Promise<void>;
}

export const exportClient = (
  lambda = new LambdaClient(sdkTimeouts()),
  FunctionName = env.exporter().EXPORT_FUNCTION_NAME,
): ExportClient => ({
  async start(organisationId, id) {
    const event: ExportEvent = { organisationId, id };
    await lambda.send(new InvokeCommand({ FunctionName, InvocationType: 'Event', Payload: JSON.stringify(event) }));
  },
});

/** Starts a run of a job that is due: if the call fails, reconcile starts the run within a minute. */
export async function startDue(client: ExportClient, organisationId: OrganisationId, id: string): Promise<void> {
  try {
    await client.start(organisationId, id);
  } catch (error) {
    log.error('export.not_started', { organisation: organisationId, export: id, ...errorFields(error) });
  }
}
