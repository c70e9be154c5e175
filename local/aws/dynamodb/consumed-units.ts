import * as z from 'zod';
import type { Answer } from '../aws-answer.ts';
import { ConnectionSeveredError } from '../forward.ts';
import type { DbRequest, Reply, Units } from './db-request.ts';

const Capacity = z.object({ CapacityUnits: z.number() });
const Consumed = z.object({
  TableName: z.string(),
  CapacityUnits: z.number(),
  GlobalSecondaryIndexes: z.record(z.string(), Capacity).default({}),
});
const ConsumedCapacity = z.union([Consumed.transform((one) => [one]), z.array(Consumed)]);
const Failed = z.object({
  __type: z.string(),
  CancellationReasons: z.array(z.object({ Code: z.string().default('None') })).optional(),
});

const FIELD = '"ConsumedCapacity":';

/**
 * Sends a request to the engine and reads what it consumed. Asks the engine for the consumed units, and takes them out
 * of the answer unless the caller asked for them. The engine states them last, so no other part of an answer is parsed.
 * @throws ConnectionSeveredError when the engine does not answer.
 */
export async function metered(request: DbRequest, send: (body: string) => Promise<Answer>): Promise<Reply> {
  const { json, body, writes } = request;
  const wanted = writes ? 'INDEXES' : 'TOTAL';
  const asked = json.ReturnConsumedCapacity;
  const callerAsked = asked !== undefined && asked !== 'NONE';
  const answer = await send(
    asked === undefined
      ? `{"ReturnConsumedCapacity":"${wanted}",${body.slice(body.indexOf('{') + 1)}`
      : JSON.stringify({ ...json, ReturnConsumedCapacity: wanted }),
  );
  if (answer.status !== 200) return { answer, consumed: answer.status === 400 ? failedUnits(request, answer) : [] };
  const at = answer.body.lastIndexOf(FIELD);
  if (at === -1) throw new ConnectionSeveredError('The engine states no consumed units');
  const capacity = ConsumedCapacity.parse(JSON.parse(answer.body.slice(at + FIELD.length, -1)));
  const consumed = capacity.map(({ TableName, CapacityUnits, GlobalSecondaryIndexes }): Units => {
    const ofIndexes = Object.values(GlobalSecondaryIndexes).reduce((sum, each) => sum + each.CapacityUnits, 0);
    const indexUnits = request.index === undefined ? ofIndexes : CapacityUnits;
    return { table: TableName, units: CapacityUnits - indexUnits, indexUnits };
  });
  if (callerAsked) return { answer, consumed };
  return { answer: { ...answer, body: `${answer.body.slice(0, at).replace(/,$/, '')}}` }, consumed };
}

/** A write whose condition fails consumes units, too. The engine does not state them: one unit for each item. */
function failedUnits({ operation, parts }: DbRequest, { body }: Answer): Units[] {
  const { __type, CancellationReasons = [] } = Failed.parse(JSON.parse(body));
  const failed = /ConditionalCheckFailed/.test(`${__type} ${CancellationReasons.map(({ Code }) => Code)}`);
  if (!failed) return [];
  const each = operation === 'TransactWriteItems' ? 2 : 1;
  const byTable = Map.groupBy(parts, ({ table }) => table.name);
  return [...byTable].map(([table, { length }]) => ({ table, units: each * length, indexUnits: 0 }));
}
