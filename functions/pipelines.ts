import type { Access } from '../lib/access.ts';

/** A function that no HTTP route calls: what it may touch and how long it may run. The wiring is in infra/pipeline.ts. */
export interface Pipeline {
  readonly access: Access;
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
}

export const pipelines = {
  /** API Gateway token authorizer: API key → organisation and scope. */
  authorize: {
    access: { table: ['GetItem', 'UpdateItem'], indexes: ['gsi3'] },
    timeoutSeconds: 5,
    memoryMb: 256,
  },
  /** Table stream, inserts of transactions: rules → decisions, events, deliveries. */
  'evaluate-rules': {
    access: {
      table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
      indexes: ['gsi2'],
      queues: ['deliveries'],
    },
    timeoutSeconds: 60,
    memoryMb: 512,
  },
  /** Delivery and retry queues: one attempt per message. */
  deliver: {
    access: {
      table: ['GetItem', 'PutItem', 'UpdateItem'],
      queues: ['retries'],
      scheduler: true,
      secrets: ['data-key'],
      outbound: true,
      mail: true,
    },
    timeoutSeconds: 30,
    memoryMb: 512,
  },
  /** Each minute: whatever a crash left between two steps is picked up again. */
  reconcile: {
    access: {
      table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
      indexes: ['gsi2', 'gsi3'],
      queues: ['deliveries', 'retries'],
    },
    timeoutSeconds: 50,
    memoryMb: 512,
  },
  /** Operators and the replay endpoints: makes organisations, replays deliveries. */
  admin: {
    access: { table: ['GetItem', 'PutItem', 'UpdateItem'], queues: ['deliveries'] },
    timeoutSeconds: 60,
    memoryMb: 256,
  },
} as const satisfies Record<string, Pipeline>;

export type PipelineName = keyof typeof pipelines;
