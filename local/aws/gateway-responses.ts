import * as z from 'zod';
import type { ResolvedTemplate } from './template.ts';

/** The responses that API Gateway itself can give here, with their default status. */
const defaultStatus = {
  ACCESS_DENIED: 403,
  AUTHORIZER_CONFIGURATION_ERROR: 500,
  AUTHORIZER_FAILURE: 500,
  INTEGRATION_FAILURE: 504,
  INTEGRATION_TIMEOUT: 504,
  MISSING_AUTHENTICATION_TOKEN: 403,
  REQUEST_TOO_LARGE: 413,
  THROTTLED: 429,
  UNAUTHORIZED: 401,
} as const;

export type ResponseType = keyof typeof defaultStatus;

export interface GatewayResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const Properties = z.object({
  ResponseType: z.string(),
  StatusCode: z.coerce.number().optional(),
  ResponseParameters: z.record(z.string(), z.string()).default({}),
  ResponseTemplates: z.record(z.string(), z.string()).default({}),
});
type Properties = z.output<typeof Properties>;

const HEADER = 'gatewayresponse.header.';

/** Builds the responses of API Gateway itself from the template. */
export class GatewayResponses {
  readonly #byType: ReadonlyMap<string, Properties>;

  constructor(template: ResolvedTemplate) {
    const all = template.resources('AWS::ApiGateway::GatewayResponse', Properties);
    this.#byType = new Map(all.map(({ properties }) => [properties.ResponseType, properties]));
  }

  /** @throws Error when the template uses a variable or a header mapping that the local stack does not support. */
  answer(type: ResponseType, requestId: string): GatewayResponse {
    const fallback = defaultStatus[type] < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX';
    const properties = this.#byType.get(type) ?? this.#byType.get(fallback);
    const [mediaType, template] = Object.entries(properties?.ResponseTemplates ?? {})[0] ?? [
      'application/json',
      '{"message":$context.error.messageString}',
    ];
    const context: Record<string, string> = {
      'context.requestId': requestId,
      'context.error.responseType': type,
      'context.error.message': type,
      'context.error.messageString': JSON.stringify(type),
    };
    const contextValue = (expression: string): string => {
      const value = context[expression];
      if (value === undefined) throw new Error(`The local API does not support $${expression} in a gateway response`);
      return value;
    };
    const headers = Object.entries(properties?.ResponseParameters ?? {})
      .filter(([parameter]) => parameter.startsWith(HEADER))
      .map(([parameter, value]) => [
        parameter.slice(HEADER.length),
        value.startsWith("'") ? value.slice(1, -1) : contextValue(value),
      ]);
    return {
      status: properties?.StatusCode ?? defaultStatus[type],
      headers: { 'Content-Type': mediaType, 'x-amzn-ErrorType': type, ...Object.fromEntries(headers) },
      body: template.replace(/\$(context(?:\.\w+)+)/g, (_, expression: string) => contextValue(expression)),
    };
  }
}
