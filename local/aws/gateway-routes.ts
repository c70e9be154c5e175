import * as z from 'zod';
import type { ResolvedTemplate } from './template.ts';
import { functionNameIn } from './template-functions.ts';

/** A method of the API, with the function that serves it. */
export interface Method {
  readonly resourceId: string;
  /** As the template writes it: `/api/wallets/{id}`. */
  readonly resourcePath: string;
  readonly functionName: string;
  /** The id of the authorizer; undefined for a public method. */
  readonly authorizerId: string | undefined;
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

const ResourceProperties = z.object({ ParentId: z.string(), PathPart: z.string() });

const MethodProperties = z.object({
  HttpMethod: z.string(),
  ResourceId: z.string(),
  AuthorizationType: z.enum(['NONE', 'CUSTOM']),
  AuthorizerId: z.string().optional(),
  Integration: z.object({
    Type: z.literal('AWS_PROXY'),
    Uri: z.string(),
    ResponseTransferMode: z.enum(['BUFFERED', 'STREAM']).default('BUFFERED'),
    TimeoutInMillis: z.number().default(29_000),
  }),
});

const emptyNode = (): Node => ({ fixed: new Map(), methods: new Map() });

/**
 * Matches requests to the methods of the REST API, as API Gateway does: a fixed path part takes precedence over a
 * variable.
 */
export class Routes {
  readonly #root = emptyNode();

  constructor(template: ResolvedTemplate) {
    const paths = resourcePaths(template);
    for (const { properties } of template.resources('AWS::ApiGateway::Method', MethodProperties)) {
      const { ResourceId, HttpMethod, Integration, AuthorizationType, AuthorizerId } = properties;
      const resourcePath = paths.get(ResourceId) ?? '/';
      this.#nodeAt(resourcePath).methods.set(HttpMethod, {
        resourceId: ResourceId,
        resourcePath,
        functionName: functionNameIn(Integration.Uri),
        authorizerId: AuthorizationType === 'CUSTOM' ? AuthorizerId : undefined,
        streams: Integration.ResponseTransferMode === 'STREAM',
        timeoutMs: Integration.TimeoutInMillis,
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

function resourcePaths(template: ResolvedTemplate): Map<string, string> {
  const resources = template.resources('AWS::ApiGateway::Resource', ResourceProperties);
  const byId = new Map(resources.map(({ id, properties }) => [template.name(id), properties]));
  const pathOf = (id: string): string => {
    const resource = byId.get(id);
    return resource === undefined ? '' : `${pathOf(resource.ParentId)}/${resource.PathPart}`;
  };
  return new Map([...byId.keys()].map((id) => [id, pathOf(id)]));
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
