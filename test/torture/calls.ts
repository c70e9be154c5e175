import type { IncomingHttpHeaders } from 'node:http';

/** A call on its way. */
export interface Call {
  /** The function that makes it; `stack` for what plays Lambda's event sources, `node` for what asks the chain. */
  readonly who: string;
  readonly operation: string;
  /** The same for all tries of a client at one call; undefined when it does not say. */
  readonly invocation: string | undefined;
  readonly body: string;
}

/** Services whose operations are paths. */
const PATHS: readonly (readonly [RegExp, string])[] = [
  [/^\/2015-03-31\/functions\//, 'Invoke'],
  [/^\/schedules\//, 'CreateSchedule'],
  [/^\/v2\/email\//, 'SendEmail'],
];

/** A call of AWS or, without its headers, of a chain's node. */
export function callOf({ url = '/', headers }: { url?: string; headers: IncomingHttpHeaders }, body: string): Call {
  const credential = /Credential=([^/]+)\//.exec(headers.authorization ?? '')?.[1];
  const target = headers['x-amz-target'];
  const invocation = headers['amz-sdk-invocation-id'];
  return {
    who:
      credential === undefined
        ? 'node'
        : credential === 'local'
          ? 'stack'
          : credential.replace('chainwatch-local-', ''),
    operation: typeof target === 'string' ? target.slice(target.indexOf('.') + 1) : methodOf(url, body),
    invocation: typeof invocation === 'string' ? invocation : undefined,
    body,
  };
}

const methodOf = (url: string, body: string): string =>
  PATHS.find(([path]) => path.test(url))?.[1] ?? /"method":"(\w+)"/.exec(body)?.[1] ?? 'unknown';
