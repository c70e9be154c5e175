import type * as z from 'zod';
import type { ErrorCode } from '../../values/errors.ts';
import type { Access } from '../access.ts';

export type Scope = 'read' | 'write' | 'admin';

/** An endpoint as data: API Gateway's wiring, IAM, validation and the OpenAPI document all derive from it. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** As API Gateway writes it: `/api/wallets/{id}`. */
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
  /** Status → schema of the answer; null has no body; a string is a media type of a streamed body. */
  readonly responses: { readonly [status: number]: z.ZodType | null | string };
  /** Errors beyond those every route can answer. */
  readonly errors?: readonly ErrorCode[];
  readonly access: Access;
  /** Answers through API Gateway's response streaming, as what may be larger than 6 MB must; its handler is `streamed`. */
  readonly stream?: true;
  /** Default 10. */
  readonly timeoutSeconds?: number;
  /** Default 256. */
  readonly memoryMb?: number;
}

/** What the function of a route may touch: what its row says and, where keys call it, the rates of the keys. */
export const accessOf = ({ scope, access }: Route): Access =>
  scope === 'public' ? access : { ...access, rateLimit: true };
