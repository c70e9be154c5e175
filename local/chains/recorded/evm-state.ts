import * as z from 'zod';
import type { EvmChain } from './evm-recordings.ts';
import { type Method, RpcError } from './rpc-method.ts';

/** The balance of an address in lower case after the block at a height, in wei. */
export type BalanceAfter = (address: string, height: number) => bigint;

/** A call of code that a state override puts at an address, after the block with a hash. */
const Overridden = z.tuple([
  z.object({ to: z.string(), data: z.string() }),
  z.object({ blockHash: z.string() }),
  z.record(z.string(), z.object({ code: z.string() })),
]);

const WORD = 64;
const hexWord = (value: bigint): string => value.toString(16).padStart(WORD, '0');

/**
 * The methods of a node that keeps the states of all blocks and takes state overrides. Runs no code: the node knows
 * only the program that reads native balances (lib/chains/evm/balance-code.ts), and no address has code.
 */
export function withBalances(
  chain: EvmChain,
  methods: Readonly<Record<string, Method>>,
  after: BalanceAfter,
): Record<string, Method> {
  return {
    ...methods,
    eth_call(params, wrong) {
      const overridden = Overridden.safeParse(params);
      if (!overridden.success) return methods.eth_call?.(params, wrong);
      const [{ data }, { blockHash }] = overridden.data;
      const block = chain.byHash(blockHash);
      if (block === undefined) throw new RpcError(-32000, 'header not found');
      const { height, parentHash } = block;
      const words = Array.from({ length: (data.length - 2) / WORD }, (_, n) => 2 + n * WORD);
      const balances = words.map((at) => hexWord(after(`0x${data.slice(at + 24, at + WORD)}`, height)));
      return `0x${hexWord(BigInt(height))}${parentHash.slice(2)}${hexWord(0n)}${balances.join('')}`;
    },
  };
}
