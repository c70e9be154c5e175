import type { Access } from '../../lib/platform/access.ts';

/**
 * A function that no HTTP route calls, with its access, its time-out and its memory. The wiring is in
 * infra/pipeline.ts.
 */
export interface Pipeline {
  readonly access: Access;
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
}

export const pipelines = {
  /** API Gateway token authorizer: API key or access token of a person → organisation, actor and scope. */
  authorize: {
    access: { table: ['GetItem', 'Query', 'UpdateItem'], outbound: true },
    timeoutSeconds: 5,
    memoryMb: 512,
  },
  /** Table stream, outbox entries: rules → decisions, events, deliveries. */
  'evaluate-rules': {
    access: {
      table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
      queues: ['deliveries', 'evaluations'],
      retention: true,
    },
    // A batch takes 40 s at most, plus the last decision of each organisation (lib/alerts/evaluation).
    timeoutSeconds: 60,
    memoryMb: 512,
  },
  /** Evaluation queue: the evaluations that handover found pending, and those beyond the budget of an organisation. */
  'evaluate-pending': {
    access: {
      table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
      queues: ['deliveries', 'evaluations'],
      retention: true,
    },
    timeoutSeconds: 60,
    memoryMb: 512,
  },
  /** Table stream, changes of counted lists: packs and merges the lists, and makes the pending notices of entries. */
  'compact-lists': {
    access: { table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'] },
    // The lease of a merge (lib/platform/lists/compact.ts) must be longer than this time-out.
    timeoutSeconds: 120,
    memoryMb: 1024,
  },
  /** Match queue: the matches of an organisation that its budget did not allow the watcher to record. */
  'record-matches': {
    access: {
      table: [
        'GetItem',
        'BatchGetItem',
        'Query',
        'PutItem',
        'UpdateItem',
        'DeleteItem',
        'BatchWriteItem',
        'ConditionCheckItem',
      ],
      queues: ['deliveries', 'matches'],
      budgets: true,
      secrets: ['rpc'],
      prices: true,
    },
    // A run takes 40 s. The lease of the run (lib/watch/deferred/match-lease.ts) must be longer than this time-out.
    timeoutSeconds: 60,
    // Holds the packed transactions of some blocks.
    memoryMb: 1024,
  },
  /** Delivery and retry queues: one attempt per message. */
  deliver: {
    access: {
      table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
      queues: ['deliveries', 'retries'],
      scheduler: true,
      secrets: ['data-key'],
      outbound: true,
      mail: true,
      version: true,
    },
    timeoutSeconds: 30,
    memoryMb: 512,
  },
  /** SES: bounces and complaints of mails. */
  'receive-mail-feedback': {
    access: { table: ['GetItem', 'PutItem', 'UpdateItem'] },
    timeoutSeconds: 30,
    memoryMb: 256,
  },
  /** Each minute: hands over the work that a crash interrupted between two steps. */
  handover: {
    access: {
      table: [
        ...(['GetItem', 'BatchGetItem', 'Query', 'Scan', 'PutItem', 'UpdateItem', 'DeleteItem'] as const),
        'ConditionCheckItem',
      ],
      indexes: ['gsi3'],
      queues: ['evaluations', 'matches', 'retries'],
      queueDepths: true,
      invokes: ['run-jobs', 'write-export', 'run-operator-jobs', 'expire-records'],
    },
    timeoutSeconds: 50,
    memoryMb: 512,
  },
  /** Each minute: asks again for the prices that failed, and sets the values of the records that wait. */
  'set-values': {
    access: {
      table: ['BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
      indexes: ['gsi3'],
      secrets: ['rpc'],
      prices: true,
    },
    // A run begins no turn after 35 s (lib/transactions/valuation/run-valuation.ts).
    timeoutSeconds: 55,
    // Holds the records of four turns, each of up to 25 records of up to 400 KB.
    memoryMb: 1024,
  },
  /** Backfill queue: one part of a job per message. */
  'backfill-blocks': {
    access: {
      table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
      secrets: ['rpc'],
      prices: true,
      postpones: true,
    },
    // Short: SQS gives the part of a killed worker to another worker only after this time (infra/sqs-queues.ts).
    timeoutSeconds: 90,
    memoryMb: 1024,
  },
  /** The endpoints of replays and handover: one run of a job. */
  'run-jobs': {
    access: {
      table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'],
      queues: ['deliveries'],
      outbound: true,
    },
    // A run takes 45 s, plus the time of its last page. The leases of the jobs must be longer than this time-out.
    timeoutSeconds: 60,
    // 100,000 addresses of a source, and those that the list has, each with their sets.
    memoryMb: 1024,
  },
  /** `admin` and handover: one run of a job that operators start, a recount of lists or a deletion. */
  'run-operator-jobs': {
    access: {
      table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'],
      files: ['DeleteObject', 'AbortMultipartUpload'],
      archive: ['DeleteObject', 'ListBucket'],
    },
    // A run of a recount begins no part after 300 s, and a part takes some minutes.
    timeoutSeconds: 900,
    // Half a million records of some 100 bytes, and the parsed records of a page.
    memoryMb: 3008,
  },
  /** The export endpoints and handover: one run of an export. */
  'write-export': {
    access: {
      table: ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem'],
      files: ['GetObject', 'PutObject', 'DeleteObject', 'AbortMultipartUpload'],
    },
    // A run takes 240 s, plus the time of its last part. The lease of the export (lib/exports/export-job.ts) must be
    // longer than this time-out.
    timeoutSeconds: 300,
    // A batch may have 100 records of up to 400 KB: reading and parsing 40 MB takes 600 MB. A part takes 10 MB more.
    memoryMb: 1024,
  },
  /** Every five minutes: uses the API as a customer does, and measures how long an alert takes. */
  'run-canary': {
    access: {
      table: ['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
      secrets: ['data-key'],
      callsApi: true,
    },
    // A run waits up to 30 s for its webhook, and up to 10 s for each of some six requests.
    timeoutSeconds: 120,
    memoryMb: 512,
  },
  /** Each hour: begins the expiry of organisations. Handover: one run of an expiry. */
  'expire-records': {
    access: {
      table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'],
      archive: ['PutObject'],
      retention: true,
    },
    // A run takes 240 s, plus the time of its last step. The lease of the job must be longer than this time-out.
    timeoutSeconds: 300,
    // A step may have 200 records of up to 400 KB.
    memoryMb: 1024,
  },
  /** Every 15 minutes: signs a checkpoint of the audit log of each organisation, for each hour that is over. */
  'make-checkpoints': {
    access: { table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem'], queues: ['deliveries'], checkpointKey: 'Sign' },
    // A run begins no checkpoint after 600 s. A checkpoint of 20,000 entries takes 10 s.
    timeoutSeconds: 900,
    memoryMb: 1024,
  },
  /** `GET /api/health?deep=true`: how the parts of the stage are, for an admin key. */
  'check-health': {
    access: {
      table: ['GetItem'],
      secrets: ['data-key', 'rpc'],
      inspects: true,
      rateLimit: true,
    },
    // A check has 4 s.
    timeoutSeconds: 7,
    memoryMb: 512,
  },
  /** Operators alone: organisations and their keys, replays of deliveries, stopped chains. */
  admin: {
    access: {
      table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
      queues: ['deliveries'],
      secrets: ['data-key'],
      invokes: ['run-operator-jobs'],
    },
    // Sealing again takes 40 s, plus the time of the last organisation.
    timeoutSeconds: 60,
    memoryMb: 512,
  },
} as const satisfies Record<string, Pipeline>;

export type PipelineName = keyof typeof pipelines;

/**
 * Each minute for each chain: blocks → transactions of watched wallets. Each watched chain has a function of its own
 * (infra/chain-watchers.ts), which decides the memory.
 */
export const watcher = {
  access: {
    table: [
      'GetItem',
      'BatchGetItem',
      'Query',
      'PutItem',
      'UpdateItem',
      'DeleteItem',
      'BatchWriteItem',
      'ConditionCheckItem',
    ],
    queues: ['deliveries', 'matches'],
    budgets: true,
    secrets: ['rpc'],
    prices: true,
    // Checks of balances decide what rules about balances have found.
    retention: true,
  },
  // A run polls until the next run takes over, at most two minutes. The rest is for the last block of the run.
  timeoutSeconds: 150,
} as const satisfies Omit<Pipeline, 'memoryMb'>;
