import type * as z from 'zod';
import type { ErrorCode } from '../../values/errors.ts';
import type { Access } from '../access.ts';
import type { Scope } from '../caller.ts';
import { OF_CUSTOMERS, type Partition } from '../table/keys.ts';

export const DEFAULT_TIMEOUT_SECONDS = 10;

/** The header by which a caller may repeat a request that creates a record. */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';

/** An endpoint as data. API Gateway, the IAM role, the validation and the OpenAPI document derive from the route. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** In the notation of API Gateway: `/api/wallets/{id}`. */
  readonly path: `/api/${string}` | `/a/${string}`;
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
  /** Also takes the body as the fields of an HTML form. */
  readonly takesForm?: true;
  /** Status → schema of the answer; null means no body; a string is the media type of a streamed body. */
  readonly responses: { readonly [status: number]: z.ZodType | null | string };
  /** Answers browsers with a page in place of the JSON of a status. */
  readonly showsPages?: true;
  /** Errors in addition to the errors that every route can answer. */
  readonly errors?: readonly ErrorCode[];
  readonly access: Access;
  /** Creates a record, so a caller may repeat the request with an `Idempotency-Key` (`creatingEndpoint`). */
  readonly creates?: true;
  /** The reads count against the read units of the key: lists, exports, and whatever else reads a timeline. */
  readonly costs?: 'reads';
  /** As how many requests the rate limits count a request. The default is 1. */
  readonly weight?: number;
  /** Answers through API Gateway's response streaming. An answer that may be larger than 6 MB needs streaming. */
  readonly stream?: true;
  /** By default `DEFAULT_TIMEOUT_SECONDS`. */
  readonly timeoutSeconds?: number;
  /** Default 256. */
  readonly memoryMb?: number;
}

/** What the answers of requests with idempotency keys need. */
const CREATING: Pick<Required<Access>, 'table' | 'secrets'> = {
  table: ['GetItem', 'PutItem', 'UpdateItem'],
  secrets: ['data-key'],
};

const union = <T>(some: readonly T[] = [], others: readonly T[] = []): T[] => [...new Set([...some, ...others])];

/**
 * The access of a route's function: the access of its row within the partitions of organisations, the rates of API keys
 * unless the route is public, and what idempotency keys need if the route creates a record.
 */
export function accessOf({ scope, access, creates }: Route): Access {
  const own = { ...access, partitions: union<Partition>(OF_CUSTOMERS, access.partitions) };
  if (scope === 'public') return own;
  if (creates === undefined) return { ...own, rateLimit: true };
  const { table, secrets } = access;
  return {
    ...own,
    table: union(table, CREATING.table),
    secrets: union(secrets, CREATING.secrets),
    rateLimit: true,
  };
}
