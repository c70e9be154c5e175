import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Answer } from './aws-answer.ts';

/** Keeps connections to the emulators open: opening a connection takes longer than a request. */
const agent = new Agent({ keepAlive: true });

const passed = ['content-type', 'x-amz-target', 'authorization', 'x-amz-date'] as const;
const answered = ['content-type', 'x-amzn-query-error', 'x-amzn-requestid'] as const;

/** The emulator closed the connection before it answered. */
export class ConnectionSeveredError extends Error {}

/** Forwards a request to an emulator and returns the answer. @throws ConnectionSeveredError when no answer comes. */
export function forward(
  endpoint: string,
  { headers }: Pick<IncomingMessage, 'headers'>,
  body: string,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const severed = (cause: unknown) => reject(new ConnectionSeveredError('The emulator did not answer', { cause }));
  const onward = httpRequest(endpoint, { agent, method: 'POST', headers: pick(headers, passed) }, (answer) => {
    const status = answer.statusCode ?? 502;
    text(answer).then((read) => resolve({ status, headers: pick(answer.headers, answered), body: read }), severed);
  });
  onward.once('error', severed).end(body);
  return promise;
}

const pick = (headers: IncomingMessage['headers'], names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, String(value)]];
    }),
  );
