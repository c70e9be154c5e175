import type { MiddlewareObj } from '@middy/core';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import * as z from 'zod';
import { ApiError, invalidField } from '../../values/errors.ts';

/** 256 KiB: far above any legitimate body (a rule with 1,000 addresses has 60 KB) and cheap to parse. */
export const MAX_BODY_BYTES = 256 * 1024;

type Middleware = MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult>;

const FORM = /^application\/x-www-form-urlencoded *(;|$)/i;

/** The fields of an HTML form as JSON. */
function formAsJson({ body, isBase64Encoded }: APIGatewayProxyEvent): string {
  const text = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8').toString('utf8');
  return JSON.stringify(Object.fromEntries(new URLSearchParams(text)));
}

/**
 * Reads the JSON body of a route. Checks media type, size and JSON, in the contract's order.
 * @param takesForm also takes the fields of an HTML form.
 */
export function jsonBody(schema: z.ZodType, takesForm = false): Middleware {
  const parser = httpJsonBodyParser();
  const emptyCounts = schema.safeParse({}).success;
  return {
    before: async (request) => {
      const { event } = request;
      if (event.body === null || event.body === undefined || event.body === '') {
        if (!emptyCounts) throw new ApiError('invalid_json', 'The body is empty; a JSON object is expected.');
        replaceBody(event, '{}');
      }
      const bytes = Buffer.byteLength(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
      const isForm = takesForm && FORM.test(event.headers['content-type'] ?? '');
      if (isForm) replaceBody(event, bytes <= MAX_BODY_BYTES ? formAsJson(event) : '{}');
      try {
        if (bytes <= MAX_BODY_BYTES) return await parser.before?.(request);
        // The media type has to be checked first, even when the body is too large.
        event.body = '{}';
        event.isBase64Encoded = false;
        await parser.before?.(request);
      } catch (error) {
        throw readable(error);
      }
      throw new ApiError('payload_too_large', `The body has ${bytes} bytes; ${MAX_BODY_BYTES} are allowed.`);
    },
  };
}

function replaceBody(event: APIGatewayProxyEvent, json: string): void {
  event.body = json;
  event.isBase64Encoded = false;
  event.headers['content-type'] = 'application/json';
}

const ParserError = z.object({ statusCode: z.number(), message: z.string(), cause: z.object({ data: z.unknown() }) });
/** The parser's message for keys that would reach an object's prototype; `cause.data` is the key. */
const FORBIDDEN_KEY = 'Forbidden key in JSON body';

/** Turns the parser's errors into errors of the API and returns all other errors unchanged. */
function readable(error: unknown): unknown {
  const { data } = ParserError.safeParse(error);
  if (data?.statusCode === 415) {
    return new ApiError('unsupported_media_type', 'The Content-Type must be application/json.');
  }
  if (data?.message === FORBIDDEN_KEY) return invalidField(String(data.cause.data), 'is not a known field');
  return data === undefined ? error : new ApiError('invalid_json', 'The body is not valid JSON.');
}
