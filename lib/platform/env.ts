import * as z from 'zod';
import { memo } from '../values/memo.ts';
import type { Access } from './access.ts';

/** Seconds between the attempts of a delivery, as `5,30,120`. */
const RetryDelays = z
  .string()
  .regex(/^\d{1,5}(,\d{1,5})*$/)
  .transform((text) => text.split(',').map(Number));

/** Requests or read units per second of one API key and the burst, such as `50,100`. */
const Rate = z
  .string()
  .regex(/^[1-9]\d{0,5},[1-9]\d{0,5}$/)
  .transform((text) => {
    const [rate = 0, burst = 0] = text.split(',').map(Number);
    return { rate, burst };
  });

const Budget = z.coerce.number().int().min(1).max(10_000_000);

/**
 * A schema for each part of the environment. A function gets the part `base` and the parts that its `Access` names. The
 * CDK app must provide exactly these variables; `EnvironmentOf` checks this at compile time.
 */
const parts = {
  base: z.object({ STAGE: z.string().min(1), VERSION: z.string().min(1) }),
  table: z.object({ TABLE_NAME: z.string().min(3) }),
  queues: z.object({ DELIVERY_QUEUE_URL: z.url(), RETRY_QUEUE_URL: z.url() }),
  backfill: z.object({ BACKFILL_QUEUE_URL: z.url() }),
  evaluations: z.object({ EVALUATION_QUEUE_URL: z.url() }),
  matches: z.object({ MATCH_QUEUE_URL: z.url() }),
  /** Records of an organisation on a chain per block, of a block for all organisations together, and per hour. */
  budgets: z.object({ RECORDS_PER_BLOCK: Budget, RECORDS_AT_ONCE: Budget, RECORDS_PER_HOUR: Budget }),
  scheduler: z.object({
    SCHEDULE_GROUP: z.string().min(1),
    SCHEDULE_ROLE_ARN: z.string().min(1),
    RETRY_QUEUE_ARN: z.string().min(1),
    RETRY_DELAYS: RetryDelays,
    /** Attempts at one destination at a time. */
    ATTEMPTS_PER_DESTINATION: z.coerce.number().int().min(1).max(50),
    /** Attempts of one organisation at a time, from each queue. */
    ATTEMPTS_PER_ORGANISATION: z.coerce.number().int().min(1).max(200),
  }),
  dataKey: z.object({ DATA_KEY_SECRET_ARN: z.string().min(1) }),
  rpc: z.object({ RPC_SECRET_ARN: z.string().min(1) }),
  admin: z.object({ ADMIN_FUNCTION_NAME: z.string().min(1) }),
  recount: z.object({ RECOUNT_FUNCTION_NAME: z.string().min(1) }),
  files: z.object({ EXPORT_BUCKET: z.string().min(3) }),
  exporter: z.object({ EXPORT_FUNCTION_NAME: z.string().min(1) }),
  mail: z.object({
    MAIL_FROM: z.email(),
    /** Mails per minute of one organisation. */
    MAILS_PER_MINUTE: z.coerce.number().int().min(1).max(1_000_000).default(60),
  }),
  /** `defillama`, or a JSON object that maps symbols to USD prices (the local stack). */
  prices: z.object({ PRICE_SOURCE: z.string().min(1) }),
  /**
   * `strict` allows public https only. `loopback` also allows http and https to this machine, and is never deployed.
   */
  outbound: z.object({ OUTBOUND_POLICY: z.enum(['strict', 'loopback']) }),
  rateLimit: z.object({ RATE_LIMIT: Rate, READ_LIMIT: Rate }),
} as const;

export type EnvPart = keyof typeof parts;
export type EnvironmentOf<P extends EnvPart> = {
  [K in keyof z.input<(typeof parts)[P]>]: z.input<(typeof parts)[P]>[K];
};

/** The parts of the environment that a function with this access gets. */
export function partsOf(access: Access): EnvPart[] {
  const named: EnvPart[] = ['base'];
  if (access.table !== undefined || access.indexes !== undefined || access.rateLimit) named.push('table');
  if (access.queues?.some((queue) => queue === 'deliveries' || queue === 'retries')) named.push('queues');
  if (access.queues?.includes('evaluations')) named.push('evaluations');
  if (access.queues?.includes('matches')) named.push('matches');
  if (access.budgets) named.push('budgets');
  if (access.queues?.includes('backfill') || access.postpones) named.push('backfill');
  if (access.scheduler) named.push('scheduler');
  if (access.secrets?.includes('data-key')) named.push('dataKey');
  if (access.secrets?.includes('rpc')) named.push('rpc');
  if (access.admin) named.push('admin');
  if (access.recount) named.push('recount');
  if (access.files !== undefined) named.push('files');
  if (access.exporter) named.push('exporter');
  if (access.mail) named.push('mail');
  if (access.prices) named.push('prices');
  if (access.outbound) named.push('outbound');
  if (access.rateLimit) named.push('rateLimit');
  return named;
}

/** Reads `process.env` once per process. */
const read = <S extends z.ZodType>(schema: S) => memo(() => schema.parse(process.env));

/**
 * The parts of the environment. Each part is read on first use.
 * @throws ZodError that names the missing or malformed variable. The function is then wired wrongly and must not start.
 */
export const env = {
  base: read(parts.base),
  table: read(parts.table),
  queues: read(parts.queues),
  backfill: read(parts.backfill),
  evaluations: read(parts.evaluations),
  matches: read(parts.matches),
  budgets: read(parts.budgets),
  scheduler: read(parts.scheduler),
  dataKey: read(parts.dataKey),
  rpc: read(parts.rpc),
  admin: read(parts.admin),
  recount: read(parts.recount),
  files: read(parts.files),
  exporter: read(parts.exporter),
  mail: read(parts.mail),
  prices: read(parts.prices),
  outbound: read(parts.outbound),
  rateLimit: read(parts.rateLimit),
};
