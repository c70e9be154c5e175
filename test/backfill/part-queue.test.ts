import { createServer } from 'node:http';
import { SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { PartMessage } from '../../lib/backfill/schema.ts';
import { organisationQueue } from '../../lib/platform/queue/batch-sender.ts';
import { closeAll, listen } from '../platform/outbound/receiver.ts';
import { organisation, uuid } from '../support/records.ts';

afterAll(closeAll);

const Batch = z.object({
  Entries: z.array(z.object({ Id: z.string(), MessageBody: z.string(), MessageGroupId: z.string() })),
});

/**
 * A fake SQS that keeps its messages and refuses the given parts. With `together`, a batch waits for a second batch.
 */
async function sqs({ refused = [], together = false }: { refused?: readonly number[]; together?: boolean } = {}) {
  const batches: PartMessage[][] = [];
  const groups = new Set<string>();
  const busy = { now: 0, most: 0 };
  const { promise: another, resolve } = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    busy.most = Math.max(busy.most, ++busy.now);
    let text = '';
    for await (const chunk of request) text += chunk;
    const { Entries } = Batch.parse(JSON.parse(text));
    const messages = Entries.map(({ MessageBody }) => PartMessage.parse(JSON.parse(MessageBody)));
    for (const { MessageGroupId } of Entries) groups.add(MessageGroupId);
    batches.push(messages);
    if (batches.length > 1) resolve();
    else if (together) await another;
    const Failed = Entries.filter((_, i) => refused.includes(messages[i]?.n ?? -1)).map(({ Id }) => ({
      Id,
      Code: 'Busy',
      Message: 'busy',
      SenderFault: false,
    }));
    busy.now--;
    response.writeHead(200, { 'Content-Type': 'application/x-amz-json-1.0' });
    response.end(JSON.stringify({ Successful: [], Failed }));
  });
  const endpoint = `http://127.0.0.1:${await listen(server)}`;
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  const client = new SQSClient({ endpoint, region: 'eu-central-1', credentials, maxAttempts: 1 });
  return { batches, groups, busy, queue: organisationQueue(client, `${endpoint}/000000000000/backfill`) };
}

const messages = (count: number): PartMessage[] =>
  Array.from({ length: count }, (_, n) => ({ organisationId: organisation, backfillId: uuid(1), n }));

describe('the part queue', () => {
  it('sends the parts of the largest backfill in concurrent batches of ten, each part once', async () => {
    const { batches, groups, busy, queue } = await sqs({ together: true });
    const sent = messages(2000);
    await queue.send(sent);
    expect(batches).toHaveLength(200);
    expect(batches.flat().toSorted((a, b) => a.n - b.n)).toEqual(sent);
    expect(busy.most).toBeLessThanOrEqual(10);
    expect([...groups]).toEqual([organisation]);
  });

  it('sends no request for an empty list', async () => {
    const { batches, queue } = await sqs();
    await queue.send([]);
    expect(batches).toEqual([]);
  });

  it('throws when SQS refuses a message', async () => {
    const { queue } = await sqs({ refused: [7] });
    await expect(queue.send(messages(12))).rejects.toThrow('1 messages were not queued: busy');
  });
});
