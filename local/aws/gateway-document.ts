import * as z from 'zod';
import type { ResolvedTemplate } from './template.ts';

const Operation = z.strictObject({
  operationId: z.string(),
  responses: z.strictObject({}),
  /** No entry: a public method. One entry: the name of the scheme, that is of the authorizer. */
  security: z.array(z.record(z.string(), z.array(z.string()))).max(1),
  'x-amazon-apigateway-integration': z.strictObject({
    type: z.literal('aws_proxy'),
    // API Gateway invokes Lambda by POST only.
    httpMethod: z.literal('POST'),
    uri: z.string(),
    credentials: z.string(),
    responseTransferMode: z.enum(['BUFFERED', 'STREAM']).default('BUFFERED'),
    timeoutInMillis: z.number().default(29_000),
  }),
});

const AuthorizerProperties = z.strictObject({
  type: z.literal('token'),
  authorizerUri: z.string(),
  authorizerCredentials: z.string(),
  authorizerResultTtlInSeconds: z.number().default(300),
  identitySource: z.string().startsWith('method.request.header.'),
  identityValidationExpression: z.string().optional(),
});

const Scheme = z.strictObject({
  type: z.literal('apiKey'),
  name: z.string(),
  in: z.literal('header'),
  'x-amazon-apigateway-authtype': z.literal('custom'),
  'x-amazon-apigateway-authorizer': AuthorizerProperties,
});

const GatewayResponse = z.strictObject({
  statusCode: z.coerce.number().optional(),
  responseParameters: z.record(z.string(), z.string()).default({}),
  responseTemplates: z.record(z.string(), z.string()).default({}),
});

const ANY = 'x-amazon-apigateway-any-method';
const Method = z.string().regex(new RegExp(`^(get|post|put|patch|delete|${ANY})$`));

const Api = z.object({
  Name: z.string(),
  Body: z.strictObject({
    openapi: z.literal('3.0.1'),
    info: z.object({ title: z.string(), version: z.string() }),
    paths: z.record(z.string(), z.record(Method, Operation)),
    components: z.strictObject({ securitySchemes: z.record(z.string(), Scheme) }).optional(),
    'x-amazon-apigateway-gateway-responses': z.record(z.string(), GatewayResponse).default({}),
  }),
});

/** The OpenAPI document from which API Gateway makes the REST API, with the extensions of API Gateway. */
export interface GatewayDocument {
  readonly name: string;
  readonly operations: readonly (z.output<typeof Operation> & { readonly method: string; readonly path: string })[];
  /** By the name of the security scheme. */
  readonly authorizers: Readonly<Record<string, z.output<typeof AuthorizerProperties>>>;
  /** By type. */
  readonly responses: Readonly<Record<string, z.output<typeof GatewayResponse>>>;
}

/**
 * @param properties the properties of the REST API in a template.
 * @throws ZodError when the document has what the local stack does not play.
 */
export function readGatewayDocument(properties: unknown): GatewayDocument {
  const { Name, Body } = Api.parse(properties);
  const schemes = Object.entries(Body.components?.securitySchemes ?? {});
  return {
    name: Name,
    operations: Object.entries(Body.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([name, operation]) => {
        return { ...operation, method: name === ANY ? 'ANY' : name.toUpperCase(), path };
      }),
    ),
    authorizers: Object.fromEntries(schemes.map(([name, scheme]) => [name, scheme['x-amazon-apigateway-authorizer']])),
    responses: Body['x-amazon-apigateway-gateway-responses'],
  };
}

/** @throws Error when the template has no REST API. */
export function gatewayDocumentOf(template: ResolvedTemplate): GatewayDocument {
  const [api] = template.resources('AWS::ApiGateway::RestApi', z.unknown());
  if (api === undefined) throw new Error('The template has no REST API');
  return readGatewayDocument(api.properties);
}
