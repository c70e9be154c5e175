import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod';

const Consumed = z.object({ CapacityUnits: z.number() });
const Answer = z.looseObject({ ConsumedCapacity: z.union([Consumed, z.array(Consumed)]).optional() });
const Body = z.looseObject({});

/** Requests and consumed capacity units, by operation. */
export type Usage = Map<string, { requests: number; units: number }>;

/** The operations for which DynamoDB reports capacity. */
const COUNTED =
  /^DynamoDB_\d+\.(GetItem|PutItem|UpdateItem|DeleteItem|Query|BatchGetItem|BatchWriteItem|TransactWriteItems)$/;

/** A proxy for a DynamoDB endpoint. Requests the consumed capacity of each call and sums it up. */
export async function meter(endpoint: string) {
  const usage: Usage = new Map();
  const server = createServer(async (request, response) => {
    const operation = COUNTED.exec(String(request.headers['x-amz-target']))?.[1];
    const sent = await buffer(request);
    const body =
      operation === undefined
        ? sent
        : JSON.stringify({ ...Body.parse(JSON.parse(sent.toString())), ReturnConsumedCapacity: 'TOTAL' });
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
    const answer = await fetch(endpoint, {
      method: request.method,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      body,
    });
    const text = await answer.text();
    if (operation !== undefined && answer.ok) add(usage, operation, Answer.parse(JSON.parse(text)).ConsumedCapacity);
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
  const consumedUnits = [consumed ?? []].flat().reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0);
  usage.set(operation, { requests: requests + 1, units: units + consumedUnits });
}

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

/** The prices of DynamoDB on demand in USD, per million units (US East, 2026). */
const READ_USD = 0.125;
const WRITE_USD = 0.625;

/** What units cost, in USD. */
export const usdOf = ({ readUnits, writeUnits }: { readUnits: number; writeUnits: number }): number =>
  (readUnits * READ_USD + writeUnits * WRITE_USD) / 1e6;
