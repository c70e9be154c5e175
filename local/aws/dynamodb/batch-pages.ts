import * as z from 'zod';
import { ok } from '../aws-answer.ts';
import { Attributes, itemBytes } from './attributes.ts';
import { BatchGet, type Behaviour, type DbRequest, type Reply } from './db-request.ts';
import { withUnprocessed } from './partial-batch.ts';

const Answered = z.looseObject({ Responses: z.record(z.string(), z.array(Attributes)) });

const UNIT_BYTES = 4096;

/**
 * Leaves out what exceeds some bytes of a partition in one BatchGetItem, and returns its keys as unprocessed. The
 * engine itself limits a whole answer, and a query, as AWS does.
 */
export const batchPages =
  (partitionBytes: number): Behaviour =>
  async (request, next) => {
    const reply = await next(request);
    const { status, body } = reply.answer;
    const mayExceed =
      request.operation === 'BatchGetItem' && status === 200 && Buffer.byteLength(body) > partitionBytes;
    return mayExceed ? shortened(request, reply, partitionBytes) : reply;
  };

function shortened(request: DbRequest, { answer, consumed }: Reply, partitionBytes: number): Reply {
  const { RequestItems } = BatchGet.parse(request.json);
  const body = Answered.parse(JSON.parse(answer.body));
  const Responses: Record<string, Attributes[]> = {};
  const left = new Set<string>();
  const unread = new Map<string, number>();
  const read = new Map<string, number>();
  for (const table of request.tables) {
    const perUnit = RequestItems[table.name]?.ConsistentRead === true ? 1 : 0.5;
    Responses[table.name] = (body.Responses[table.name] ?? []).filter((item) => {
      const { partition, item: id } = table.identify(item);
      const bytes = itemBytes(item);
      const before = read.get(partition) ?? 0;
      read.set(partition, before + bytes);
      // The first item of a partition always fits on AWS: an item has at most 400 KB.
      if (before === 0 || before + bytes <= partitionBytes) return true;
      left.add(id);
      unread.set(table.name, (unread.get(table.name) ?? 0) + Math.ceil(bytes / UNIT_BYTES) * perUnit);
      return false;
    });
  }
  if (left.size === 0) return { answer, consumed };
  const units = consumed.map((each) => ({ ...each, units: each.units - (unread.get(each.table) ?? 0) }));
  const ConsumedCapacity = units.map((each) => ({ TableName: each.table, CapacityUnits: each.units }));
  const stated = 'ConsumedCapacity' in body ? { ConsumedCapacity } : {};
  const kept = { answer: { ...answer, ...ok({ ...body, Responses, ...stated }) }, consumed: units };
  return withUnprocessed(request, kept, left);
}
