import type { RequestListener } from 'node:http';
import { json } from 'node:stream/consumers';
import * as z from 'zod';

const Request = z.object({ id: z.unknown(), method: z.string(), params: z.array(z.unknown()).default([]) });
export type Call = Omit<z.output<typeof Request>, 'id'>;

const Answered = z.object({
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string() }).optional(),
});
/** What a node answers: a result or an error. */
export type Answered = z.output<typeof Answered>;

/** Passes a call on to the real node. */
export type Pass = (call: Call) => Promise<Answered>;

/** Answers a call. Undefined passes the call on unchanged. */
export type Altering = (call: Call, pass: Pass) => Answered | Promise<Answered> | undefined;

/** A node between a reader and the node at `url`, which answers some calls itself. `alter` may change between calls. */
export function passingNode(url: string, alter: Altering) {
  const calls: Call[] = [];
  const pass: Pass = async (call) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...call }),
    });
    return Answered.parse(await response.json());
  };
  const listener: RequestListener = async (request, response) => {
    const { id, ...call } = Request.parse(await json(request));
    calls.push(call);
    const answer = await (alter(call, pass) ?? pass(call));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
  };
  return { listener, calls };
}

/** How a node refuses a method that it does not have. */
export const missing: Answered = { error: { code: -32601, message: 'the method does not exist' } };

export const isTrace = ({ method }: Call): boolean => /^(debug_|trace_)/.test(method);
export const isOverride = ({ method, params }: Call): boolean => method === 'eth_call' && params.length > 2;
