import * as z from 'zod';
import { watcherMemoryMb } from '../infra/chain-watchers.ts';
import { matchForm } from '../lib/chains/address.ts';
import { type ChainId, chainOf } from '../lib/chains/registry.ts';
import { keys } from '../lib/platform/table/keys.ts';
import { exists, openTable } from '../lib/platform/table/table.ts';
import { write } from '../lib/platform/table/write.ts';
import { cursorRepo } from '../lib/watch/cursor.ts';
import { createBareTable } from '../local/aws/bare-table.ts';
import { evmBlocks, evmMethods } from '../local/chains/recorded/evm-recordings.ts';
import { withBalances } from '../local/chains/recorded/evm-state.ts';
import { solanaBlocks } from '../local/chains/recorded/solana-recordings.ts';
import { benchDeps } from './bench-deps.ts';
import type { MeteredDynamoDb } from './dynamodb.ts';
import type { Goal } from './goals.ts';
import { type Spent, startWatcher } from './measured-watcher.ts';
import { evmRecording, type Recording, solanaRecording } from './recorded.ts';
import { serveNode } from './served-node.ts';
import { unitsOf, withStoredBalances } from './simulated-balances.ts';
import { packOthers } from './watched.ts';

/** The alarm comes at 80 %. */
export const MOST_PERCENT = 60;
const ADDRESSES = 1_000_000;
const CHAINS = ['ethereum', 'base', 'polygon', 'arbitrum', 'solana'] as const satisfies readonly ChainId[];
/** Two rounds: the first reads all balances, the second keeps those of the first. */
const CHECKS = 2;

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

/** What the checks of a watcher took. */
interface MeasuredRounds {
  /** The most memory of the process. */
  readonly mostMb: number;
  /** The stretches of each round. */
  readonly rounds: readonly (readonly Spent[])[];
  /** Units of the reads of balances in each round. */
  readonly units: readonly number[];
}

/**
 * A watcher that scans, and checks the balances of all addresses in some rounds.
 * @param nodeMs what a request for balances takes.
 */
export async function measuredRounds(
  { client, endpoint }: MeteredDynamoDb,
  id: ChainId,
  addresses: number,
  { nodeMs = 0, rounds: count = CHECKS }: { readonly nodeMs?: number; readonly rounds?: number } = {},
): Promise<MeasuredRounds> {
  const recording = recordingOf(id);
  const { chain, methods } = recording;
  const [first] = chain.links;
  if (first === undefined) throw new Error('there is no recorded block');
  const table = openTable((await createBareTable(client)).name, client);
  const deps = benchDeps(table);
  await packOthers(deps, recording, addresses);
  await cursorRepo(deps).begin(id, first.height);
  const at = new Date().toISOString();
  const check = { height: first.height, hash: first.hash, at, tokensAt: at, watchesCode: false };
  await write(table, { put: { ...keys.balanceCheck(id, first.height), ...check } });
  const node = await serveNode(methods, (request) => (request.includes('"eth_call"') ? nodeMs : 0));
  const stored = await withStoredBalances(endpoint, recording, first.height, addresses);
  const settings = { chain: id, node: node.url, endpoint: stored.url, table: table.name, tableMs: 0 };
  const watcher = startWatcher(settings, watcherMemoryMb(id));
  const [rounds, units]: [Spent[][], number[]] = [[], []];
  try {
    let mostMb = 0;
    for (const [n, { height }] of chain.links.slice(0, 1 + count).entries()) {
      chain.head = height;
      await watcher.ask('scan');
      if (n === 0) continue;
      const stretches: Spent[] = [];
      while (!(await exists(table, keys.balanceCheck(id, height)))) {
        const spent = await watcher.ask('check');
        stretches.push(spent);
        mostMb = spent.mostMb;
      }
      rounds.push(stretches);
      units.push(stored.units() - units.reduce((sum, each) => sum + each, 0));
      const seconds = Math.round(stretches.reduce((sum, { elapsedMs }) => sum + elapsedMs, 0) / 1000);
      console.log(`  ${id}: ${Math.round(mostMb)} MB, ${stretches.length} stretches, ${seconds} s, round ${n}`);
    }
    return { mostMb, rounds, units };
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
    const [{ mostMb }, memoryMb] = [await measuredRounds(dynamoDb, id, ADDRESSES), watcherMemoryMb(id)];
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
