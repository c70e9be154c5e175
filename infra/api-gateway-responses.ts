import { ResponseType } from 'aws-cdk-lib/aws-apigateway';
import { type ErrorCode, problem, statusOf } from '../lib/values/errors.ts';

interface Answer {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly types: readonly ResponseType[];
}

/** The answers of API Gateway itself: a request did not reach a function, or the function did not answer. */
const answers: readonly Answer[] = [
  {
    code: 'unauthorized',
    detail: 'Send a valid API key or access token: Authorization: Bearer cw_….',
    headers: { 'WWW-Authenticate': "'Bearer'" },
    types: [ResponseType.UNAUTHORIZED],
  },
  {
    code: 'organisation_suspended',
    detail: 'The organisation is suspended. Ask the operator of this service.',
    // The authorizer denies a valid key for no other reason.
    types: [ResponseType.ACCESS_DENIED],
  },
  {
    code: 'forbidden',
    detail: 'The caller may not do that.',
    types: [ResponseType.INVALID_API_KEY, ResponseType.WAF_FILTERED],
  },
  {
    code: 'not_found',
    detail: 'There is no such route.',
    // API Gateway expects IAM authorisation for an unknown path or method. Without an Authorization header the token is
    // missing. With a bearer key the signature is incomplete, which has no type of its own and becomes DEFAULT_4XX.
    types: [
      ResponseType.RESOURCE_NOT_FOUND,
      ResponseType.MISSING_AUTHENTICATION_TOKEN,
      ResponseType.INVALID_SIGNATURE,
      ResponseType.EXPIRED_TOKEN,
      ResponseType.DEFAULT_4XX,
    ],
  },
  {
    code: 'validation_failed',
    detail: 'The request is malformed.',
    types: [ResponseType.BAD_REQUEST_BODY, ResponseType.BAD_REQUEST_PARAMETERS],
  },
  { code: 'payload_too_large', detail: 'The body is too large.', types: [ResponseType.REQUEST_TOO_LARGE] },
  {
    code: 'unsupported_media_type',
    detail: 'Send the body as application/json.',
    types: [ResponseType.UNSUPPORTED_MEDIA_TYPE],
  },
  {
    code: 'rate_limited',
    detail: 'Too many requests; try again in a second.',
    // The bucket refills every second.
    headers: { 'Retry-After': "'1'" },
    types: [ResponseType.THROTTLED, ResponseType.QUOTA_EXCEEDED],
  },
  {
    code: 'unavailable',
    detail: 'The API key cannot be checked at the moment; try again in a second.',
    headers: { 'Retry-After': "'1'" },
    // The authorizer fails when the table is too busy to serve its reads.
    types: [ResponseType.AUTHORIZER_FAILURE],
  },
  {
    code: 'internal',
    detail: 'The request failed on our side; quote the request id.',
    types: [
      ResponseType.API_CONFIGURATION_ERROR,
      ResponseType.AUTHORIZER_CONFIGURATION_ERROR,
      ResponseType.INTEGRATION_FAILURE,
      ResponseType.INTEGRATION_TIMEOUT,
      ResponseType.DEFAULT_5XX,
    ],
  },
];

/** The API's own answers as problem documents like those of the functions, by the type of the answer. */
export const gatewayResponses = () =>
  Object.fromEntries(
    answers.flatMap(({ code, detail, headers, types }) =>
      types.map(({ responseType }) => [
        responseType,
        {
          statusCode: String(statusOf(code)),
          // API Gateway uses this template for every client. The header below sets the media type.
          responseTemplates: { 'application/json': JSON.stringify(problem(code, detail, '$context.requestId')) },
          responseParameters: Object.fromEntries(
            Object.entries({
              'Content-Type': "'application/problem+json'",
              'X-Request-Id': 'context.requestId',
              ...headers,
            }).map(([name, value]) => [`gatewayresponse.header.${name}`, value]),
          ),
        },
      ]),
    ),
  );
