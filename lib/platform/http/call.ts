import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod';
import type { OrganisationId } from '../../values/ids.ts';
import type { Actor, Scope } from '../caller.ts';
import { callerOf, parsed, queryOf } from './request.ts';
import type { Route } from './route.ts';

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

/** The argument of an endpoint's function: the parsed request, the organisation and the dependencies. */
export interface Call<R extends Route, D> {
  readonly body: Output<R['body']>;
  readonly query: Output<R['query']>;
  readonly params: Output<R['params']>;
  readonly organisation: R['scope'] extends 'public' ? undefined : OrganisationId;
  /** Who calls. */
  readonly actor: R['scope'] extends 'public' ? undefined : Actor;
  /** What the caller may do. */
  readonly scope: R['scope'] extends 'public' ? undefined : Scope;
  readonly deps: D;
  /** The text of the body as it arrived, if the route has no schema for the body. A signature covers this text. */
  readonly text: string;
  /** By name, in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly requestId: string;
  /** Whether the caller is a browser that wants a page. */
  readonly wantsPage: boolean;
}

const NO_PARAMETERS = z.strictObject({});

/** Parses the request in the contract's order: path, query, body. */
export function callFrom<R extends Route, D>(route: R, event: APIGatewayProxyEvent, deps: D): Call<R, D> {
  const caller = callerOf(route, event);
  const call = {
    params: route.params && parsed(route.params, event.pathParameters ?? {}),
    query: parsed(route.query ?? NO_PARAMETERS, queryOf(event)),
    body: route.body && parsed(route.body, event.body),
    organisation: caller?.organisation,
    actor: caller?.actor,
    scope: caller?.scope,
    text: typeof event.body === 'string' ? event.body : '',
    headers: event.headers ?? {},
    requestId: event.requestContext.requestId,
    wantsPage: event.headers?.accept?.includes('text/html') ?? false,
    deps,
  };
  // The conditional types of `Call` follow from the schemas just applied, which the compiler cannot see.
  return call as Call<R, D>;
}
