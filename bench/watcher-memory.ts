import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { marshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod';
import { watcherMemoryMb } from '../infra/chain-watchers.ts';
import { matchForm } from '../lib/chains/address.ts';
import { type ChainId, chainOf } from '../lib/chains/registry.ts';
import { keys } from '../lib/platform/table/keys.ts';
import { openTable } from '../lib/platform/table/table.ts';
import { write } from '../lib/platform/table/write.ts';
import { fromUnits } from '../lib/values/decimal.ts';
import { balanceWatching } from '../lib/wallets/watched-addresses.ts';
import { cursorRepo } from '../lib/watch/cursor.ts';
import { createBareTable } from '../local/aws/bare-table.ts';
import { evmBlocks, evmMethods } from '../local/chains/recorded/evm-recordings.ts';
import { withBalances } from '../local/chains/recorded/evm-state.ts';
import { solanaBlocks } from '../local/chains/recorded/solana-recordings.ts';
import { benchDeps } from './bench-deps.ts';
import { expectChecked } from './checking.ts';
import type { MeteredDynamoDb } from './dynamodb.ts';
import type { Goal } from './goals.ts';
import { startWatcher } from './measured-watcher.ts';
import { evmRecording, type Recording, solanaRecording } from './recorded.ts';
import { serveNode } from './served-node.ts';
import { packOthers, strangerAt } from './watched.ts';

/** The alarm comes at 80 %. */
const MOST_PERCENT = 60;
const ADDRESSES = 1_000_000;
const CHAINS = ['ethereum', 'base', 'polygon', 'arbitrum', 'solana'] as const satisfies readonly ChainId[];
/** A page of balances has some 1 MB. */
const PAGE = 5_000;
/** Two checks: the first reads all balances, the second keeps those of the first. */
const CHECKS = 2;

/** The balance of an address in the smallest unit: some coins, with all decimals. */
const unitsOf = (form: string): bigint =>
  10n ** 9n + BigInt(`0x${createHash('sha256').update(form).digest('hex').slice(0, 12)}`);

const Accounts = z.tuple([z.array(z.string()), z.unknown()]);

/** A chain of some recorded blocks, whose nodes state the balances. */
function recordingOf(id: ChainId): Recording {
  if (id !== 'solana') {
    const blocks = evmBlocks().slice(0, 1 + CHECKS);
    const methodsOf: Parameters<typeof evmRecording>[2] = (made) => withBalances(made, evmMethods(made), unitsOf);
    return evmRecording(blocks, blocks.length, methodsOf, chainOf(id));
  }
  const [block] = solanaBlocks();
  if (block === undefined) throw new Error('there is no recorded block');
  const recording = solanaRecording(Array(1 + CHECKS).fill(block), 1);
  const methods = {
    ...recording.methods,
    getMultipleAccounts(params: unknown) {
      const [addresses] = Accounts.parse(params);
      const value = addresses.map((address) => ({ lamports: Number(unitsOf(matchForm(id, address))) }));
      return { context: { slot: recording.chain.head }, value };
    },
  };
  return { ...recording, methods };
}

const Asked = z.looseObject({
  ExpressionAttributeValues: z.record(z.string(), z.looseObject({ S: z.string().optional() })).default({}),
  ExclusiveStartKey: z.object({ n: z.object({ N: z.coerce.number() }) }).optional(),
});

/**
 * DynamoDB, with a million balances of the chain that no engine holds: to store them would take longer than the
 * measurement.
 */
async function withStoredBalances(endpoint: string, { id, addressOf }: Recording, height: number) {
  const { pk } = keys.nativeBalance(id, '');
  const { nativeDecimals } = chainOf(id);
  function page(first: number): string {
    const last = Math.min(first + PAGE, ADDRESSES);
    const Items = Array.from({ length: last - first }, (_, n) => {
      const form = matchForm(id, strangerAt({ addressOf }, first + n));
      const { update, set, initially } = balanceWatching(id, form, false, height);
      const amount = fromUnits(unitsOf(form), nativeDecimals);
      return marshall({ ...update, ...initially, ...set, amount, height, hash: `0x${'1'.repeat(64)}` });
    });
    const LastEvaluatedKey = last < ADDRESSES ? { n: { N: String(last) } } : undefined;
    return JSON.stringify({ Items, Count: Items.length, LastEvaluatedKey });
  }
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const { ExpressionAttributeValues: values, ExclusiveStartKey } = Asked.parse(JSON.parse(String(body)));
    response.setHeader('Content-Type', 'application/x-amz-json-1.0');
    if (values[':pk']?.S === pk) return response.end(page(ExclusiveStartKey?.n.N ?? 0));
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
    const passed = Object.entries(headers).map(([name, value]) => [name, String(value)]);
    const answer = await fetch(endpoint, { method: 'POST', headers: Object.fromEntries(passed), body });
    response.writeHead(answer.status).end(await answer.text());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no TCP port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The most memory of a watcher that scans, and checks the balances of a million addresses twice. */
async function mostMbOf({ client, endpoint }: MeteredDynamoDb, id: ChainId): Promise<number> {
  const recording = recordingOf(id);
  const { chain, methods } = recording;
  const [first] = chain.links;
  if (first === undefined) throw new Error('there is no recorded block');
  const table = openTable((await createBareTable(client)).name, client);
  const deps = benchDeps(table);
  await packOthers(deps, recording, ADDRESSES);
  await cursorRepo(deps).begin(id, first.height);
  const at = new Date().toISOString();
  const check = { height: first.height, hash: first.hash, at, tokensAt: at, watchesCode: false };
  await write(table, { put: { ...keys.balanceCheck(id, first.height), ...check } });
  const [node, stored] = [await serveNode(methods), await withStoredBalances(endpoint, recording, first.height)];
  const settings = { chain: id, node: node.url, endpoint: stored.url, table: table.name, tableMs: 0 };
  const watcher = startWatcher(settings, watcherMemoryMb(id));
  try {
    let mostMb = 0;
    for (const [n, { height }] of chain.links.entries()) {
      chain.head = height;
      await watcher.ask('scan');
      if (n > 0) ({ mostMb } = await watcher.ask('check'));
      if (n > 0) console.log(`  ${id}: ${Math.round(mostMb)} MB after check ${n}`);
      if (n > 0) await expectChecked(table, { last: { chain: id, height } });
    }
    return mostMb;
  } finally {
    watcher.stop();
    node.stop();
    stored.stop();
  }
}

/** The memory of the watchers of five chains, one after the other. Each has a process of its own. */
export async function watcherMemory(dynamoDb: MeteredDynamoDb): Promise<Goal[]> {
  const goals: Goal[] = [];
  for (const id of CHAINS) {
    const [mostMb, memoryMb] = [await mostMbOf(dynamoDb, id), watcherMemoryMb(id)];
    goals.push({
      name: `${id}: memory of a watcher with ${ADDRESSES.toLocaleString('en')} addresses`,
      figure: (100 * mostMb) / memoryMb,
      unit: '%',
      atMost: MOST_PERCENT,
      note: `${Math.round(mostMb)} of ${memoryMb} MB`,
    });
  }
  return goals;
}
