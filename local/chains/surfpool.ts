import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import { PublicKey } from '@solana/web3.js';
import * as z from 'zod';
import { engineFile } from '../processes/emulators.ts';
import { close, listen } from '../processes/servers.ts';
import { messageOf } from '../processes/user-error.ts';

/** The used part of the native node, whose package has no types. */
interface Surfnet {
  readonly rpcUrl: string;
  /** Changes at each start. */
  readonly instanceId: string;
  /** Returns the events since the last call. The node keeps events in memory until this call. */
  drainEvents(): unknown[];
  stop(): void;
}
interface Settings {
  readonly offline: boolean;
  readonly blockProductionMode: 'transaction';
  readonly slotTimeMs: number;
}
const Binding = z.object({
  Surfnet: z.custom<{ startWithConfig(settings: Settings): Surfnet }>((value) => typeof value === 'function'),
});

/** Makes a block per transaction. Without a slot time, surfpool 1.5.0 would also make 13 empty blocks a second. */
const SETTINGS: Settings = { offline: true, blockProductionMode: 'transaction', slotTimeMs: 400 };
const DRAIN_MS = 50;

/**
 * Starts a Solana chain: surfpool in this process. The node makes one block per transaction and no other blocks, so its
 * watcher must require no confirmations. The node keeps nothing: each start begins a new chain at slot 31.
 */
export async function startSurfpool(): Promise<{ url: string; stop(): Promise<void> }> {
  const file = engineFile('surfpool', 'name a Solana node of yours with --rpc solana=URL');
  const surfnet = Binding.parse(createRequire(import.meta.url)(file)).Surfnet.startWithConfig(SETTINGS);
  const chain = new SurfpoolChain(surfnet);
  const timer = setInterval(() => chain.drain(), DRAIN_MS).unref();
  const { server, url } = await listen((request, response) => void chain.serve(request, response), 0);
  return {
    url,
    stop: async () => {
      clearInterval(timer);
      await close(server);
      surfnet.stop();
    },
  };
}

const Produced = z.object({ kind: z.literal('systemClockUpdated'), clock: z.object({ slot: z.number() }) });
const Call = z.object({ method: z.string(), params: z.array(z.unknown()).default([]) });
const Found = z.object({ result: z.object({ slot: z.number() }) });

/**
 * Surfpool's RPC with corrected answers about blocks and accounts. In surfpool 1.5.0 a block names itself as its
 * parent. The hash of a block is a count of transactions, which can repeat and does not link to the parent. The time of
 * a block is the start time in thousands of seconds. Slots before the first slot give an error that no cluster gives.
 * Balances name the slot of the next block, whose transactions they do not include. All other answers pass unchanged.
 */
class SurfpoolChain {
  readonly #surfnet: Surfnet;
  /** The time of each slot, in seconds since 1970. */
  readonly #times = new Map<number, number>();

  constructor(surfnet: Surfnet) {
    this.#surfnet = surfnet;
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const body = await text(request);
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(this.#surfnet.rpcUrl, { method: 'POST', headers, body });
      response.writeHead(answer.status, headers).end(this.#corrected(body, await answer.text()));
    } catch (error) {
      response.writeHead(502).end(messageOf(error));
    }
  }

  /** Records the current time as the time of each new block. `drain` runs at most 50 ms after a block. */
  drain(): void {
    for (const event of this.#surfnet.drainEvents()) {
      const produced = Produced.safeParse(event);
      // The clock names the slot of the next block.
      if (produced.success) this.#timeOf(produced.data.clock.slot - 1);
    }
  }

  #corrected(body: string, answer: string): string {
    const { method, params } = Call.safeParse(parsed(body)).data ?? { method: '', params: [] };
    if (method === 'getMultipleAccounts')
      return answer.replace(CONTEXT, (_, slot: string) => `"slot":${Number(slot) - 1}`);
    const slot = method === 'getTransaction' ? Found.safeParse(parsed(answer)).data?.result.slot : params[0];
    if (typeof slot !== 'number' || !CORRECTED.has(method)) return answer;
    if (answer.includes('is before the first local slot')) return skipped(slot);
    this.drain();
    const fields: Readonly<Record<string, () => string | number>> = {
      blockTime: () => this.#timeOf(slot),
      blockhash: () => this.#hashOf(slot),
      previousBlockhash: () => this.#hashOf(parentOf(slot)),
      parentSlot: () => parentOf(slot),
    };
    // Replace in the text, because JSON.parse would round numbers beyond 2^53. Quotes within strings are escaped.
    return answer.replace(FIELD, (field, key: string) => {
      const value = fields[key]?.();
      return value === undefined ? field : `"${key}":${JSON.stringify(value)}`;
    });
  }

  #timeOf(slot: number): number {
    const time = this.#times.get(slot) ?? Math.floor(Date.now() / 1000);
    this.#times.set(slot, time);
    return time;
  }

  #hashOf(slot: number): string {
    return new PublicKey(createHash('sha256').update(`${this.#surfnet.instanceId} ${slot}`).digest()).toBase58();
  }
}

/** The slot of the first block, whose parent is the genesis block in slot 0. */
const FIRST_SLOT = 31;
const parentOf = (slot: number): number => (slot === FIRST_SLOT ? 0 : slot - 1);

const CORRECTED: ReadonlySet<string> = new Set(['getBlock', 'getTransaction']);
const FIELD = /"(blockTime|blockhash|previousBlockhash|parentSlot)":(?:"[^"]*"|\d+|null)/g;

/** The slot in the context of an answer. The context comes before the accounts. */
const CONTEXT = /"slot":(\d+)/;

/** A cluster's answer for a slot without a block. */
const skipped = (slot: number): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    error: { code: -32009, message: `Slot ${slot} was skipped, or missing in long-term storage` },
    id: 1,
  });

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined; // the node answers the error
  }
}
