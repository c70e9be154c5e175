import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import { PublicKey } from '@solana/web3.js';
import * as z from 'zod';
import { binaryOf } from '../processes/emulators.ts';
import { close, listen } from '../processes/servers.ts';
import { messageOf } from '../processes/user-error.ts';

/** What is used of the native node; its package has no types. */
interface Surfnet {
  readonly rpcUrl: string;
  /** Another one at each start. */
  readonly instanceId: string;
  /** What has happened since the last time. It is kept in memory until somebody takes it. */
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

/** Blocks are made of transactions; without a slot time, as of surfpool 1.5.0, empty ones come besides, 13 a second. */
const SETTINGS: Settings = { offline: true, blockProductionMode: 'transaction', slotTimeMs: 400 };
const DRAIN_MS = 50;

/**
 * A Solana chain: surfpool in this process, with a block for each transaction and none without, so that a watcher of it
 * must ask for no confirmations. It keeps nothing: each start is another chain, which begins at slot 31.
 */
export async function startSurfpool(): Promise<{ url: string; stop(): Promise<void> }> {
  const instead = 'the URL of a Solana node with --rpc solana=URL';
  const file = binaryOf('@solana/surfpool-linux-x64-gnu', 'surfpool-sdk.linux-x64-gnu.node', instead);
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
 * Surfpool's RPC, with answers about blocks made what a cluster's are. As of 1.5.0 a block names itself as its parent, its
 * hash is a count of transactions, which is no link to the block before and comes twice, its time is that of the start in
 * thousands of seconds, and slots before the first are an error of their own. All else passes through as it is.
 */
class SurfpoolChain {
  readonly #surfnet: Surfnet;
  /** Seconds since 1970, by slot. */
  readonly #times = new Map<number, number>();

  constructor(surfnet: Surfnet) {
    this.#surfnet = surfnet;
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const body = await text(request);
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(this.#surfnet.rpcUrl, { method: 'POST', headers, body });
      response.writeHead(answer.status, headers).end(this.#mended(body, await answer.text()));
    } catch (error) {
      response.writeHead(502).end(messageOf(error));
    }
  }

  /** Each block had the time at which it was made: a moment after, that is now. */
  drain(): void {
    for (const event of this.#surfnet.drainEvents()) {
      const produced = Produced.safeParse(event);
      // The clock tells of the slot that a block will come into next.
      if (produced.success) this.#timeOf(produced.data.clock.slot - 1);
    }
  }

  #mended(body: string, answer: string): string {
    const { method, params } = Call.safeParse(parsed(body)).data ?? { method: '', params: [] };
    const slot = method === 'getTransaction' ? Found.safeParse(parsed(answer)).data?.result.slot : params[0];
    if (typeof slot !== 'number' || !MENDED.has(method)) return answer;
    if (answer.includes('is before the first local slot')) return skipped(slot);
    this.drain();
    const fields: Readonly<Record<string, () => string | number>> = {
      blockTime: () => this.#timeOf(slot),
      blockhash: () => this.#hashOf(slot),
      previousBlockhash: () => this.#hashOf(parentOf(slot)),
      parentSlot: () => parentOf(slot),
    };
    // In the text, for parsing would round the numbers beyond 2^53. Within a string these quotes are escaped.
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

/** The first block has the genesis for a parent: between them there is none. */
const FIRST_SLOT = 31;
const parentOf = (slot: number): number => (slot === FIRST_SLOT ? 0 : slot - 1);

const MENDED: ReadonlySet<string> = new Set(['getBlock', 'getTransaction']);
const FIELD = /"(blockTime|blockhash|previousBlockhash|parentSlot)":(?:"[^"]*"|\d+|null)/g;

/** As a cluster answers for a slot without a block. */
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
    return undefined; // the node says what is wrong with it
  }
}
