import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod';
import { ApiError, unauthorized, validationFailed } from '../../values/errors.ts';
import { fieldErrors } from '../../values/field-errors.ts';
import { Instant } from '../../values/fields.ts';
import { OrganisationId } from '../../values/ids.ts';
import { addLogContext } from '../log.ts';
import { type Route, type Scope, scopes } from './route.ts';

/** The caller, as the authorizer identified it. */
export interface Caller {
  readonly organisation: OrganisationId;
  readonly keyId: string;
  readonly scope: Scope;
  /** The rate that an operator set for the organisation. */
  readonly requestsPerSecond?: number;
}

const AuthorizerContext = z.object({
  organisationId: OrganisationId,
  keyId: z.string(),
  scope: z.enum(scopes),
  expiresAt: Instant.optional(),
  requestsPerSecond: z.coerce.number().int().min(1).optional(),
});

/**
 * The caller of a route that needs a key.
 * @throws ApiError `forbidden` when the key lacks the scope, `unauthorized` when no authorizer accepted the request or
 *   the key has expired.
 */
export function callerOf(route: Route, event: APIGatewayProxyEvent): Caller | undefined {
  if (route.scope === 'public') return undefined;
  const parsed = AuthorizerContext.safeParse(event.requestContext.authorizer);
  if (!parsed.success) throw unauthorized('No valid API key.');
  const { organisationId, keyId, scope, expiresAt, requestsPerSecond } = parsed.data;
  // Before the checks below: the log of a refused request names its key too.
  addLogContext({ organisation: organisationId, keyId });
  // API Gateway caches the answer of the authorizer, and the key may expire meanwhile.
  if (expiresAt !== undefined && Date.parse(expiresAt) < event.requestContext.requestTimeEpoch) {
    throw unauthorized('The API key has expired.');
  }
  if (scopes.indexOf(scope) < scopes.indexOf(route.scope)) {
    throw new ApiError('forbidden', `This needs a key with scope ${route.scope}; this key has ${scope}.`);
  }
  return { organisation: organisationId, keyId, scope, requestsPerSecond };
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
