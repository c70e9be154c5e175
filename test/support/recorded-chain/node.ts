import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import * as z from 'zod';
import { type Method, RpcError, type WrongAnswer } from '../../../local/chains/recorded/rpc-method.ts';
import { type FaultPlan, HEALTHY_NODE, type RpcFault } from './faults.ts';

const Request = z.object({ id: z.unknown(), method: z.string(), params: z.array(z.unknown()).default([]) });

/** A node that serves recorded blocks over HTTP and fails according to its fault plan. */
export class RecordedNode {
  readonly #methods: ReadonlyMap<string, Method>;
  /** The methods of the received calls, in order. */
  readonly calls: string[] = [];
  #plan: FaultPlan;
  /** The node calls this function when a request stays unanswered. A test can then cancel and not wait. */
  onSilence = (): void => undefined;

  constructor(methods: Readonly<Record<string, Method>>, plan = HEALTHY_NODE) {
    this.#methods = new Map(Object.entries(methods));
    this.#plan = plan;
  }

  readonly listener: RequestListener = (request, response) => {
    this.#serve(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  };

  /** Replaces the fault plan and restarts the count of calls at 1. */
  arm(plan: FaultPlan): void {
    this.#plan = plan;
    this.calls.length = 0;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { id, method, params } = Request.parse(await json(request));
    this.calls.push(method);
    const fault = this.#plan(this.calls.length, method);
    if (fault === 'reset') return void request.socket.destroy();
    if (fault === 'silent') return this.onSilence();
    if (fault === 'HTTP 500') return void response.writeHead(500).end('internal error');
    if (fault === 'rate limited') return void response.writeHead(429, { 'retry-after': '1' }).end('slow down');
    const text = JSON.stringify({ jsonrpc: '2.0', id, ...this.#outcome(method, params, fault) });
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(fault === 'truncated' ? text.slice(0, Math.floor(text.length * 0.7)) : text);
  }

  #outcome(method: string, params: readonly unknown[], fault: RpcFault | undefined) {
    if (fault === 'JSON-RPC error') return { error: { code: -32000, message: 'header not found' } };
    if (fault === 'null') return { result: null };
    const known = this.#methods.get(method);
    if (known === undefined) return { error: { code: -32601, message: `the method ${method} does not exist` } };
    try {
      return { result: known(params, isWrong(fault) ? fault : undefined) };
    } catch (error) {
      if (error instanceof RpcError) return { error: { code: error.code, message: error.message } };
      throw error;
    }
  }
}

const isWrong = (fault: RpcFault | undefined): fault is WrongAnswer =>
  fault === 'other block' || fault === 'stale head' || fault === 'part missing' || fault === 'part of another block';
