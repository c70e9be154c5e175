import type { IncomingHttpHeaders } from 'node:http';
import { callerIn } from '../../local/aws/access-keys.ts';

/** An intercepted call. */
export interface Call {
  /** The calling function; `stack` for the emulation of Lambda's event sources, `node` for requests to the chain. */
  readonly who: string;
  readonly operation: string;
  /** The same for all of a client's tries of one call; undefined if the client does not send it. */
  readonly invocation: string | undefined;
  readonly body: string;
}

/** Services that take the operation from the path. */
const PATHS: readonly (readonly [RegExp, string])[] = [
  [/^\/2015-03-31\/functions\//, 'Invoke'],
  [/^\/schedules\//, 'CreateSchedule'],
  [/^\/v2\/email\//, 'SendEmail'],
];

/** Reads a call to AWS. A call without AWS headers goes to a chain's node. */
export function callOf({ url = '/', headers }: { url?: string; headers: IncomingHttpHeaders }, body: string): Call {
  const { authorization = '' } = headers;
  const target = headers['x-amz-target'];
  const invocation = headers['amz-sdk-invocation-id'];
  return {
    who: callerOf(authorization),
    operation: typeof target === 'string' ? target.slice(target.indexOf('.') + 1) : methodOf(url, body),
    invocation: typeof invocation === 'string' ? invocation : undefined,
    body,
  };
}

/**
 * All instances of a function are the same caller, so that a plan does not depend on the instance that serves a call.
 */
const callerOf = (authorization: string): string =>
  callerIn(authorization)?.functionName.replace('chainwatch-local-', '') ?? (authorization === '' ? 'node' : 'stack');

const methodOf = (url: string, body: string): string =>
  PATHS.find(([path]) => path.test(url))?.[1] ?? /"method":"(\w+)"/.exec(body)?.[1] ?? 'unknown';
