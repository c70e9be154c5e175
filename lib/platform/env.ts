import * as z from 'zod';
import { memo } from '../values/memo.ts';
import type { Access } from './access.ts';

/** Seconds between the attempts of a delivery, as `5,30,120`. */
const RetryDelays = z
  .string()
  .regex(/^\d{1,5}(,\d{1,5})*$/)
  .transform((text) => text.split(',').map(Number));

const MailsPerMinute = z.coerce.number().int().min(1).max(1_000_000).default(60);

/** Requests or read units per second and the burst, such as `50,100`. */
const Rate = z
  .string()
  .regex(/^[1-9]\d{0,5},[1-9]\d{0,5}$/)
  .transform((text) => {
    const [rate = 0, burst = 0] = text.split(',').map(Number);
    return { rate, burst };
  });

const Budget = z.coerce.number().int().min(1).max(10_000_000);

/**
 * Nothing may expire sooner: a suspended organisation loses nothing for 30 days, and some days are for its resumption.
 */
export const LEAST_DAYS_KEPT = 35;

const Days = z.coerce.number().int().min(LEAST_DAYS_KEPT).max(36_500);

const VendorUrls = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(z.record(z.string(), z.url()));

const Level = z.enum(['info', 'warn', 'error']);

/** A part of the environment, which is read once per process, on first use. */
function part<S extends z.ZodRawShape>(shape: S) {
  const schema = z.object(shape);
  return Object.assign(
    memo(() => schema.parse(process.env)),
    { schema },
  );
}

/**
 * The parts of the environment. A function gets the part `base` and the parts that its `Access` names. The
 * CDK app must provide exactly these variables; `EnvironmentOf` checks this at compile time.
 */
const parts = {
  base: part({
    STAGE: z.string().min(1),
    LOG_LEVEL: Level.optional(),
    LOG_SAMPLE: z.string().optional(),
    NODE_OPTIONS: z.string().optional(),
  }),
  version: part({ VERSION: z.string().min(1) }),
  table: part({ TABLE_NAME: z.string().min(3) }),
  queues: part({ DELIVERY_QUEUE_URL: z.url(), RETRY_QUEUE_URL: z.url() }),
  backfill: part({ BACKFILL_QUEUE_URL: z.url() }),
  evaluations: part({ EVALUATION_QUEUE_URL: z.url() }),
  matches: part({ MATCH_QUEUE_URL: z.url() }),
  /** Records of an organisation on a chain per block, of a block for all organisations together, and per hour. */
  budgets: part({ RECORDS_PER_BLOCK: Budget, RECORDS_AT_ONCE: Budget, RECORDS_PER_HOUR: Budget }),
  scheduler: part({
    SCHEDULE_GROUP: z.string().min(1),
    SCHEDULE_ROLE_ARN: z.string().min(1),
    RETRY_QUEUE_ARN: z.string().min(1),
    RETRY_DELAYS: RetryDelays,
    /** Attempts at one destination at a time. */
    ATTEMPTS_PER_DESTINATION: z.coerce.number().int().min(1).max(50),
    /** Attempts of one organisation at a time, from each queue. */
    ATTEMPTS_PER_ORGANISATION: z.coerce.number().int().min(1).max(200),
  }),
  dataKey: part({ DATA_KEY_SECRET_ARN: z.string().min(1) }),
  rpc: part({ RPC_SECRET_ARN: z.string().min(1) }),
  /** The beginning of the names of all functions of the stage, for those that a function invokes. */
  invoking: part({ FUNCTION_PREFIX: z.string().min(1) }),
  files: part({ EXPORT_BUCKET: z.string().min(3) }),
  archive: part({ ARCHIVE_BUCKET: z.string().min(3) }),
  checkpointKey: part({ CHECKPOINT_KEY_ID: z.string().min(1) }),
  /** How much time a checkpoint covers, and how long after that it is made (make-checkpoint.ts). */
  checkpoints: part({
    CHECKPOINT_SECONDS: z.coerce.number().int().min(1).max(86_400).default(3600),
    CHECKPOINT_DELAY_SECONDS: z.coerce.number().int().min(1).max(86_400).default(1200),
  }),
  /** Days for which finished work is kept. Decisions that fired are kept as long as their event. */
  retention: part({
    DELIVERY_DAYS: Days.default(90),
    DECISION_DAYS: Days.default(90),
    EVENT_DAYS: Days.default(365),
    AUDIT_DAYS: Days.default(400),
    /** Absent: transactions are kept for ever. */
    TRANSACTION_DAYS: Days.optional(),
  }),
  mail: part({
    MAIL_FROM: z.email(),
    /** The configuration set of SES. */
    MAIL_CONFIGURATION_SET: z.string().min(1),
    /** The public URL of the API, for the links in mails. */
    SERVICE_URL: z.url(),
    /** Mails per minute of one organisation. */
    MAILS_PER_MINUTE: MailsPerMinute,
  }),
  inspection: part({
    /** Every queue and DLQ. */
    QUEUE_URLS: z
      .string()
      .transform((text) => text.split(','))
      .pipe(z.array(z.url()).min(1)),
    /** A JSON array of chain ids. */
    WATCHED_CHAINS: z.string().transform((text): unknown => JSON.parse(text)),
  }),
  /** Where the links of messages lead: the public URL of the API, and the console of the stage if it is known. */
  links: part({
    SERVICE_URL: z.url(),
    CONSOLE_URL: z
      .url()
      .transform((url) => url.replace(/\/$/, ''))
      .optional(),
  }),
  /** The public URL of the API. */
  service: part({ SERVICE_URL: z.url() }),
  /** `live`, or a JSON table of USD prices by chain and token (the local stack). */
  prices: part({
    PRICE_SOURCE: z.string().min(1),
    /** A JSON object, whose `defillama` is the URL that stands in for DefiLlama. Never deployed. */
    VENDOR_URLS: VendorUrls.optional(),
  }),
  /**
   * `strict` allows public https only. `loopback` also allows http and https to this machine, and is never deployed.
   */
  outbound: part({
    OUTBOUND_POLICY: z.enum(['strict', 'loopback']),
    /** A JSON object of URLs by kind of channel, which stand in for the hosts of vendors. Never deployed. */
    VENDOR_URLS: VendorUrls.optional(),
  }),
  /** Requests per second of one API key and of one organisation, and read units per second of one API key. */
  rateLimit: part({ RATE_LIMIT: Rate, ORGANISATION_RATE_LIMIT: Rate, READ_LIMIT: Rate }),
  /** What an organisation may have at most, if no operator has set a limit of its own. */
  limits: part({ WALLET_LIMIT: Budget, RECORDS_PER_HOUR: Budget, MAILS_PER_MINUTE: MailsPerMinute }),
} as const;

