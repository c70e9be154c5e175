import type { BlockHeader, BlockTransaction, Chain, ChainReader } from '../../../lib/chains/port/chain.ts';
import { ChainUnavailableError } from '../../../lib/chains/port/chain-unavailable.ts';
import { decodeTransaction, type ToyBlock, type ToyTransaction } from './toy-decode.ts';

/** The network of the toy family: the blocks of a toy chain by the URL of a node. Heights count from 0. */
export const ledgers = new Map<string, readonly ToyBlock[]>();

export function toyReader(chain: Chain, urls: readonly string[]): ChainReader {
  const blocks = async (): Promise<readonly ToyBlock[]> => {
    const known = urls.map((url) => ledgers.get(url)).find((ledger) => ledger !== undefined);
    if (known === undefined) throw new ChainUnavailableError(chain.id, 'no node answers');
    return known;
  };
  const transactionOf = (transaction: ToyTransaction, block: ToyBlock): BlockTransaction => ({
    hash: transaction.hash,
    parties: [...new Set([...transaction.inputs, ...transaction.outputs].map(({ address }) => address))],
    decode: async () => ({ transaction: decodeTransaction(chain, transaction, block), undecoded: null }),
  });
  return {
    async lookup(hash) {
      for (const block of await blocks()) {
        const transaction = block.transactions.find((each) => each.hash === hash);
        if (transaction !== undefined) return decodeTransaction(chain, transaction, block);
      }
      return null;
    },
    head: async () => (await blocks()).length - 1,
    heights: async (from, to) => Array.from({ length: to - from + 1 }, (_, n) => from + n),
    async header(height) {
      const block = (await blocks())[height];
      return block === undefined ? null : headerOf(block);
    },
    async block(height) {
      const block = (await blocks())[height];
      if (block === undefined) throw new ChainUnavailableError(chain.id, `there is no block ${height}`);
      return { ...headerOf(block), transactions: block.transactions.map((each) => transactionOf(each, block)) };
    },
    contradicted: async () => true,
  };
}

const headerOf = ({ height, timestamp }: ToyBlock): BlockHeader => ({
  height,
  hash: `toyblock${height}`,
  parentHash: `toyblock${height - 1}`,
  parentHeight: height - 1,
  timestamp,
});
