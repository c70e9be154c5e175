import { VersionedTransaction } from '@solana/web3.js';
import { encodeBase58 } from 'ethers';
import * as z from 'zod';
import { parseExactly } from '../../../lib/chains/solana/solana-rpc.ts';
import { type Content, type Link, MadeChain } from './made-chain.ts';
import { recordingFiles } from './recording-files.ts';
import { type Method, RpcError, STALE_BY } from './rpc-method.ts';
import { multipleAccounts } from './solana-accounts.ts';

const { textOf, pathsIn } = recordingFiles('solana');

const Transaction = z.looseObject({ transaction: z.looseObject({ signatures: z.array(z.string()).min(1) }) });
const Block = z.looseObject({ blockTime: z.number(), transactions: z.array(Transaction) });
const Encoded = z.looseObject({ transactions: z.array(z.looseObject({ transaction: z.unknown() })) });
const Base64 = z.tuple([z.string(), z.literal('base64')]);
const Single = Transaction.extend({ slot: z.number(), blockTime: z.number() });

export interface SolanaContent extends Content {
  /** Seconds since 1970. */
  readonly blockTime: number;
  readonly transactions: readonly z.output<typeof Transaction>[];
}
export type SolanaChain = MadeChain<SolanaContent>;

/** Reads a recorded block, or a recorded transaction as the only transaction of a block. */
export const solanaContent = (path: string): SolanaContent => solanaContentOf(parseExactly(textOf(path)));

/**
 * The content of a recorded block, or of a recorded transaction as the only transaction of a block.
 * @param recording a whole answer, or only its result.
 */
export function solanaContentOf(recording: unknown): SolanaContent {
  const result = z.object({ result: z.unknown() }).safeParse(recording).data?.result ?? recording;
  const encoded = Encoded.safeParse(result).data;
  const { blockTime, transactions } = encoded === undefined ? alone(result) : blockIn(encoded);
  const hashes = transactions.map(({ transaction }) => transaction.signatures[0] ?? '');
  return { hashes, timestamp: new Date(blockTime * 1000).toISOString(), blockTime, transactions };
}

/** A block in the encoding that the service asks for. The SDK converts transactions that were recorded in base64. */
function blockIn(block: z.output<typeof Encoded>): z.output<typeof Block> {
  const transactions = block.transactions.map((each) => {
    const binary = Base64.safeParse(each.transaction);
    return binary.success ? { ...each, transaction: asJson(binary.data[0]) } : each;
  });
  return Block.parse({ ...block, transactions });
}

function asJson(base64: string) {
  const { signatures, message } = VersionedTransaction.deserialize(Buffer.from(base64, 'base64'));
  return {
    signatures: signatures.map((bytes) => encodeBase58(bytes)),
    message: {
      accountKeys: message.staticAccountKeys.map((key) => key.toBase58()),
      instructions: message.compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => ({
        programIdIndex,
        accounts: accountKeyIndexes,
        data: encodeBase58(data),
      })),
    },
  };
}

function alone(result: unknown) {
  const { slot: _, blockTime, ...transaction } = Single.parse(result);
  return { blockTime, transactions: [transaction] };
}

/** Leaves out recordings in the encoding `jsonParsed`, because the service does not ask for this encoding. */
const contentsIn = (folder: string): SolanaContent[] =>
  pathsIn(folder)
    .filter((path) => !path.includes('.jsonParsed.'))
    .map(solanaContent);

export const solanaBlocks = (): SolanaContent[] => contentsIn('blocks');

/** Every recorded block and transaction. */
export const allSolanaContents = (): SolanaContent[] => ['tx', 'synthetic-surfpool', 'blocks'].flatMap(contentsIn);

/** How many empty slots precede each block. The list repeats. */
const SKIPPED = [0, 0, 1, 0, 0, 0, 4];

export function solanaChain(contents: readonly SolanaContent[], first = 300_000_000): SolanaChain {
  const chain = new MadeChain<SolanaContent>(first, (digest) => encodeBase58(digest));
  for (const [index, content] of contents.entries()) chain.append(content, SKIPPED[index % SKIPPED.length]);
  return chain;
}

const Config = z.looseObject({ transactionDetails: z.enum(['full', 'none']).default('full') }).prefault({});

/** Error codes of a node that has no block in a slot. */
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
      const shown = slots.filter((slot) => slot >= first && slot <= Math.min(last, chain.head));
      return wrong === 'part missing' ? shown.slice(1) : shown;
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
    getMultipleAccounts: multipleAccounts(chain),
  };
}
