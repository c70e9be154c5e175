/**
 * What a function may touch, as data beside the function. From it derive its IAM role, its environment (lib/platform/env.ts) and
 * the local stack's permissions, so that none of the three can say more or less than the others.
 */
export type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem';

export type IndexName = 'gsi1' | 'gsi2' | 'gsi3';

export interface Access {
  /** Actions on the table itself. Transactions need the actions of their parts. */
  readonly table?: readonly TableAction[];
  /** Indexes the function queries (dynamodb:Query on the index). */
  readonly indexes?: readonly IndexName[];
  /** Queues the function sends to. */
  readonly queues?: readonly ('deliveries' | 'retries' | 'backfill')[];
  /** Secrets Manager secrets the function reads: the data key that seals webhook secrets, the RPC URLs. */
  readonly secrets?: readonly ('data-key' | 'rpc')[];
  /** Makes one-time schedules in the stage's schedule group that send to the retry queue. */
  readonly scheduler?: true;
  /** Invokes the admin function. */
  readonly admin?: true;
  /** Sends mail through SES. */
  readonly mail?: true;
  /** Asks for USD prices. */
  readonly prices?: true;
  /** Judges or dials URLs given by a tenant. */
  readonly outbound?: true;
  /** Counts the requests of API keys: updates their rates in the table, and nothing else of it. */
  readonly rateLimit?: true;
}
