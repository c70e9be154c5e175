import { encodeBase58 } from 'ethers';
import * as z from 'zod';
import { blockIn, filesIn, resultOf } from '../../chains/solana/recorded.ts';
import { type Content, type Link, MadeChain } from './made-chain.ts';
import { type Method, RpcError, STALE_BY } from './node.ts';

const Transaction = z.looseObject({ transaction: z.looseObject({ signatures: z.array(z.string()).min(1) }) });
const Block = z.looseObject({ blockTime: z.number(), transactions: z.array(Transaction) });
const Single = Transaction.extend({ slot: z.number(), blockTime: z.number() });

export interface SolanaContent extends Content {
  /** Seconds since 1970. */
  readonly blockTime: number;
  readonly transactions: readonly z.output<typeof Transaction>[];
}
export type SolanaChain = MadeChain<SolanaContent>;

/** A recorded block, `blocks/<file>`, or a recorded transaction in any other folder as a block of its own. */
export function solanaContent(file: string): SolanaContent {
  const { blockTime, transactions } = file.startsWith('blocks/') ? Block.parse(blockIn(file)) : alone(file);
  const hashes = transactions.map(({ transaction }) => transaction.signatures[0] ?? '');
  return { hashes, timestamp: new Date(blockTime * 1000).toISOString(), blockTime, transactions };
}

function alone(file: string) {
  const { slot: _, blockTime, ...transaction } = Single.parse(resultOf(file));
  return { blockTime, transactions: [transaction] };
}

/** Every recorded block and transaction, each in the encoding that the service asks for. */
export const allSolanaContents = (): SolanaContent[] =>
  ['tx', 'synthetic-surfpool', 'blocks']
    .flatMap(filesIn)
    .filter((file) => !file.includes('.jsonParsed.'))
    .map(solanaContent);

/** How many slots are skipped before each block in turn. */
const SKIPPED = [0, 0, 1, 0, 0, 0, 4];

export function solanaChain(contents: readonly SolanaContent[], first = 300_000_000): SolanaChain {
  const chain = new MadeChain<SolanaContent>(first, (digest) => encodeBase58(digest));
  for (const [index, content] of contents.entries()) chain.append(content, SKIPPED[index % SKIPPED.length]);
  return chain;
}

const Config = z.looseObject({ transactionDetails: z.enum(['full', 'none']).default('full') }).prefault({});

/** Codes of a node that has no block in a slot. */
const NOT_AVAILABLE = -32004;
const SKIPPED_SLOT = -32007;

/** The JSON-RPC methods of a node of this chain. */
export function solanaMethods(chain: SolanaChain): Record<string, Method> {
  const blockOf = ({ height, hash, parentHash, parentHeight, content }: Link<SolanaContent>) => ({
    blockhash: hash,
    previousBlockhash: parentHash,
    parentSlot: parentHeight,
    blockHeight: chain.links.findIndex((link) => link.height === height),
    blockTime: content.blockTime,
  });
  return {
    getSlot: (_, wrong) => (wrong === 'stale head' ? chain.head - STALE_BY : chain.head),
    getBlocks([from, to], wrong) {
      const [first, last] = [z.number().parse(from), z.number().parse(to)];
      const slots = chain.links.map(({ height }) => height);
      const told = slots.filter((slot) => slot >= first && slot <= Math.min(last, chain.head));
      return wrong === 'part missing' ? told.slice(1) : told;
    },
    getBlock([slot, config], wrong) {
      const height = z.number().parse(slot);
      if (height > chain.head) throw new RpcError(NOT_AVAILABLE, `Block not available for slot ${height}`);
      const link = wrong === 'other block' ? chain.beside(height) : chain.at(height);
      if (link === undefined) {
        throw new RpcError(
          SKIPPED_SLOT,
          `Slot ${height} was skipped, or missing due to ledger jump to recent snapshot`,
        );
      }
      const whole = Config.parse(config).transactionDetails === 'full' && wrong !== 'part missing';
      return { ...blockOf(link), ...(whole && { transactions: link.content.transactions }) };
    },
    getTransaction([signature]) {
      const holding = chain.holding(z.string().parse(signature));
      if (holding === undefined) return null;
      const { link, index } = holding;
      return { slot: link.height, blockTime: link.content.blockTime, ...link.content.transactions[index] };
    },
  };
}