export type EnvPart = keyof typeof parts;
export type EnvironmentOf<P extends EnvPart> = {
  [K in keyof z.input<(typeof parts)[P]['schema']>]: z.input<(typeof parts)[P]['schema']>[K];
};

/** The parts of the environment that a function with this access gets. */
export function partsOf(access: Access): EnvPart[] {
  const named: EnvPart[] = ['base'];
  if (access.table !== undefined || access.indexes !== undefined || access.rateLimit) named.push('table');
  // Who queues an attempt may have written the message.
  if (access.queues?.some((queue) => queue === 'deliveries' || queue === 'retries')) named.push('queues', 'links');
  if (access.queues?.includes('evaluations')) named.push('evaluations');
  if (access.queues?.includes('matches')) named.push('matches');
  if (access.budgets) named.push('budgets');
  if (access.queues?.includes('backfill') || access.postpones) named.push('backfill');
  if (access.scheduler) named.push('scheduler');
  if (access.secrets?.includes('data-key')) named.push('dataKey');
  if (access.secrets?.includes('rpc')) named.push('rpc');
  if (access.invokes !== undefined) named.push('invoking');
  if (access.files !== undefined) named.push('files');
  if (access.archive !== undefined) named.push('archive');
  if (access.checkpointKey !== undefined) named.push('checkpointKey');
  if (access.checkpointKey === 'Sign') named.push('checkpoints');
  if (access.retention) named.push('retention');
  if (access.mail) named.push('mail');
  if (access.inspects) named.push('inspection');
  if (access.callsApi) named.push('service');
  if (access.prices || access.namesPrices) named.push('prices');
  if (access.outbound) named.push('outbound');
  if (access.rateLimit) named.push('rateLimit');
  if (access.limits) named.push('limits');
  if (access.version) named.push('version');
  return named;
}

/** What log lines need. Has defaults, because tests and the local stack log without the environment of a function. */
const logging = part({
  STAGE: z.string().default('none'),
  /** Lines below this level are left out, except those that carry metrics. */
  LOG_LEVEL: Level.default('info'),
  /** The share of correlation ids whose lines are all written, whatever the level. */
  LOG_SAMPLE: z.coerce.number().min(0).max(1).default(0),
  /** Set by Lambda, as is the version. */
  AWS_LAMBDA_FUNCTION_NAME: z.string().optional(),
  AWS_LAMBDA_FUNCTION_VERSION: z.string().optional(),
});
export type Logging = ReturnType<typeof logging>;

/** The trace of the invocation under way, which Lambda sets for each invocation: `Root=1-5759e988-bd86…;Sampled=1`. */
export const traceHeader = (): string | undefined => process.env._X_AMZN_TRACE_ID;

/**
 * The parts of the environment.
 * @throws ZodError that names the missing or malformed variable. The function is then wired wrongly and must not start.
 */
export const env = { ...parts, logging };
