import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod';
import { ApiError, unauthorized, validationFailed } from '../../values/errors.ts';
import { fieldErrors } from '../../values/field-errors.ts';
import { Instant } from '../../values/fields.ts';
import { OrganisationId } from '../../values/ids.ts';
import { type Actor, type Caller, scopes } from '../caller.ts';
import { addLogContext } from '../log.ts';
import type { Route } from './route.ts';

/** The authorizer encodes names, because API Gateway passes on ASCII alone for certain. */
const Encoded = z.string().transform((encoded, ctx) => {
  try {
    return decodeURIComponent(encoded);
  } catch {
    ctx.addIssue({ code: 'custom', message: 'must be percent-encoded' });
    return z.NEVER;
  }
});

const AuthorizerContext = z.object({
  organisationId: OrganisationId,
  keyId: z.string().optional(),
  personId: z.string().optional(),
  /** API Gateway may remember the answer of an authorizer from before this field. */
  actorName: Encoded.optional(),
  personEmail: Encoded.optional(),
  scope: z.enum(scopes),
  expiresAt: Instant.optional(),
  requestsPerSecond: z.coerce.number().int().min(1).optional(),
});

/**
 * The caller of a route that needs a key.
 * @throws ApiError `forbidden` when the caller lacks the scope, `unauthorized` when no authorizer accepted the request
 *   or when the key or the token has expired.
 */
export function callerOf(route: Route, event: APIGatewayProxyEvent): Caller | undefined {
  if (route.scope === 'public') return undefined;
  const parsed = AuthorizerContext.safeParse(event.requestContext.authorizer);
  if (!parsed.success) throw unauthorized('No valid API key or access token.');
  const { organisationId, scope, expiresAt, requestsPerSecond } = parsed.data;
  const actor = actorOf(parsed.data);
  if (actor === undefined) throw unauthorized('No valid API key or access token.');
  // Before the checks below: the log of a refused request names its actor too.
  addLogContext({ organisation: organisationId, [actor.kind === 'key' ? 'keyId' : 'personId']: actor.id });
  // API Gateway caches the answer of the authorizer, and the key or the token may expire meanwhile.
  if (expiresAt !== undefined && Date.parse(expiresAt) < event.requestContext.requestTimeEpoch) {
    throw unauthorized(`The ${actor.kind === 'key' ? 'API key' : 'access token'} has expired.`);
  }
  if (scopes.indexOf(scope) < scopes.indexOf(route.scope)) {
    throw new ApiError('forbidden', `This needs the scope ${route.scope}; the caller has ${scope}.`);
  }
  return { organisation: organisationId, actor, scope, requestsPerSecond };
}

function actorOf({
  keyId,
  personId,
  actorName,
  personEmail,
}: Pick<z.output<typeof AuthorizerContext>, 'keyId' | 'personId' | 'actorName' | 'personEmail'>): Actor | undefined {
  if (keyId !== undefined) return { kind: 'key', id: keyId, name: actorName ?? keyId };
  if (personId === undefined) return undefined;
  return { kind: 'person', id: personId, name: actorName ?? personId, email: personEmail ?? null };
}

/**
 * Parses one part of a request.
 * @throws ApiError `validation_failed`, which names each invalid field.
 */
export function parsed<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw validationFailed(fieldErrors(result.error.issues));
}

/**
 * Query parameters by name.
 * @throws ApiError `validation_failed` when a parameter is given twice, because the caller may mean either value.
 */
export function queryOf(event: APIGatewayProxyEvent): Record<string, string> {
  const query: Record<string, string> = Object.create(null);
  for (const [name, values = []] of Object.entries(event.multiValueQueryStringParameters ?? {})) {
    const [value, ...more] = values;
    if (more.length > 0) {
      throw new ApiError('validation_failed', `${name} is given more than once.`, {
        errors: [{ path: name, message: 'is given more than once' }],
      });
    }
    query[name] = value ?? '';
  }
  return { ...query };
}
