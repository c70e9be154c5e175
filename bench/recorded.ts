import { readdirSync } from 'node:fs';
import { evmReader } from '../lib/chains/evm/evm-reader.ts';
import type { ChainReader } from '../lib/chains/port/chain.ts';
import { type ChainId, chainOf } from '../lib/chains/registry.ts';
import { solanaReader } from '../lib/chains/solana/solana-reader.ts';
import { classicAddress } from '../lib/chains/xrp/account-id.ts';
import { xrpReader } from '../lib/chains/xrp/xrp-reader.ts';
import { bitcoinBase58 } from '../lib/values/base58.ts';
import { evmChain, evmContent, evmMethods } from '../test/support/recorded-chain/evm.ts';
import type { Content, MadeChain } from '../test/support/recorded-chain/made-chain.ts';
import type { Method } from '../test/support/recorded-chain/node.ts';
import { solanaChain, solanaContent, solanaMethods } from '../test/support/recorded-chain/solana.ts';
import { xrpChain, xrpContent, xrpMethods } from '../test/support/recorded-chain/xrp.ts';

/**
 * A chain of the recorded blocks of a family, `times` over, with the methods of its nodes and the reader of the
 * watcher.
 */
export interface Recording {
  readonly family: 'EVM' | 'Solana' | 'XRP Ledger';
  readonly id: ChainId;
  /** How many blocks are recorded; after as many they come again. */
  readonly recorded: number;
  readonly chain: MadeChain<Content>;
  readonly methods: Readonly<Record<string, Method>>;
  readonly reader: (url: string) => ChainReader;
  /** The address of 32 bytes that stand for a public key. */
  readonly addressOf: (bytes: Buffer) => string;
}

const filesIn = (folder: string): string[] => readdirSync(new URL(`../test/fixtures/${folder}/`, import.meta.url));

const repeated = <T>(items: readonly T[], times: number): T[] => Array.from({ length: times }, () => items).flat();

/** The recorded blocks of each family alone: not the recorded transactions, which would be blocks of one. */
export const recordings: readonly ((times?: number) => Recording)[] = [
  (times = 1) => {
    const blocks = filesIn('evm/blocks').map((file) => evmContent(`blocks/${file}`));
    const chain = evmChain(repeated(blocks, times));
    const reader = (url: string) => evmReader(chainOf('ethereum'), [url]);
    const addressOf = (bytes: Buffer) => `0x${bytes.toString('hex', 0, 20)}`;
    const methods = evmMethods(chain);
    return { family: 'EVM', id: 'ethereum', recorded: blocks.length, chain, methods, reader, addressOf };
  },
  (times = 1) => {
    // Not the one in the encoding that the service does not ask for.
    const files = filesIn('solana/blocks').filter((file) => !file.includes('.jsonParsed.'));
    const blocks = files.map((file) => solanaContent(`blocks/${file}`));
    const chain = solanaChain(repeated(blocks, times));
    const reader = (url: string) => solanaReader(chainOf('solana'), [url]);
    const addressOf = (bytes: Buffer) => bitcoinBase58.encode(bytes);
    const methods = solanaMethods(chain);
    return { family: 'Solana', id: 'solana', recorded: blocks.length, chain, methods, reader, addressOf };
  },
  (times = 1) => {
    const blocks = filesIn('xrp/ledgers').map((file) => xrpContent(`ledgers/${file}`));
    const chain = xrpChain(repeated(blocks, times));
    const reader = (url: string) => xrpReader(chainOf('xrp'), [url]);
    const addressOf = (bytes: Buffer) => classicAddress(bytes.subarray(0, 20));
    const methods = xrpMethods(chain);
    return { family: 'XRP Ledger', id: 'xrp', recorded: blocks.length, chain, methods, reader, addressOf };
  },
];
