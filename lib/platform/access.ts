import type { Partition } from './table/keys.ts';

/** DynamoDB actions on the table itself. */
export type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'Scan'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'BatchWriteItem'
  | 'ConditionCheckItem';

/** S3 actions on the files of exports. */
export type FileAction = 'GetObject' | 'PutObject' | 'DeleteObject' | 'AbortMultipartUpload';

/** S3 actions on the archive of expired transactions. */
export type ArchiveAction = 'PutObject' | 'DeleteObject' | 'ListBucket';

export type IndexName = 'gsi3';

/** The functions that run jobs. A customer's request may reach the first two alone. */
export type JobFunction = 'run-jobs' | 'write-export' | 'run-operator-jobs' | 'expire-records';
type InvokedFunction = JobFunction | 'check-health';

/**
 * The access of a function, as data beside the function. The function's IAM role, its environment
 * (lib/platform/env.ts) and the permissions of the local stack all derive from this data, so the three always agree.
 */
export interface Access {
  /** Actions on the table itself. A transaction needs the actions of its parts. */
  readonly table?: readonly TableAction[];
  /**
   * The only partitions whose items these actions may touch, as beginnings of their keys. All by default. An endpoint
   * always has those of organisations, and its row names further partitions.
   */
  readonly partitions?: readonly Partition[];
  /** The function asks whether an organisation is suspended. */
  readonly suspensions?: true;
  /** Indexes that the function queries (dynamodb:Query on the index). */
  readonly indexes?: readonly IndexName[];
  /** Queues to which the function sends messages. */
  readonly queues?: readonly ('deliveries' | 'retries' | 'backfill' | 'evaluations' | 'matches')[];
  /** The function asks how many messages wait in the queues that it sends to. */
  readonly queueDepths?: true;
  /** Secrets that the function reads from Secrets Manager: the key that seals tenants' secrets, and the RPC URLs. */
  readonly secrets?: readonly ('data-key' | 'rpc')[];
  /** The function records transactions of watched wallets within the budgets of their organisations. */
  readonly budgets?: true;
  /** The function creates one-time schedules that send messages to the retry queue. */
  readonly scheduler?: true;
  /** The function postpones messages of the backfill queue that it failed to process. */
  readonly postpones?: true;
  /** Functions that the function invokes. Nobody but operators may invoke `admin`, so that name is missing here. */
  readonly invokes?: readonly InvokedFunction[];
  /** Actions on the files of exports. */
  readonly files?: readonly FileAction[];
  /** Actions on the archive of expired transactions. */
  readonly archive?: readonly ArchiveAction[];
  /** What the function does with the key that signs checkpoints of the audit log. */
  readonly checkpointKey?: 'Sign' | 'GetPublicKey';
  /** The function knows for how long records are kept. */
  readonly retention?: true;
  /** The function sends mail through SES. */
  readonly mail?: true;
  /** The function asks how many messages wait in any queue, and knows the watched chains. */
  readonly inspects?: true;
  /** The function calls the public HTTP API of the service, as a customer does. */
  readonly callsApi?: true;
  /** The function reads USD prices. It also needs the secret `rpc`, because nodes know the feeds of Chainlink. */
  readonly prices?: true;
  /** The function says which prices the stage uses, and asks for none. */
  readonly namesPrices?: true;
  /** The function checks URLs of tenants or connects to them. */
  readonly outbound?: true;
  /** The function tells others the version of the service. Each release changes the environment of such a function. */
  readonly version?: true;
  /** The function counts the requests of API keys, and may update only the rate items of the table. */
  readonly rateLimit?: true;
  /** The function knows what an organisation of the stage may have at most. */
  readonly limits?: true;
}
