import type { APIGatewayAuthorizerResult, APIGatewayTokenAuthorizerEvent } from 'aws-lambda';
import { bearerToken, hashOf, isWellFormed } from '../../lib/organisations/api-keys/key.ts';
import { apiKeyRepo } from '../../lib/organisations/api-keys/repo.ts';
import { ownLimits } from '../../lib/organisations/limits/limits.ts';
import { suspensionRepo } from '../../lib/organisations/suspension/repo.ts';
import type { Caller } from '../../lib/platform/caller.ts';
import { deps } from '../../lib/platform/deps.ts';
import { errorFields, log } from '../../lib/platform/log.ts';
import { ofVersion } from '../../lib/platform/metrics.ts';
import { memo } from '../../lib/values/memo.ts';

/** API Gateway answers 401 when the authorizer fails with exactly this message. */
const UNAUTHORIZED = new Error('Unauthorized');

/** The caller that an API key or an access token identifies, and until when. */
interface Identified extends Omit<Caller, 'requestsPerSecond'> {
  readonly expiresAt: string | null;
  /** Records the use of an API key. */
  readonly recording?: Promise<void>;
}

/**
 * Maps an API key or the access token of a person to organisation, actor and scope, and denies the callers of a
 * suspended organisation. The endpoints find these values in their request context.
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
  const token = bearerToken(authorizationToken);
  const identified = token === undefined ? null : await (isWellFormed(token) ? ofKey(token) : ofPerson(token));
  if (identified === null) throw UNAUTHORIZED;
  const { organisation, actor, scope, expiresAt, recording } = identified;
  const [suspension, { requestsPerSecond }] = await Promise.all([
    suspensionRepo(deps()).find(organisation),
    ownLimits(deps().table, organisation),
    recording,
  ]);
  const effect = suspension === null ? 'Allow' : 'Deny';
  return judged(effect, methodArn, actor.id, {
    organisationId: organisation,
    [actor.kind === 'key' ? 'keyId' : 'personId']: actor.id,
    actorName: encodeURIComponent(actor.name),
    ...(actor.kind === 'person' && actor.email !== null && { personEmail: encodeURIComponent(actor.email) }),
    scope,
    ...(expiresAt !== null && { expiresAt }),
    // API Gateway passes texts on.
    ...(requestsPerSecond !== undefined && { requestsPerSecond: String(requestsPerSecond) }),
  });
}

const people = memo(async () => {
  // Most instances see no access token, and so never load what checks these.
  const [{ personIdentifier }, { signInRepo }, { configuredOutbound }] = await Promise.all([
    import('../../lib/organisations/sign-in/identify-person.ts'),
    import('../../lib/organisations/sign-in/repo.ts'),
    import('../../lib/platform/outbound/outbound.ts'),
  ]);
  return personIdentifier({ signIns: signInRepo(deps()), now: deps().now, outbound: configuredOutbound() });
});

const ofPerson = async (token: string): Promise<Identified | null> => (await people())(token);

async function ofKey(key: string): Promise<Identified | null> {
  const keys = apiKeyRepo(deps());
  const sha256 = hashOf(key);
  const stored = await keys.valid(sha256);
  if (stored === null) return null;
  const { organisationId: organisation, id, scope, expiresAt } = stored;
  // A failure to record when a key was used must not refuse the key.
  const recording = keys
    .used(sha256, stored)
    .catch((error: unknown) => log.warn('api_key.last_use_not_recorded', errorFields(error)));
  const name = stored.name ?? (await keys.get(organisation, id)).name;
  return { organisation, actor: { kind: 'key', id, name }, scope, expiresAt, recording };
}

/**
 * API Gateway caches the answer per key or token for all methods, so the answer covers the whole stage. Endpoints check
 * the scope. Only a caller of a suspended organisation is denied: API Gateway then answers 403
 * `organisation_suspended`.
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
