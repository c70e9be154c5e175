import type { MiddlewareObj } from '@middy/core';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type * as z from 'zod';
import { ApiError } from '../errors.ts';

/** 256 KiB: far above any legitimate body (a rule with 1,000 addresses has 60 KB), far below what hurts. */
export const MAX_BODY_BYTES = 256 * 1024;

type Middleware = MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult>;

/** Reads the JSON body of a route that has one: media type, size, then JSON, in the contract's order. */
export function jsonBody(schema: z.ZodType): Middleware {
  const parser = httpJsonBodyParser();
  const emptyCounts = schema.safeParse({}).success;
  return {
    before: async (request) => {
      const { event } = request;
      if (event.body === null || event.body === undefined || event.body === '') {
        if (!emptyCounts) throw new ApiError('invalid_json', 'The body is empty; a JSON object is expected.');
        event.body = '{}';
        event.isBase64Encoded = false;
        event.headers['content-type'] = 'application/json';
      }
      const bytes = Buffer.byteLength(event.body, event.isBase64Encoded ? 'base64' : 'utf8');
      try {
        if (bytes <= MAX_BODY_BYTES) return await parser.before?.(request);
        // The media type is judged first, whatever the size.
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

/** The parser's own errors (415, 422, and 400 for keys that would reach a prototype) in our words. */
function readable(error: unknown): unknown {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (status === 415) {
    return new ApiError('unsupported_media_type', 'The Content-Type must be application/json.');
  }
  if (status === 422) return new ApiError('invalid_json', 'The body is not valid JSON.');
  if (typeof status === 'number' && status < 500) {
    return new ApiError('validation_failed', 'The body has a key that is not allowed.', {
      errors: ['__proto__', 'constructor'].map((path) => ({ path, message: 'is not a known field' })),
    });
  }
  return error;
}
