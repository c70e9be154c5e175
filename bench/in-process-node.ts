import * as z from 'zod';
import type { Method } from '../local/chains/recorded/rpc-method.ts';

const Request = z.object({ method: z.string(), params: z.array(z.unknown()) });

/** An answer without what is around it: neither sockets nor the decoding of bytes. */
class Answer extends Response {
  override readonly text: () => Promise<string>;

  constructor(read: () => string) {
    super();
    this.text = async () => read();
  }
}

/** Each gives the text of an answer. */
type Kept = () => string;

const nodes = new Map<string, (request: string) => Answer>();
const network = globalThis.fetch;

/** So that readers run as they are. Whatever is for no node goes to the network. */
globalThis.fetch = async (input, init) => {
  const node = nodes.get(String(input));
  return node === undefined ? network(input, init) : node(String(init?.body));
};

export interface InProcessNode {
  readonly url: string;
  /** Keeps the answers to all that `read` asks for, to give them again at no cost. Answers their texts. */
  keepingAll(read: () => Promise<unknown>): Promise<string[]>;
}

/**
 * A node in this process that readers reach by `fetch`.
 * @param keep what an answer's text is kept as.
 */
export function inProcessNode(
  methods: Readonly<Record<string, Method>>,
  keep: (text: string) => Kept = (text) => () => text,
): InProcessNode {
  const url = `http://node-${nodes.size}.invalid/`;
  const known = new Map(Object.entries(methods));
  const kept = new Map<string, Kept>();
  let keeping: string[] | null = null;
  nodes.set(url, (request) => {
    const again = kept.get(request);
    if (again !== undefined) return new Answer(again);
    const { method, params } = Request.parse(JSON.parse(request));
    const text = JSON.stringify({ jsonrpc: '2.0', id: 1, result: known.get(method)?.(params) });
    if (keeping !== null) {
      kept.set(request, keep(text));
      keeping.push(text);
    }
    return new Answer(() => text);
  });
  return {
    url,
    async keepingAll(read) {
      const texts: string[] = [];
      keeping = texts;
      await read();
      keeping = null;
      return texts;
    },
  };
}

/** As bytes, which are not on the heap, and a new text each time, as from a socket. */
export function asBytes(text: string): Kept {
  const bytes = Buffer.from(text);
  return () => bytes.toString();
}
