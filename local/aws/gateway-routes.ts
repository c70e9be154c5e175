import type { GatewayDocument } from './gateway-document.ts';
import { functionNameIn } from './template-functions.ts';

/** A method of the API, with the function that serves it. */
export interface Method {
  /** As the document writes it: `/api/wallets/{id}`. */
  readonly resourcePath: string;
  readonly functionName: string;
  /** The name of the authorizer; undefined for a public method. */
  readonly authorizer: string | undefined;
  readonly streams: boolean;
  /** How long API Gateway waits for the function. */
  readonly timeoutMs: number;
}

export interface Match {
  readonly method: Method;
  readonly pathParameters: Record<string, string>;
}

interface Node {
  readonly fixed: Map<string, Node>;
  variable?: { readonly name: string; readonly node: Node };
  readonly methods: Map<string, Method>;
}

const emptyNode = (): Node => ({ fixed: new Map(), methods: new Map() });

/**
 * Matches requests to the methods of the REST API, as API Gateway does: a fixed path part takes precedence over a
 * variable.
 */
export class Routes {
  readonly #root = emptyNode();

  constructor({ operations }: Pick<GatewayDocument, 'operations'>) {
    for (const { method, path, security, 'x-amazon-apigateway-integration': integration } of operations) {
      this.#nodeAt(path).methods.set(method, {
        resourcePath: path,
        functionName: functionNameIn(integration.uri),
        authorizer: Object.keys(security[0] ?? {})[0],
        streams: integration.responseTransferMode === 'STREAM',
        timeoutMs: integration.timeoutInMillis,
      });
    }
  }

  /** @param path the raw path of the request line, without the query. */
  match(httpMethod: string, path: string): Match | undefined {
    const pathParameters: Record<string, string> = {};
    let node = this.#root;
    for (const part of partsOf(path).map(decoded)) {
      const fixed = node.fixed.get(part);
      if (fixed === undefined && (node.variable === undefined || part === '')) return undefined;
      if (fixed === undefined && node.variable !== undefined) pathParameters[node.variable.name] = part;
      node = fixed ?? node.variable?.node ?? node;
    }
    const method = node.methods.get(httpMethod) ?? node.methods.get('ANY');
    return method && { method, pathParameters };
  }

  #nodeAt(resourcePath: string): Node {
    let node = this.#root;
    for (const part of partsOf(resourcePath)) node = childOf(node, part);
    return node;
  }
}

function childOf(node: Node, part: string): Node {
  const variable = /^\{(\w+)\}$/.exec(part)?.[1];
  if (variable !== undefined) {
    node.variable ??= { name: variable, node: emptyNode() };
    return node.variable.node;
  }
  if (part.startsWith('{')) throw new Error(`The local API does not support greedy path parameters: ${part}`);
  const child = node.fixed.get(part) ?? emptyNode();
  node.fixed.set(part, child);
  return child;
}

const partsOf = (path: string): string[] => (path === '/' || path === '' ? [] : path.slice(1).split('/'));

/** Leaves a part with invalid percent-encoding as it is. The schema of the function refuses this value. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
