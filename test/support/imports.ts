import type { DecodedTransaction } from '../../lib/chains/port/chain.ts';
import { ChainUnavailableError } from '../../lib/chains/port/chain-unavailable.ts';
import { ImportTransaction } from '../../lib/transactions/schema.ts';
import { notFound } from '../../lib/values/errors.ts';
import { at, aWallet, OURS, THEIRS, uuid } from './records.ts';

/** An import of 1 ETH to our wallet. */
export const bodyOf = (more: Partial<Record<keyof ImportTransaction, unknown>> = {}) =>
  ImportTransaction.parse({
    walletId: uuid(2),
    hash: `0x${'ab'.repeat(32)}`,
    chain: 'ethereum',
    blockNumber: 19_000_000,
    blockTimestamp: at,
    fromAddress: THEIRS,
    toAddress: OURS,
    valueDecimal: '1',
    ...more,
  });

/** The ports of an import: the result of the chain look-up, and the addresses of other wallets of the organisation. */
export function importPorts(chain: DecodedTransaction | null | Error, owned: string[] = []) {
  const lookup = () => (chain instanceof Error ? Promise.reject(chain) : Promise.resolve(chain));
  return {
    chains: async () => ({ reader: () => ({ lookup }), find: lookup }),
    wallets: {
      get: async (_: unknown, id: string) => {
        if (id !== uuid(2)) throw notFound('wallet');
        return aWallet();
      },
      owned: async (_o: unknown, _chains: readonly string[], asked: readonly string[]) =>
        new Map(
          owned
            .filter((address) => asked.includes(address))
            .map((address) => [address, { untagged: uuid(80), tagged: new Map() }]),
        ),
    },
  };
}

/** The error of a reader whose chain is unavailable. The message can contain the key of an RPC provider. */
export const unreachable = new ChainUnavailableError('ethereum', 'https://rpc.example/SECRET failed');
