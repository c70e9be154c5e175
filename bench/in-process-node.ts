import * as z from 'zod';
import type { Method } from '../local/chains/recorded/rpc-method.ts';

const Request = z.object({ method: z.string(), params: z.array(z.unknown()) });

/** A response without sockets and without the decoding of bytes. */
class Answer extends Response {
  override readonly text: () => Promise<string>;

  constructor(read: () => string) {
    super();
    this.text = async () => read();
  }
}

/** Returns the text of a response. */
type Kept = () => string;

const nodes = new Map<string, (request: string) => Answer>();
const network = globalThis.fetch;

/** Chain readers call `fetch`. Requests to other URLs than those of nodes go to the network. */
globalThis.fetch = async (input, init) => {
  const node = nodes.get(String(input));
  return node === undefined ? network(input, init) : node(String(init?.body));
};

/** The answer of a node that lacks a method, such as the methods of traces. */
const MISSING = { error: { code: -32601, message: 'the method does not exist' } };

export interface InProcessNode {
  readonly url: string;
  /** The number of requests so far. */
  readonly requests: number;
  /** Records all responses that `read` requests, to repeat them at no cost. Returns their texts. */
  keepingAll(read: () => Promise<unknown>): Promise<string[]>;
}

/**
 * A node in this process. Chain readers reach it by `fetch`.
 * @param keep converts the text of a response to the form in which it is kept.
 */
export function inProcessNode(
  methods: Readonly<Record<string, Method>>,
  keep: (text: string) => Kept = (text) => () => text,
): InProcessNode {
  const url = `http://node-${nodes.size}.invalid/`;
  const known = new Map(Object.entries(methods));
  const kept = new Map<string, Kept>();
  let keeping: string[] | null = null;
  let requests = 0;
  nodes.set(url, (request) => {
    requests += 1;
    const again = kept.get(request);
    if (again !== undefined) return new Answer(again);
    const { method, params } = Request.parse(JSON.parse(request));
    const answer = known.get(method);
    const outcome = answer === undefined ? MISSING : { result: answer(params) };
    const text = JSON.stringify({ jsonrpc: '2.0', id: 1, ...outcome });
    if (keeping !== null) {
      kept.set(request, keep(text));
      keeping.push(text);
    }
    return new Answer(() => text);
  });
  return {
    url,
    get requests() {
      return requests;
    },
    async keepingAll(read) {
      const texts: string[] = [];
      keeping = texts;
      await read();
      keeping = null;
      return texts;
    },
  };
}

/** Keeps a text as bytes outside the heap. Each call decodes a new string, as for a response from a socket. */
export function asBytes(text: string): Kept {
  const bytes = Buffer.from(text);
  return () => bytes.toString();
}
