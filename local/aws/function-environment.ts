import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { Watch } from '../../infra/chain-watch.ts';
import { fixedSetting } from './fixed-prices.ts';
import { REGION } from './template.ts';
import type { FunctionSpec } from './template-functions.ts';

/** The secret of every access key of the stack. The links to files are signed with it. */
export const SECRET_ACCESS_KEY = 'local';

/** The credentials of the stack itself. The emulators accept any credentials. */
const credentials = { accessKeyId: 'local', secretAccessKey: SECRET_ACCESS_KEY };

export interface Endpoints {
  readonly dynamoDb: string;
  readonly sqs: string;
  /** The server that answers every AWS request of the functions. */
  readonly aws: string;
  /** The HTTP API. */
  readonly api: string;
}

export interface Clients {
  readonly dynamoDb: DynamoDBClient;
  readonly streams: DynamoDBStreamsClient;
  readonly sqs: SQSClient;
}

/** The SDK clients of the stack itself. */
export function clientsOf({ dynamoDb, sqs }: Pick<Endpoints, 'dynamoDb' | 'sqs'>): Clients {
  const streams = new DynamoDBStreamsClient({ endpoint: dynamoDb, region: REGION, credentials });
  // The SDK copies each answer for a log that is off.
  streams.middlewareStack.remove('loggerMiddleware');
  return {
    dynamoDb: new DynamoDBClient({ endpoint: dynamoDb, region: REGION, credentials }),
    streams,
    sqs: new SQSClient({ endpoint: sqs, region: REGION, credentials }),
  };
}

/** The settings in which a local stack may differ from a deployed stack. */
export interface Settings {
  readonly retryDelays?: readonly number[];
  readonly strictUrls?: boolean;
  /** URLs that stand in for the hosts of vendors, by kind of channel, and for `defillama`. */
  readonly vendors?: Readonly<Record<string, string>>;
  /** The rate limit of one API key: requests per second and burst, as in `50,100`. */
  readonly rateLimit?: string;
  /** The read units of one API key: per second and burst, as in `2000,2000`. */
  readonly readLimit?: string;
  /** `live`, or a JSON table of prices. Default: the fixed prices of the stack. */
  readonly prices?: string;
  /** Seconds that a checkpoint of the audit log covers at most. */
  readonly checkpointEvery?: number;
  /** The chains that this stack watches. */
  readonly watches?: readonly Watch[];
}

/**
 * How long after its time a checkpoint is made when somebody sets this time. The table of this machine answers a write
 * within milliseconds, and an endpoint has 10 s.
 */
const CHECKPOINT_DELAY_SECONDS = 10;

/**
 * The variables that a function gets in addition to those of the template: the service endpoints for the SDKs, the
 * variables of the Lambda runtime, and the settings of this stack.
 */
export function environmentFor(
  endpoints: Endpoints,
  settings: Settings,
): (spec: FunctionSpec, accessKey: string) => Record<string, string> {
  const { retryDelays, strictUrls = false, vendors, rateLimit, readLimit, checkpointEvery } = settings;
  const { prices = fixedSetting(), watches = [] } = settings;
  return ({ name, version, memoryMb, environment }, accessKey) => ({
    AWS_REGION: REGION,
    // Each instance signs with its own key, so that the key identifies the instance that made a request.
    AWS_ACCESS_KEY_ID: accessKey,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_ENDPOINT_URL: endpoints.aws,
    AWS_LAMBDA_FUNCTION_NAME: name,
    AWS_LAMBDA_FUNCTION_VERSION: version,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
    ...('PRICE_SOURCE' in environment && { PRICE_SOURCE: prices }),
    ...('SERVICE_URL' in environment && { SERVICE_URL: endpoints.api, CONSOLE_URL: `${endpoints.api}/console` }),
    ...('OUTBOUND_POLICY' in environment && { OUTBOUND_POLICY: strictUrls ? 'strict' : 'loopback' }),
    ...(vendors &&
      ('OUTBOUND_POLICY' in environment || 'PRICE_SOURCE' in environment) && {
        VENDOR_URLS: JSON.stringify(vendors),
      }),
    ...('WATCHED_CHAINS' in environment && { WATCHED_CHAINS: JSON.stringify(watches.map(({ chain }) => chain)) }),
    ...(checkpointEvery !== undefined && {
      CHECKPOINT_SECONDS: String(checkpointEvery),
      CHECKPOINT_DELAY_SECONDS: String(CHECKPOINT_DELAY_SECONDS),
    }),
    ...(rateLimit && { RATE_LIMIT: rateLimit }),
    ...(readLimit && { READ_LIMIT: readLimit }),
    ...(retryDelays && { RETRY_DELAYS: retryDelays.join(',') }),
  });
}
