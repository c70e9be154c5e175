import type { GatewayDocument } from './gateway-document.ts';

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

const HEADER = 'gatewayresponse.header.';

/** Builds the responses of API Gateway itself from the document of the API. */
export class GatewayResponses {
  readonly #byType: GatewayDocument['responses'];

  constructor({ responses }: Pick<GatewayDocument, 'responses'>) {
    this.#byType = responses;
  }

  /** @throws Error when the document uses a variable or a header mapping that the local stack does not support. */
  answer(type: ResponseType, requestId: string): GatewayResponse {
    const fallback = defaultStatus[type] < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX';
    const defined = this.#byType[type] ?? this.#byType[fallback];
    const [mediaType, template] = Object.entries(defined?.responseTemplates ?? {})[0] ?? [
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
    const headers = Object.entries(defined?.responseParameters ?? {})
      .filter(([parameter]) => parameter.startsWith(HEADER))
      .map(([parameter, value]) => [
        parameter.slice(HEADER.length),
        value.startsWith("'") ? value.slice(1, -1) : contextValue(value),
      ]);
    return {
      status: defined?.statusCode ?? defaultStatus[type],
      headers: { 'Content-Type': mediaType, 'x-amzn-ErrorType': type, ...Object.fromEntries(headers) },
      body: template.replace(/\$(context(?:\.\w+)+)/g, (_, expression: string) => contextValue(expression)),
    };
  }
}
