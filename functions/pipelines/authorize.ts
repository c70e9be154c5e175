import type { APIGatewayAuthorizerResult, APIGatewayTokenAuthorizerEvent } from 'aws-lambda';
import { bearerToken, hashOf, isWellFormed } from '../../lib/api-keys/key.ts';
import { apiKeyRepo } from '../../lib/api-keys/repo.ts';
import { deps } from '../../lib/platform/deps.ts';
import { errorFields, log } from '../../lib/platform/log.ts';

/** API Gateway answers 401 when the authorizer fails with exactly this message. */
const UNAUTHORIZED = new Error('Unauthorized');

/** Maps an API key to organisation, key id and scope. The endpoints find these values in their request context. */
export async function handler({ authorizationToken, methodArn }: APIGatewayTokenAuthorizerEvent) {
  const key = bearerToken(authorizationToken);
  if (key === undefined || !isWellFormed(key)) throw UNAUTHORIZED;
  const keys = apiKeyRepo(deps());
  const sha256 = hashOf(key);
  const stored = await keys.byHash(sha256);
  const now = deps().now().toISOString();
  if (stored === null || stored.revokedAt !== null || (stored.expiresAt ?? now) < now) throw UNAUTHORIZED;
  // A failure to record when a key was used must not refuse the key.
  await keys
    .used(sha256, stored)
    .catch((error: unknown) => log.warn('api_key.last_use_not_recorded', errorFields(error)));
  const { organisationId, id: keyId, scope, expiresAt } = stored;
  return allowed(methodArn, keyId, { organisationId, keyId, scope, ...(expiresAt !== null && { expiresAt }) });
}

/**
 * API Gateway caches the answer per key for all methods, so the answer covers the whole stage. Endpoints check the
 * scope.
 */
function allowed(methodArn: string, principalId: string, context: Record<string, string>): APIGatewayAuthorizerResult {
  const [apiArn, stage] = methodArn.split('/');
  const Statement = [{ Action: 'execute-api:Invoke', Effect: 'Allow' as const, Resource: `${apiArn}/${stage}/*` }];
  return { principalId, policyDocument: { Version: '2012-10-17', Statement }, context };
}
