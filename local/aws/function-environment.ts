import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { SQSClient } from '@aws-sdk/client-sqs';
import { prices } from './fixed-prices.ts';
import { REGION } from './template.ts';
import type { FunctionSpec } from './template-functions.ts';

/** The stack's own; any will do for the emulators. */
const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

export interface Endpoints {
  readonly dynamoDb: string;
  readonly sqs: string;
  /** The server that is all of AWS to the functions. */
  readonly aws: string;
}

export interface Clients {
  readonly dynamoDb: DynamoDBClient;
  readonly streams: DynamoDBStreamsClient;
  readonly sqs: SQSClient;
}

/** The stack's own clients. */
export const clientsOf = ({ dynamoDb, sqs }: Pick<Endpoints, 'dynamoDb' | 'sqs'>): Clients => ({
  dynamoDb: new DynamoDBClient({ endpoint: dynamoDb, region: REGION, credentials }),
  streams: new DynamoDBStreamsClient({ endpoint: dynamoDb, region: REGION, credentials }),
  sqs: new SQSClient({ endpoint: sqs, region: REGION, credentials }),
});

/** What may be set for a local stack other than for a deployed one. */
export interface Settings {
  readonly retryDelays?: readonly number[];
  readonly strictUrls?: boolean;
  /** Requests a second of one API key, and its burst: `50,100`. */
  readonly rateLimit?: string;
}

/**
 * What the environment of each function has beyond the template's: where the SDKs find the services, as Lambda's runtime
 * says who they are, and the settings of this stack.
 */
export function environmentFor(
  endpoints: Endpoints,
  { retryDelays, strictUrls = false, rateLimit }: Settings,
): (spec: FunctionSpec) => Record<string, string> {
  return ({ name, memoryMb, environment }) => ({
    AWS_REGION: REGION,
    // A key of its own, so that a request tells which function made it.
    AWS_ACCESS_KEY_ID: name,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_ENDPOINT_URL: endpoints.aws,
    AWS_LAMBDA_FUNCTION_NAME: name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
    ...('PRICE_SOURCE' in environment && { PRICE_SOURCE: JSON.stringify(prices) }),
    ...('OUTBOUND_POLICY' in environment && { OUTBOUND_POLICY: strictUrls ? 'strict' : 'loopback' }),
    ...(rateLimit && { RATE_LIMIT: rateLimit }),
    ...(retryDelays && { RETRY_DELAYS: retryDelays.join(',') }),
  });
}
