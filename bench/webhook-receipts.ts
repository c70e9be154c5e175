import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import * as z from 'zod';

const Body = z.object({ transaction: z.object({ hash: z.string() }) });
const MEMORY = '/dev/shm';

/** A receiver of webhooks that remembers when each delivery and each hash first arrived. */
export async function startReceiver() {
  const byId = new Map<string, number>();
  const byHash = new Map<string, number>();
  const posts = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const { transaction } = Body.parse(JSON.parse(await text(request)));
    const at = performance.now();
    const id = String(request.headers['x-service-delivery']);
    if (!byId.has(id)) byId.set(id, at);
    if (!byHash.has(transaction.hash)) byHash.set(transaction.hash, at);
    posts.set(transaction.hash, (posts.get(transaction.hash) ?? 0) + 1);
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no TCP port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    /** The folder for data that needs no disk. */
    folder: existsSync(MEMORY) ? MEMORY : tmpdir(),
    byId,
    byHash,
    clear(): void {
      for (const map of [byId, byHash, posts]) map.clear();
    },
    /** @throws Error when one of these hashes did not come in exactly one POST. */
    assertOnce(hashes: readonly string[]): void {
      const wrong = hashes.filter((hash) => posts.get(hash) !== 1);
      if (wrong.length === 0) return;
      throw new Error(`${wrong.length} webhooks did not come once, such as ${wrong[0]}: ${posts.get(wrong[0] ?? '')}`);
    },
    stop(): void {
      server.close();
      server.closeAllConnections();
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
