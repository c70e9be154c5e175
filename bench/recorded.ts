import { PublicKey } from '@solana/web3.js';
import { encodeAccountID } from 'xrpl/dist/npm/utils/index.js';
import { evmReader } from '../lib/chains/evm/evm-reader.ts';
import type { ChainReader } from '../lib/chains/port/chain.ts';
import { type Chain, type ChainId, chainOf } from '../lib/chains/registry.ts';
import { solanaReader } from '../lib/chains/solana/solana-reader.ts';
import { xrpReader } from '../lib/chains/xrp/xrp-reader.ts';
import {
  type EvmChain,
  type EvmContent,
  evmBlocks,
  evmChain,
  evmMethods,
} from '../local/chains/recorded/evm-recordings.ts';
import { tracedBlock, withTraces } from '../local/chains/recorded/evm-traces.ts';
import type { Content, MadeChain } from '../local/chains/recorded/made-chain.ts';
import type { Method } from '../local/chains/recorded/rpc-method.ts';
import {
  type SolanaContent,
  solanaBlocks,
  solanaChain,
  solanaMethods,
} from '../local/chains/recorded/solana-recordings.ts';
import { xrpChain, xrpLedgers, xrpMethods } from '../local/chains/recorded/xrp-recordings.ts';

/** A chain of the recorded blocks of a family, with the methods of its nodes and the watcher's reader. */
export interface Recording {
  readonly family: 'EVM' | 'Solana' | 'XRP Ledger';
  readonly id: ChainId;
  /** The number of distinct blocks. The chain repeats them. */
  readonly recorded: number;
  readonly chain: MadeChain<Content>;
  readonly methods: Readonly<Record<string, Method>>;
  readonly reader: (url: string) => ChainReader;
  /** The address of 32 bytes that stand for a public key. */
  readonly addressOf: (bytes: Buffer) => string;
}

const repeated = <T>(items: readonly T[], times: number): T[] => Array.from({ length: times }, () => items).flat();

/** A chain of EVM blocks. `methodsOf` and `entry` are for nodes and readers that can do more than others. */
export function evmRecording(
  blocks: readonly EvmContent[],
  recorded: number,
  methodsOf: (chain: EvmChain) => Record<string, Method> = evmMethods,
  entry: Chain = chainOf('ethereum'),
): Recording {
  const chain = evmChain(blocks);
  const reader = (url: string) => evmReader(entry, [url]);
  const addressOf = (bytes: Buffer) => `0x${bytes.toString('hex', 0, 20)}`;
  return { family: 'EVM', id: entry.id, recorded, chain, methods: methodsOf(chain), reader, addressOf };
}

/** A chain that repeats a block, whose nodes trace, and a reader that traces whole blocks. */
export const tracedRecording = (times = 1): Recording =>
  evmRecording(repeated([tracedBlock()], times), 1, (chain) => withTraces(chain, evmMethods(chain)), {
    ...chainOf('ethereum'),
    traceBlocks: 'always',
  });

export function solanaRecording(blocks: readonly SolanaContent[], recorded: number): Recording {
  const chain = solanaChain(blocks);
  const reader = (url: string) => solanaReader(chainOf('solana'), [url]);
  const addressOf = (bytes: Buffer) => new PublicKey(bytes).toBase58();
  const methods = solanaMethods(chain);
  return { family: 'Solana', id: 'solana', recorded, chain, methods, reader, addressOf };
}

function xrpRecording(times: number): Recording {
  const blocks = xrpLedgers();
  const chain = xrpChain(repeated(blocks, times));
  const reader = (url: string) => xrpReader(chainOf('xrp'), [url]);
  const addressOf = (bytes: Buffer) => encodeAccountID(bytes.subarray(0, 20));
  const methods = xrpMethods(chain);
  return { family: 'XRP Ledger', id: 'xrp', recorded: blocks.length, chain, methods, reader, addressOf };
}

/** Builds the chain of each family, whose blocks repeat `times` times. Leaves out recorded single transactions. */
export const recordings: readonly ((times?: number) => Recording)[] = [
  (times = 1) => {
    const blocks = evmBlocks();
    return evmRecording(repeated(blocks, times), blocks.length);
  },
  (times = 1) => {
    const blocks = solanaBlocks();
    return solanaRecording(repeated(blocks, times), blocks.length);
  },
  (times = 1) => xrpRecording(times),
];
