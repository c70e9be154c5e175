import type { IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { seededRandom } from '../../processes/seeded-random.ts';
import { signedFor } from '../access-keys.ts';
import { type Answer, AwsError, errorAnswer, ok, parsed } from '../aws-answer.ts';
import { forward } from '../forward.ts';
import type { StrictBehaviour } from '../leniency.ts';
import { batchPages } from './batch-pages.ts';
import { metered } from './consumed-units.ts';
import { type Behaviour, type DbRequest, type Respond, readRequest } from './db-request.ts';
import { indexCopies, indexLag } from './index-lag.ts';
import { OpenTables } from './open-tables.ts';
import type { Strictness } from './strictness.ts';
import { type OnCharged, throttling } from './throttling.ts';
import { transactionConflicts } from './transaction-conflicts.ts';

/** A test that moves its clock lets the lag of an index pass by this operation. AWS has no such operation. */
export const LET_LAG_PASS = 'Chainwatch.LetLagPass';
const TableName = z.object({ TableName: z.string() });

type Headers = Pick<IncomingMessage, 'headers'>;

/** Answers a DynamoDB request. @throws ConnectionSeveredError when the engine does not answer. */
export type AnswerDynamoDb = (request: Headers, body: string) => Promise<Answer>;

/** What a request consumed. */
export interface RequestUnits {
  readonly read: number;
  readonly write: number;
  /** False for a write whose condition failed. */
  readonly hasSucceeded: boolean;
  /** The SDK sent the request again, because it did not see the first answer in time. */
  readonly isRetry: boolean;
}

/** Takes the units that a request consumed, with the access key that signed the request. */
export type OnConsumed = (accessKey: string, units: RequestUnits, request: DbRequest) => void;

export interface FrontOptions {
  readonly onConsumed?: OnConsumed;
  /** Nothing is charged while the behaviour `throttle` is off. */
  readonly onCharged?: OnCharged;
  /** The time in milliseconds. */
  readonly now?: () => number;
}

/**
 * Puts the limits of AWS in front of an engine. All requests to the tables of the engine must pass one such front: it
 * knows the transactions in flight, the consumed units, and the entries of the indexes.
 */
export function strictDynamoDb(
  engine: string,
  strictness: Strictness,
  { onConsumed, onCharged, now = () => performance.now() }: FrontOptions = {},
): AnswerDynamoDb {
  const { lenient, seed, lagMs, dwellMs, networkMs, partitionRate, batchBytes, tableRate } = strictness;
  const random = seededRandom(seed);
  const tables = new OpenTables((operation, body) => ask(engine, operation, body), {
    now,
    delay: (item, n) => random.draw('lag', item, n) * lagMs,
  });
  const behaviours: readonly [name: StrictBehaviour | 'always', behaviour: Behaviour][] = [
    ['throttle', throttling(now, partitionRate, tableRate, onCharged)],
    ['conflicts', transactionConflicts((n) => random.draw('dwell', n) * dwellMs)],
    ['lag', indexLag],
    ['always', indexCopies(tables)],
    ['pages', batchPages(batchBytes)],
  ];
  const active = behaviours.flatMap(([name, behaviour]) => (name !== 'always' && lenient.has(name) ? [] : [behaviour]));
  return async (request, body) => {
    try {
      if (networkMs > 0) await sleep(networkMs);
      const target = String(request.headers['x-amz-target']);
      if (target === LET_LAG_PASS) {
        const table = await tables.open(parsed(TableName, body).TableName);
        table?.index?.catchUp();
        return ok({});
      }
      const read = await readRequest(target, body, tables);
      if (read === undefined) return await forward(engine, request, body);
      const send = (sent: DbRequest) => metered(sent, (rewritten) => forward(engine, request, rewritten));
      const respond = active.reduceRight<Respond>((next, behaviour) => (each) => behaviour(each, next), send);
      const { answer, consumed } = await respond(read);
      const units = consumed.reduce((sum, each) => sum + each.units + each.indexUnits, 0);
      const own = {
        ...(read.writes ? { read: 0, write: units } : { read: units, write: 0 }),
        hasSucceeded: answer.status === 200,
        isRetry: isRetry(request),
      };
      onConsumed?.(accessKeyIn(request), own, read);
      return answer;
    } catch (error) {
      if (error instanceof AwsError) return errorAnswer(error);
      throw error;
    }
  };
}

const accessKeyIn = ({ headers }: Headers): string =>
  /Credential=([^/,\s]+)\//.exec(headers.authorization ?? '')?.[1] ?? '';

/** The SDK numbers its attempts in a header: `attempt=2; max=3`. */
const isRetry = ({ headers }: Headers): boolean =>
  !/^attempt=1\b/.test(String(headers['amz-sdk-request'] ?? 'attempt=1'));

/** Serves DynamoDB over HTTP. A GET tells that the server runs. */
export const serving =
  (answer: AnswerDynamoDb) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const body = await text(request);
      if (request.method !== 'POST') return void response.end();
      const { status, headers, body: answered } = await answer(request, body);
      response.writeHead(status, headers).end(answered);
    } catch {
      // The engine or the client is gone. A client of the engine would also see a cut connection.
      response.destroy();
    }
  };

/** Asks the engine on behalf of its front. Undefined when the table does not exist. */
async function ask(engine: string, operation: string, body: object): Promise<unknown> {
  const headers = {
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': `DynamoDB_20120810.${operation}`,
    ...SIGNED,
  };
  const { status, body: answered } = await forward(engine, { headers }, JSON.stringify(body));
  if (status === 200) return JSON.parse(answered);
  if (answered.includes('ResourceNotFoundException')) return undefined;
  throw new Error(`${operation} failed: ${answered}`);
}

/** The headers of a signature. */
export const SIGNED = signedFor('dynamodb');
