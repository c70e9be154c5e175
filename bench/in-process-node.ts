import * as z from 'zod';
import type { Method } from '../local/chains/recorded/rpc-method.ts';

const Request = z.object({ method: z.string(), params: z.array(z.unknown()) });

/** A response without sockets. Its body is a stream of one part, because `Response` would copy the bytes. */
export class Answer extends Response {
  override readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;

  constructor(bytes: ArrayBuffer) {
    super();
    this.body = ReadableStream.from([new Uint8Array(bytes)]);
  }
}

/** The bytes of a text, in a buffer of their own. */
const bytesOf = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;

const nodes = new Map<string, (request: string) => Answer>();
const network = globalThis.fetch;

/** Chain readers call `fetch`. Requests to other URLs than those of nodes go to the network. */
globalThis.fetch = async (input, init) => {
  const node = nodes.get(String(input));
  return node === undefined ? network(input, init) : node(String(init?.body));
};

/** The answer of a node that lacks a method, such as the methods of traces. */
const MISSING = { error: { code: -32601, message: 'the method does not exist' } };

/** The text of the answer of a node with these methods. */
export function answerOf(methods: Readonly<Record<string, Method>>, request: string): string {
  const { method, params } = Request.parse(JSON.parse(request));
  const known = Object.hasOwn(methods, method) ? methods[method] : undefined;
  const outcome = known === undefined ? MISSING : { result: known(params) };
  return JSON.stringify({ jsonrpc: '2.0', id: 1, ...outcome });
}

export interface InProcessNode {
  readonly url: string;
  /** The number of requests so far, and of each method. */
  readonly requests: number;
  readonly byMethod: ReadonlyMap<string, number>;
  /** Records all responses that `read` requests, to repeat them at no cost. Returns their texts. */
  keepingAll(read: () => Promise<unknown>): Promise<string[]>;
}

/** A node in this process. Chain readers reach it by `fetch`. */
export function inProcessNode(methods: Readonly<Record<string, Method>>): InProcessNode {
  const url = `http://node-${nodes.size}.invalid/`;
  const kept = new Map<string, ArrayBuffer>();
  let keeping: string[] | null = null;
  let requests = 0;
  const byMethod = new Map<string, number>();
  nodes.set(url, (request) => {
    requests += 1;
    const { method } = Request.parse(JSON.parse(request));
    byMethod.set(method, (byMethod.get(method) ?? 0) + 1);
    const again = kept.get(request);
    if (again !== undefined) return new Answer(again);
    const text = answerOf(methods, request);
    const bytes = bytesOf(text);
    if (keeping !== null) {
      kept.set(request, bytes);
      keeping.push(text);
    }
    return new Answer(bytes);
  });
  return {
    url,
    get requests() {
      return requests;
    },
    byMethod,
    async keepingAll(read) {
      const texts: string[] = [];
      keeping = texts;
      await read();
      keeping = null;
      return texts;
    },
  };
}
