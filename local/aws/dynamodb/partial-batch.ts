import * as z from 'zod';
import { ok } from '../aws-answer.ts';
import type { Attributes } from './attributes.ts';
import { BatchGet, BatchWrite, type DbRequest, type Part, type Reply, type Respond } from './db-request.ts';

const Body = z.record(z.string(), z.unknown());

export const isBatch = ({ operation }: DbRequest): boolean => /^Batch/.test(operation);

/** Executes a batch without the refused parts and returns these parts as unprocessed. */
export async function withoutRefused(
  request: DbRequest,
  isRefused: (part: Part) => boolean,
  next: Respond,
): Promise<Reply> {
  const refused = new Set(request.parts.filter(isRefused).map(({ item }) => item));
  if (refused.size === 0) return next(request);
  const isAllowed = (item: string) => !refused.has(item);
  const parts = request.parts.filter(({ item }) => isAllowed(item));
  if (parts.length === 0) return withUnprocessed(request, NOTHING_DONE, refused);
  const json = { ...request.json, RequestItems: requestItems(request, request.json.RequestItems, isAllowed) };
  const reply = await next({ ...request, json, body: JSON.stringify(json), parts });
  return reply.answer.status === 200 ? withUnprocessed(request, reply, refused) : reply;
}

const NOTHING_DONE: Reply = { answer: ok({ Responses: {} }), consumed: [] };

/** Adds items to those that an answer returns as unprocessed. */
export function withUnprocessed(request: DbRequest, { answer, consumed }: Reply, added: ReadonlySet<string>): Reply {
  const field = request.operation === 'BatchGetItem' ? 'UnprocessedKeys' : 'UnprocessedItems';
  const body = Body.parse(JSON.parse(answer.body));
  const unprocessed = new Set(added);
  requestItems(request, body[field] ?? {}, (item) => {
    unprocessed.add(item);
    return true;
  });
  const left = requestItems(request, request.json.RequestItems, (item) => unprocessed.has(item));
  return { answer: { ...answer, ...ok({ ...body, [field]: left }) }, consumed };
}

/** The part of the `RequestItems` of a batch whose items satisfy a condition. */
function requestItems({ operation, tables }: DbRequest, RequestItems: unknown, keep: (item: string) => boolean) {
  const keeps = (name: string, attributes: Attributes) =>
    keep(tables.find((table) => table.name === name)?.identify(attributes).item ?? '');
  const kept: Record<string, unknown> = {};
  if (operation === 'BatchGetItem') {
    for (const [name, asked] of Object.entries(BatchGet.parse({ RequestItems }).RequestItems)) {
      const Keys = asked.Keys.filter((key) => keeps(name, key));
      if (Keys.length > 0) kept[name] = { ...asked, Keys };
    }
  } else {
    for (const [name, asked] of Object.entries(BatchWrite.parse({ RequestItems }).RequestItems)) {
      const writes = asked.filter(({ PutRequest, DeleteRequest }) =>
        keeps(name, PutRequest?.Item ?? DeleteRequest?.Key ?? {}),
      );
      if (writes.length > 0) kept[name] = writes;
    }
  }
  return kept;
}
