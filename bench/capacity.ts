import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod';
import type { OnConsumed } from '../local/aws/dynamodb/strict-dynamodb.ts';
import prices from './prices/us-east-1.json' with { type: 'json' };
import { requestName } from './request-names.ts';

const Consumed = z.looseObject({ CapacityUnits: z.number() });
const Answer = z.looseObject({ ConsumedCapacity: z.union([Consumed, z.array(Consumed)]).optional() });
const Body = z.looseObject({});

/** Requests and consumed capacity units, by operation. */
export type Usage = Map<string, { requests: number; units: number }>;

/** The requests of a function that are alike. */
export interface Step {
  /** The name of the function; an empty text for a request of another client. */
  readonly caller: string;
  /** The operation and the kinds of its items. */
  readonly name: string;
  readonly requests: number;
  readonly readUnits: number;
  readonly writeUnits: number;
}

/** The operations for which DynamoDB reports capacity. */
const COUNTED =
  /^DynamoDB_\d+\.(GetItem|PutItem|UpdateItem|DeleteItem|Query|BatchGetItem|BatchWriteItem|TransactWriteItems)$/;

/** Sums up the units of the requests to a strict DynamoDB, also by step. A refused request counts without units. */
export function unitsByStep() {
  const usage: Usage = new Map();
  const steps = new Map<string, Step>();
  const onConsumed: OnConsumed = (accessKey, { read, write, hasSucceeded }, { operation, json }) => {
    const [readUnits, writeUnits] = hasSucceeded ? [read, write] : [0, 0];
    const { requests, units } = usage.get(operation) ?? { requests: 0, units: 0 };
    usage.set(operation, { requests: requests + 1, units: units + readUnits + writeUnits });
    const [caller = ''] = accessKey.includes('.') ? accessKey.split('.') : [];
    const name = `${requestName(operation, json)}${hasSucceeded ? '' : ', refused'}`;
    const step = steps.get(`${caller} ${name}`) ?? { caller, name, requests: 0, readUnits: 0, writeUnits: 0 };
    steps.set(`${caller} ${name}`, {
      caller,
      name,
      requests: step.requests + 1,
      readUnits: step.readUnits + readUnits,
      writeUnits: step.writeUnits + writeUnits,
    });
  };
  return { usage, steps, onConsumed };
}

/** A proxy for a DynamoDB endpoint. Requests the consumed capacity of each call and sums it up. */
export async function meter(endpoint: string) {
  const usage: Usage = new Map();
  const server = createServer(async (request, response) => {
    const operation = COUNTED.exec(String(request.headers['x-amz-target']))?.[1];
    const sent = await buffer(request);
    const body =
      operation === undefined
        ? sent
        : JSON.stringify({ ...Body.parse(JSON.parse(sent.toString())), ReturnConsumedCapacity: 'INDEXES' });
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
    const answer = await fetch(endpoint, {
      method: request.method,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      body,
    });
    const text = await answer.text();
    if (operation !== undefined) {
      const units = answer.ok ? Answer.parse(JSON.parse(text)).ConsumedCapacity : undefined;
      if (answer.ok) add(usage, operation, units);
    }
    response.writeHead(answer.status, { 'Content-Type': 'application/x-amz-json-1.0' }).end(text);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no TCP port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    usage,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function add(usage: Usage, operation: string, consumed: z.output<typeof Answer>['ConsumedCapacity']): void {
  const { requests, units } = usage.get(operation) ?? { requests: 0, units: 0 };
  usage.set(operation, { requests: requests + 1, units: units + unitsIn(consumed) });
}

const unitsIn = (consumed: z.output<typeof Answer>['ConsumedCapacity']): number =>
  [consumed ?? []].flat().reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0);

const WRITES: ReadonlySet<string> = new Set([
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'BatchWriteItem',
  'TransactWriteItems',
]);

/** The sums of a usage. */
export function sumsOf(usage: Usage): { requests: number; readUnits: number; writeUnits: number } {
  const sums = { requests: 0, readUnits: 0, writeUnits: 0 };
  for (const [operation, { requests, units }] of usage) {
    sums.requests += requests;
    sums[WRITES.has(operation) ? 'writeUnits' : 'readUnits'] += units;
  }
  return sums;
}

/** What units cost, in USD. */
export const usdOf = ({ readUnits, writeUnits }: Pick<Step, 'readUnits' | 'writeUnits'>): number =>
  (readUnits * prices.dynamoDb.millionReadUnits + writeUnits * prices.dynamoDb.millionWriteUnits) / 1e6;
