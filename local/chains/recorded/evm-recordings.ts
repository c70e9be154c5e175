import { AbiCoder, id } from 'ethers';
import * as z from 'zod';
import { type Content, type Link, MadeChain } from './made-chain.ts';
import { recordingFiles } from './recording-files.ts';
import { type Method, RpcError, STALE_BY } from './rpc-method.ts';

const { textOf, pathsIn } = recordingFiles('evm');
const read = (path: string): unknown => JSON.parse(textOf(path));

const Header = z.looseObject({ timestamp: z.string() });
const Transaction = z.looseObject({ hash: z.string() });
const Receipt = z.looseObject({ transactionHash: z.string(), logs: z.array(z.looseObject({})) });
const RecordedBlock = z.object({
  block: Header.extend({ transactions: z.array(Transaction) }),
  receipts: z.array(Receipt),
});
const RecordedTransaction = z.object({ block: Header, transaction: Transaction, receipt: Receipt });

export interface EvmContent extends Content {
  readonly header: z.output<typeof Header>;
  readonly transactions: readonly z.output<typeof Transaction>[];
  readonly receipts: readonly z.output<typeof Receipt>[];
}
export type EvmChain = MadeChain<EvmContent>;

function contentOf(
  { transactions, ...header }: z.output<typeof RecordedBlock>['block'],
  receipts: z.output<typeof Receipt>[],
): EvmContent {
  const hashes = transactions.map(({ hash }) => hash);
  const inOrder = receipts.toSorted((a, b) => hashes.indexOf(a.transactionHash) - hashes.indexOf(b.transactionHash));
  const timestamp = new Date(Number(header.timestamp) * 1000).toISOString();
  return { hashes, timestamp, header, transactions, receipts: inOrder };
}

/**
 * Reads a recorded block (`blocks/<file>` or `traces/<file>`), or a recorded transaction (`tx/<file>`) as the only
 * transaction of a block.
 */
export const evmContent = (path: string): EvmContent => evmContentOf(read(path));

/** The content of a recorded block, or of a recorded transaction as the only transaction of a block. */
export function evmContentOf(recording: unknown): EvmContent {
  const recorded = z.union([RecordedBlock, RecordedTransaction]).parse(recording);
  if ('receipts' in recorded) return contentOf(recorded.block, recorded.receipts);
  const { block, transaction, receipt } = recorded;
  return contentOf({ ...block, transactions: [transaction] }, [receipt]);
}

export const evmBlocks = (): EvmContent[] => pathsIn('blocks').map(evmContent);

/** Every recorded block, and every recorded transaction that is in none of these blocks. */
export function allEvmContents(): EvmContent[] {
  const blocks = evmBlocks();
  const included = new Set(blocks.flatMap(({ hashes }) => hashes));
  const single = pathsIn('tx').map(evmContent);
  return [...single.filter(({ hashes: [hash = ''] }) => !included.has(hash)), ...blocks];
}

export const evmChain = (contents: readonly EvmContent[], first = 20_000_000): EvmChain =>
  contents.reduce(
    (chain, content) => chain.append(content),
    new MadeChain<EvmContent>(first, (digest) => `0x${digest.toString('hex')}`),
  );

const hex = (value: number) => `0x${value.toString(16)}`;

const placed = ({ height, hash }: Link<EvmContent>, index: number) => ({
  blockHash: hash,
  blockNumber: hex(height),
  transactionIndex: hex(index),
});
/** One part of a block, by its index in the block. */
type PartOf = (link: Link<EvmContent>, index: number) => object;
const transactionOf: PartOf = (link, index) => ({ ...link.content.transactions[index], ...placed(link, index) });
const receiptOf: PartOf = (link, index) => {
  const receipt = link.content.receipts[index];
  const place = placed(link, index);
  return { ...receipt, ...place, logs: receipt?.logs.map((log) => ({ ...log, ...place })) };
};
const partsOf = (link: Link<EvmContent>, of: PartOf) => link.content.hashes.map((_, index) => of(link, index));
const blockOf = (link: Link<EvmContent>, full: unknown) => ({
  ...link.content.header,
  number: hex(link.height),
  hash: link.hash,
  parentHash: link.parentHash,
  transactions: full === true ? partsOf(link, transactionOf) : link.content.hashes,
});

const Token = z.object({ contract: z.string(), symbol: z.string().nullish(), decimals: z.number().nullish() });
const Truths = z.array(z.object({ truth: z.object({ tokenTransfers: z.array(Token) }) }));
const tokens = new Map(
  Truths.parse(read('expected.json')).flatMap(({ truth }) =>
    truth.tokenTransfers.map((token) => [token.contract.toLowerCase(), token] as const),
  ),
);

/** Answers `symbol()` and `decimals()` of the tokens in expected.json. Other contracts lack these functions. */
function called({ to, data }: { to: string; data: string }): string {
  const { symbol, decimals } = tokens.get(to.toLowerCase()) ?? {};
  const abi = AbiCoder.defaultAbiCoder();
  if (data === id('symbol()').slice(0, 10) && symbol != null) return abi.encode(['string'], [symbol]);
  if (data === id('decimals()').slice(0, 10) && decimals != null) return abi.encode(['uint8'], [decimals]);
  return '0x';
}

const BlockTag = z.union([z.literal('latest'), z.string().regex(/^0x[0-9a-f]+$/i)]);
const BlockRef = z.union([BlockTag, z.object({ blockHash: z.string() }).transform(({ blockHash }) => blockHash)]);
const Called = z.object({ to: z.string(), data: z.string() });

/** The JSON-RPC methods of a node of this chain. */
export function evmMethods(chain: EvmChain): Record<string, Method> {
  const found = (ref: unknown): Link<EvmContent> | undefined => {
    const block = BlockRef.parse(ref);
    if (block === 'latest') return chain.at(chain.head);
    return block.length === 66 ? chain.byHash(block) : chain.at(Number(block));
  };
  const block: Method = ([ref, full], wrong) => {
    const link = found(ref);
    const shown = wrong === 'other block' && link !== undefined ? chain.beside(link.height) : link;
    return shown === undefined ? null : blockOf(shown, full);
  };
  const part = (hash: unknown, of: PartOf) => {
    const holding = chain.holding(z.string().parse(hash));
    return holding === undefined ? null : of(holding.link, holding.index);
  };
  return {
    eth_chainId: () => '0x1',
    eth_blockNumber: (_, wrong) => hex(wrong === 'stale head' ? chain.head - STALE_BY : chain.head),
    eth_getBlockByNumber: block,
    eth_getBlockByHash: block,
    eth_getBlockReceipts([ref], wrong) {
      const link = found(ref);
      if (link === undefined) return null;
      if (wrong === 'part missing') return partsOf(link, receiptOf).slice(1);
      return partsOf((wrong === 'part of another block' && chain.beside(link.height)) || link, receiptOf);
    },
    eth_getTransactionByHash: ([hash]) => part(hash, transactionOf),
    eth_getTransactionReceipt: ([hash], wrong) => (wrong === 'part missing' ? null : part(hash, receiptOf)),
    // No account of a recording is asked for its code, except where a token gave no answer.
    eth_getCode: () => '0xfe',
    eth_call([call]) {
      const parsed = Called.safeParse(call);
      if (!parsed.success) throw new RpcError(-32602, 'invalid params');
      return called(parsed.data);
    },
  };
}
