import type { APIGatewayAuthorizerResult, APIGatewayTokenAuthorizerEvent } from 'aws-lambda';
import { bearerToken, hashOf, isWellFormed } from '../../lib/organisations/api-keys/key.ts';
import { apiKeyRepo } from '../../lib/organisations/api-keys/repo.ts';
import { ownLimits } from '../../lib/organisations/limits/limits.ts';
import { suspensionRepo } from '../../lib/organisations/suspension/repo.ts';
import { deps } from '../../lib/platform/deps.ts';
import { errorFields, log } from '../../lib/platform/log.ts';
import { ofVersion } from '../../lib/platform/metrics.ts';

/** API Gateway answers 401 when the authorizer fails with exactly this message. */
const UNAUTHORIZED = new Error('Unauthorized');

/**
 * Maps an API key to organisation, key id and scope, and denies the key of a suspended organisation. The endpoints find
 * these values in their request context.
 */
export async function handler(event: APIGatewayTokenAuthorizerEvent) {
  let faults = 0;
  try {
    return await authorize(event);
  } catch (error) {
    if (error !== UNAUTHORIZED) faults = 1;
    throw error;
  } finally {
    // Lambda counts a refused key as an error, too, so the alarms of a release read this line.
    const counted = ofVersion(deps().now(), { handled: 1, faults });
    if (counted !== undefined) log.info('authorize.completed', counted);
  }
}

async function authorize({ authorizationToken, methodArn }: APIGatewayTokenAuthorizerEvent) {
  const key = bearerToken(authorizationToken);
  if (key === undefined || !isWellFormed(key)) throw UNAUTHORIZED;
  const keys = apiKeyRepo(deps());
  const sha256 = hashOf(key);
  const stored = await keys.valid(sha256);
  if (stored === null) throw UNAUTHORIZED;
  const { organisationId, id: keyId, scope, expiresAt } = stored;
  const [suspension, { requestsPerSecond }] = await Promise.all([
    suspensionRepo(deps()).find(organisationId),
    ownLimits(deps().table, organisationId),
    // A failure to record when a key was used must not refuse the key.
    keys.used(sha256, stored).catch((error: unknown) => log.warn('api_key.last_use_not_recorded', errorFields(error))),
  ]);
  const effect = suspension === null ? 'Allow' : 'Deny';
  return judged(effect, methodArn, keyId, {
    organisationId,
    keyId,
    scope,
    ...(expiresAt !== null && { expiresAt }),
    // API Gateway passes texts on.
    ...(requestsPerSecond !== undefined && { requestsPerSecond: String(requestsPerSecond) }),
  });
}

/**
 * API Gateway caches the answer per key for all methods, so the answer covers the whole stage. Endpoints check the
 * scope. Only the key of a suspended organisation is denied: API Gateway then answers 403 `organisation_suspended`.
 */
function judged(
  Effect: 'Allow' | 'Deny',
  methodArn: string,
  principalId: string,
  context: Record<string, string>,
): APIGatewayAuthorizerResult {
  const [apiArn, stage] = methodArn.split('/');
  const Statement = [{ Action: 'execute-api:Invoke', Effect, Resource: `${apiArn}/${stage}/*` }];
  return { principalId, policyDocument: { Version: '2012-10-17', Statement }, context };
}
