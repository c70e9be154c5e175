import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { bearerToken, hashOf, isWellFormed } from '../../organisations/api-keys/key.ts';
import { env } from '../../platform/env.ts';
import { sdkTimeouts } from '../../platform/sdk/sdk-timeouts.ts';
import { ApiError, rateLimited, unauthorized } from '../../values/errors.ts';
import { memo } from '../../values/memo.ts';
import { CheckAnswer, type CheckRequest, type HealthCheck } from './schema.ts';

/** The function answers within its time-out of 7 s. */
const CHECK_MS = 8_000;

const lambda = memo(() => new LambdaClient(sdkTimeouts(CHECK_MS)));

const DETAILS = {
  unauthorized: 'No valid API key.',
  organisation_suspended: 'The organisation of this key is suspended. Ask the operator of this service.',
  forbidden: 'This needs a key with scope admin.',
} as const;

/**
 * Asks the function that may read all parts of the stage, if the API key is an admin key. The function checks the key.
 * It gets the hash of the key, and so do its events.
 * @throws ApiError `unauthorized`, `organisation_suspended`, `forbidden`, `rate_limited`, or `unavailable` when the
 *   function does not answer.
 */
export async function deepHealth(
  authorization: string | undefined,
): Promise<{ status: HealthCheck['status']; checks: HealthCheck[] }> {
  const key = bearerToken(authorization);
  if (key === undefined || !isWellFormed(key)) throw unauthorized(DETAILS.unauthorized);
  const answer = await asked({ sha256: hashOf(key) });
  if ('checks' in answer) {
    const isFailing = answer.checks.some(({ status }) => status === 'failing');
    return { status: isFailing ? 'failing' : 'ok', checks: answer.checks };
  }
  if (answer.refused === 'rate_limited') throw rateLimited(answer.seconds);
  if (answer.refused === 'unauthorized') throw unauthorized(DETAILS.unauthorized);
  throw new ApiError(answer.refused, DETAILS[answer.refused]);
}

async function asked(request: CheckRequest): Promise<CheckAnswer> {
  const FunctionName = `${env.invoking().FUNCTION_PREFIX}check-health`;
  const invoking = new InvokeCommand({ FunctionName, Payload: JSON.stringify(request) });
  const failed = (message: string) =>
    new ApiError('unavailable', 'The checks do not answer.', {
      internal: { event: 'health.not_checked', message, fields: {} },
    });
  const { FunctionError, Payload } = await lambda()
    .send(invoking)
    .catch((error: unknown) => {
      throw failed(String(error));
    });
  if (FunctionError !== undefined || Payload === undefined) throw failed(FunctionError ?? 'no answer');
  return CheckAnswer.parse(JSON.parse(Buffer.from(Payload).toString('utf8')));
}
