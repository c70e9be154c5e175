/** Every error code of the API with its status and title (RFC 9457). */
const problems = {
  invalid_json: { status: 400, title: 'The body is not JSON' },
  validation_failed: { status: 400, title: 'Validation failed' },
  unauthorized: { status: 401, title: 'No valid API key or access token' },
  forbidden: { status: 403, title: 'The caller lacks the scope' },
  organisation_suspended: { status: 403, title: 'The organisation is suspended' },
  not_found: { status: 404, title: 'Not found' },
  invalid_transition: { status: 409, title: 'Invalid state transition' },
  conflict: { status: 409, title: 'Conflict' },
  idempotency_conflict: { status: 409, title: 'Idempotency key of another request' },
  idempotency_in_progress: { status: 409, title: 'Request with this idempotency key is running' },
  gone: { status: 410, title: 'No longer there' },
  payload_too_large: { status: 413, title: 'Payload too large' },
  export_too_large: { status: 413, title: 'Export too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  rate_limited: { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Internal error' },
  unavailable: { status: 503, title: 'Temporarily unavailable' },
  chain_unavailable: { status: 502, title: 'Chain unavailable' },
} as const;

export type ErrorCode = keyof typeof problems;
export const errorCodes = Object.keys(problems) as [ErrorCode, ...ErrorCode[]];
export const statusOf = (code: ErrorCode): number => problems[code].status;

export interface FieldError {
  /** The dotted path from the root of the body, or the name of the query or path parameter. */
  readonly path: string;
  readonly message: string;
}

export interface Problem {
  type: string;
  title: string;
  status: number;
  code: ErrorCode;
  detail: string;
  requestId: string;
  errors?: readonly FieldError[];
}

/**
 * The problem document of an error. API Gateway's own error responses use this function, too, and have the same form.
 */
export function problem(code: ErrorCode, detail: string, requestId: string, errors?: readonly FieldError[]): Problem {
  const { status, title } = problems[code];
  // A name without a domain: nobody deploys the service under the domain of its makers.
  const type = `urn:problem-type:chainwatch:${code}`;
  return { type, title, status, code, detail, requestId, ...(errors && { errors }) };
}

/** The cause of an error. The log states it, and the caller must not read it. */
export interface InternalReason {
  readonly event: string;
  /** Becomes the `message` of the error, so that every log line of the error holds the reason. */
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

interface ApiErrorOptions {
  readonly errors?: readonly FieldError[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly internal?: InternalReason;
}

/** The only error class that a caller of the API sees. The response holds its `detail`, `errors` and `headers`. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  readonly code: ErrorCode;
  readonly detail: string;
  readonly errors?: readonly FieldError[];
  /** Headers of the answer (`Retry-After`). */
  readonly headers?: Readonly<Record<string, string>>;
  readonly internal?: InternalReason;

  constructor(code: ErrorCode, detail: string, { errors, headers, internal }: ApiErrorOptions = {}) {
    super(internal?.message ?? detail);
    this.code = code;
    this.detail = detail;
    this.errors = errors;
    this.headers = headers;
    this.internal = internal;
  }
}

/** RFC 9110 requires the challenge in every 401. */
export const unauthorized = (detail: string): ApiError =>
  new ApiError('unauthorized', detail, { headers: { 'WWW-Authenticate': 'Bearer' } });

/** `seconds` may be a fraction. RFC 9110 allows whole seconds only, so most callers wait longer than they must. */
export const rateLimited = (seconds: number): ApiError =>
  new ApiError('rate_limited', 'This key asks too often; try again when Retry-After says.', {
    headers: { 'Retry-After': String(Math.ceil(seconds)) },
  });

/** A 404 that hides whether the record exists in another organisation. */
export const notFound = (what: string): ApiError => new ApiError('not_found', `No such ${what}.`);

/** A 400 that names these fields; its detail quotes the first three. */
export function validationFailed(errors: readonly FieldError[]): ApiError {
  const named = errors.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  return new ApiError('validation_failed', named.slice(0, 3).join('; '), { errors });
}

/** A 400 that names one field. */
export const invalidField = (path: string, message: string): ApiError =>
  new ApiError('validation_failed', `${path}: ${message}`, { errors: [{ path, message }] });

/** The table refused a request for some time, because of its load. The same request succeeds later. */
export class BusyError extends Error {
  override readonly name = 'BusyError';
}
