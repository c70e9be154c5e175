import type * as z from 'zod';
import type { ErrorCode } from '../../values/errors.ts';
import type { Access } from '../access.ts';

export type Scope = 'read' | 'write' | 'admin';

export const DEFAULT_TIMEOUT_SECONDS = 10;

/** An endpoint as data. API Gateway, the IAM role, the validation and the OpenAPI document derive from the route. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** In the notation of API Gateway: `/api/wallets/{id}`. */
  readonly path: `/api/${string}`;
  /** File under functions/ without `.ts`, and folder under dist/. */
  readonly handler: string;
  /** The least scope a key must have; `public` needs no key. */
  readonly scope: Scope | 'public';
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Status → schema of the answer; null means no body; a string is the media type of a streamed body. */
  readonly responses: { readonly [status: number]: z.ZodType | null | string };
  /** Errors in addition to the errors that every route can answer. */
  readonly errors?: readonly ErrorCode[];
  readonly access: Access;
  /** The reads count against the read units of the key: lists, exports, and whatever else reads a timeline. */
  readonly costs?: 'reads';
  /** Answers through API Gateway's response streaming. An answer that may be larger than 6 MB needs streaming. */
  readonly stream?: true;
  /** By default `DEFAULT_TIMEOUT_SECONDS`. */
  readonly timeoutSeconds?: number;
  /** Default 256. */
  readonly memoryMb?: number;
}

/** The access of a route's function: the access of its row, and the rates of API keys unless the route is public. */
export const accessOf = ({ scope, access }: Route): Access =>
  scope === 'public' ? access : { ...access, rateLimit: true };
