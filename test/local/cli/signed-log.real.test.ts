import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import * as z from 'zod';
import { CheckpointPage } from '../../../lib/platform/audit/audit-checkpoint.ts';
import { AuditPage } from '../../../lib/platform/audit/audit-query.ts';
import { AuditKey } from '../../../lib/platform/audit/signing-key.ts';
import { startStack } from '../../../local/cli/local-stack.ts';
import { leafOf, MerkleTree, verifyCheckpoint } from '../../../sdk/audit-proof.ts';
import { closeAll, listen, receiving } from '../../platform/outbound/receiver.ts';
import { eventually } from '../../support/eventually.ts';

const { listener, received } = receiving((response) => void response.writeHead(200).end());
const dataDir = mkdtempSync(join(tmpdir(), 'chainwatch-signed-'));
const options = { port: 0, dataDir, rpc: {}, watch: [], log: () => {}, checkpointEvery: 1 };
afterAll(async () => {
  await closeAll();
  rmSync(dataDir, { recursive: true, force: true });
});

const Body = z.object({ event: z.literal('audit.checkpoint'), checkpoint: CheckpointPage.shape.data.element });

/** Runs some work against a stack on the data folder, and stops the stack. */
async function withStack<T>(work: (get: (path: string) => Promise<unknown>, post: Post) => Promise<T>): Promise<T> {
  const stack = await startStack(options);
  const headers = { authorization: `Bearer ${stack.apiKey}`, 'content-type': 'application/json' };
  const ask = async (path: string, more: RequestInit = {}): Promise<unknown> => {
    const answer = await fetch(`${stack.baseUrl}${path}`, { headers, ...more });
    expect([path, answer.ok]).toEqual([path, true]);
    return answer.json();
  };
  try {
    return await work(
      (path) => ask(path),
      (path, body) => ask(path, { method: 'POST', body: JSON.stringify(body) }),
    );
  } finally {
    await stack.stop();
  }
}
type Post = (path: string, body: object) => Promise<unknown>;

it('A stack signs what changes each second: a checkpoint arrives and verifies, also after a restart', async () => {
  const port = await listen(createServer(listener));
  const before = await withStack(async (get, post) => {
    await post('/api/webhooks', { url: `http://127.0.0.1:${port}/`, events: ['audit.checkpoint'] });
    const key = AuditKey.parse(await get('/api/audit/key'));
    await eventually(
      () => received.length,
      (count) => count > 0,
    );
    const bodies = received.map(({ body }) => Body.parse(JSON.parse(body.toString())));
    const checkpoints = CheckpointPage.parse(await get('/api/audit/checkpoints')).data;
    for (const { checkpoint } of bodies) expect(checkpoints).toContainEqual(checkpoint);
    return { key, checkpoints };
  });
  await withStack(async (get) => {
    const key = AuditKey.parse(await get('/api/audit/key'));
    expect(key).toEqual(before.key);
    const entries = AuditPage.parse(await get('/api/audit?pageSize=100')).data.reverse();
    for (const checkpoint of CheckpointPage.parse(await get('/api/audit/checkpoints')).data) {
      const tree = new MerkleTree();
      for (const each of entries) if (each.at >= checkpoint.from && each.at < checkpoint.to) tree.add(leafOf(each));
      expect([tree.count, tree.root()]).toEqual([checkpoint.count, checkpoint.root]);
      expect(verifyCheckpoint(checkpoint, key.publicKey)).toBe(true);
    }
  });
});
