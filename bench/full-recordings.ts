import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import { type EvmChain, type EvmContent, evmMethods } from '../local/chains/recorded/evm-recordings.ts';
import { blockTraces, tracedBlock } from '../local/chains/recorded/evm-traces.ts';
import type { Method } from '../local/chains/recorded/rpc-method.ts';
import type { SolanaContent } from '../local/chains/recorded/solana-recordings.ts';
import { fullEthereumBlock, fullSolanaBlock, withEvmHashes, withSolanaHashes } from './full-size-blocks.ts';
import { evmRecording, type Recording, solanaRecording } from './recorded.ts';

/** A full-size block, and a chain of this block. */
export interface FullBlock {
  readonly name: string;
  /** A chain that repeats the block `times` times, each time with other hashes. */
  readonly recording: (times: number) => Recording;
}

/** Full-size blocks whose licence keeps them out of the repository. The folder may lie beside the repository. */
const BESIDE = new URL('../../shared/chain-data/value-and-authority/solana-blocks/', import.meta.url);
const SLOTS = [110_130_000, 110_360_000];

const Answer = z.object({
  result: z.object({
    blockTime: z.number(),
    transactions: z.array(z.looseObject({ transaction: z.looseObject({ signatures: z.array(z.string()) }) })),
  }),
});

function realSolanaBlock(slot: number): SolanaContent {
  const bytes = readFileSync(new URL(`mainnet-${slot}.json.gz`, BESIDE));
  const { blockTime, transactions } = Answer.parse(JSON.parse(String(gunzipSync(bytes)))).result;
  return { hashes: [], timestamp: new Date(blockTime * 1000).toISOString(), blockTime, transactions };
}

const times = <T>(count: number, make: (seed: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));

const solana = (name: string, content: SolanaContent): FullBlock => ({
  name,
  recording: (count) =>
    solanaRecording(
      times(count, (seed) => withSolanaHashes(content, seed)),
      1,
    ),
});
const ethereum = (
  name: string,
  content: EvmContent,
  methodsOf?: (chain: EvmChain) => Record<string, Method>,
): FullBlock => ({
  name,
  recording: (count) =>
    evmRecording(
      times(count, (seed) => withEvmHashes(content, seed)),
      1,
      methodsOf,
    ),
});

/** The methods of a node that traces the transactions of `tracedBlock`, whatever their hashes. */
function tracing(chain: EvmChain): Record<string, Method> {
  const traces = z.array(z.object({ result: z.unknown() })).parse(blockTraces()[0]?.answer);
  return {
    ...evmMethods(chain),
    debug_traceTransaction([hash]) {
      const index = chain.holding(z.string().parse(hash))?.index;
      return index === undefined ? null : traces[index]?.result;
    },
  };
}

/** The full-size blocks, made and real. The real blocks of Solana are left out where their folder is missing. */
export function* fullBlocks(): Generator<FullBlock> {
  yield solana('Solana, made', fullSolanaBlock());
  for (const slot of existsSync(BESIDE) ? SLOTS : []) yield solana(`Solana, slot ${slot}`, realSolanaBlock(slot));
  yield ethereum('Ethereum, made', fullEthereumBlock());
  yield ethereum('Ethereum, block 12505500', tracedBlock(), tracing);
}
