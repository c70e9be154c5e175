import type { BlockTransaction, ChainReader } from '../../lib/chains/port/chain.ts';
import type { Faults } from './faults.ts';

/** A reader whose process may die at every call and at the decoding of every transaction. */
export function failingReader(reader: ChainReader, faults: Faults): ChainReader {
  const decoding = ({ hash, parties, decode }: BlockTransaction): BlockTransaction => ({
    hash,
    parties,
    decode: (signal) => faults.around('decode', () => decode(signal)),
  });
  const { accounts, tokenAccounts, tracedBlock } = reader;
  return {
    lookup: (...asked) => faults.around('lookup', () => reader.lookup(...asked)),
    head: (...asked) => faults.around('head', () => reader.head(...asked)),
    heights: (...asked) => faults.around('heights', () => reader.heights(...asked)),
    header: (...asked) => faults.around('header', () => reader.header(...asked)),
    block: async (...asked) => {
      const block = await faults.around('block', () => reader.block(...asked));
      const { naming } = block;
      return {
        ...block,
        transactions: block.transactions.map(decoding),
        ...(naming && {
          naming: (known) => naming(known).map(([place, transaction]) => [place, decoding(transaction)] as const),
        }),
      };
    },
    contradicted: (...asked) => reader.contradicted(...asked),
    ...(accounts && { accounts: (...asked) => faults.around('accounts', () => accounts(...asked)) }),
    ...(tokenAccounts && {
      tokenAccounts: (...asked) => faults.around('tokenAccounts', () => tokenAccounts(...asked)),
    }),
    ...(tracedBlock && {
      tracedBlock: async (...asked) => {
        const block = await faults.around('tracedBlock', () => tracedBlock(...asked));
        return block && { ...block, transactions: block.transactions.map(decoding) };
      },
    }),
  };
}
