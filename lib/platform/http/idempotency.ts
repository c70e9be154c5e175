import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import * as z from 'zod';
import { invalidField } from '../../values/errors.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import { type IdempotentRequest, idempotentRequests, StoredAnswer } from '../idempotency/idempotent-requests.ts';
import { recordedValues } from '../idempotency/recorded-values.ts';
import { errorFields, log } from '../log.ts';
import type { Sealer } from '../sealer.ts';
import { withExtras } from './extras.ts';
import { DEFAULT_TIMEOUT_SECONDS, IDEMPOTENCY_KEY, type Route } from './route.ts';

const Key = z.string().regex(/^[\x21-\x7e]{1,255}$/);

/** Runs a request with the dependencies of this run. */
export type Run<D> = (deps: D) => Promise<APIGatewayProxyResult>;
/**
 * Answers the requests of a route that creates a record. Requests of an API key with the same `Idempotency-Key` create
 * one record, and get its answer for 24 hours. An answer that is no success frees the key.
 */
export function once(route: Route, sealer: () => Promise<Sealer>) {
  return async <D extends Deps>(
    event: APIGatewayProxyEvent,
    caller: Caller,
    deps: D,
    run: Run<D>,
  ): Promise<APIGatewayProxyResult> => {
    const key = event.headers[IDEMPOTENCY_KEY.toLowerCase()];
    if (key === undefined) return run(deps);
    const begun = await idempotentRequests(deps, sealer).begin(requestOf(route, event, caller, key));
    if ('answer' in begun) {
      const { requestId } = event.requestContext;
      return { ...begun.answer, headers: { ...begun.answer.headers, 'X-Request-Id': requestId } };
    }
    const { at, values, isDone, created, store, giveUp } = begun.run;
    const recorded = recordedValues(deps, values);
    const creation = { isDone, done: () => created(recorded.values()) };
    const ofRun = withExtras(deps, {
      table: () => ({ ...deps.table, creation }),
      now: () => () => at,
      newId: () => recorded.newId,
      randomBytes: () => recorded.randomBytes,
    });
    try {
      const result = await run(ofRun);
      await reported(store(StoredAnswer.parse(result)));
      return result;
    } catch (error) {
      await reported(giveUp());
      throw error;
    }
  };
}

/** @throws ApiError `validation_failed`. */
function requestOf(route: Route, event: APIGatewayProxyEvent, caller: Caller, key: string): IdempotentRequest {
  if (!Key.safeParse(key).success) throw invalidField(IDEMPOTENCY_KEY, 'must be 1 to 255 visible ASCII characters');
  return {
    organisationId: caller.organisation,
    actorId: caller.actor.id,
    idempotencyKey: key,
    content: JSON.stringify([route.method, route.path, event.pathParameters, event.body], inOrder),
    timeoutSeconds: route.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS,
  };
}

/** Two bodies that differ only in the order of their fields are the same request. */
const inOrder = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** The record exists or not, whatever becomes of the item of the request: the lease of the run ends by itself. */
const reported = (writing: Promise<void>): Promise<void> =>
  writing.catch((error: unknown) => log.error('idempotency.not_stored', errorFields(error)));
