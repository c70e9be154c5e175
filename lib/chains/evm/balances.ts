import { mapConcurrent } from '../../values/concurrent.ts';
import { fromUnits } from '../../values/decimal.ts';
import { inGroups } from '../../values/in-groups.ts';
import type { Accounts, AccountsAt, Chain, TokenAccount } from '../port/chain.ts';
import { MethodUnavailableError } from '../port/chain-unavailable.ts';
import { type ChainRpc, SLOW_MS } from '../port/rpc.ts';
import { MethodMissingError } from '../port/rpc-request.ts';
import type { TokenReader } from '../port/token-infos.ts';
import { NATIVE_BALANCES, TOKEN_BALANCES } from './balance-code.ts';
import { CallRevertedError } from './evm-rpc.ts';
import { multicall } from './multicall.ts';
import { CallResult, Quantity } from './schema.ts';
import { isStatedBlock } from './stated-block.ts';
import { strangersAnswer } from './strangers-call.ts';

/** Tokens of one request. Each balance may use up to 300,000 gas. */
const TOKENS_PER_CALL = 50;
/** Requests for single balances at a time, where a node has no better way. */
const SINGLE_AT_ONCE = 20;

/** An address without code on every chain. The override gives the address a code for one call. */
const READER = '0x00000000000000000000000000000000c4a1Ba1a';

/** Asks for balances after a block. The methods are tried in order; the RPC client remembers what each node lacks. */
export function balanceReader(chain: Chain, rpc: ChainRpc, tokensOf: TokenReader) {
  /**
   * Runs code that no contract has. The words of the answer after the first two, which name the block.
   * @throws MethodUnavailableError when no node takes a state override.
   */
  async function overridden(code: string, data: string, words: number, at: AccountsAt, signal: AbortSignal) {
    const params = [{ to: READER, data }, { blockHash: at.hash }, { [READER]: { code } }];
    const node = rpc.at({ height: at.height });
    return node.send('eth_call', params, answerOf(chain, at, words), signal, { attemptMs: SLOW_MS });
  }

  async function single(addresses: readonly string[], at: AccountsAt, signal: AbortSignal): Promise<bigint[]> {
    const node = rpc.at({ height: at.height });
    return mapConcurrent(addresses, SINGLE_AT_ONCE, (address) =>
      node.send('eth_getBalance', [address, { blockHash: at.hash }], Quantity, signal),
    );
  }

  return {
    /** @param addresses at most the chain's `accountsPerRequest`. */
    async accounts(addresses: readonly string[], at: AccountsAt, signal: AbortSignal): Promise<Accounts> {
      const { raw, withCode } = await firstPossible<{ raw: readonly bigint[]; withCode?: number }>([
        async () => {
          const data = words(addresses);
          const [count, ...raw] = await overridden(NATIVE_BALANCES, data, 1 + addresses.length, at, signal);
          return { raw, withCode: Number(count) };
        },
        async () => ({ raw: await multicall(chain, rpc, addresses, at, signal) }),
        async () => ({ raw: await single(addresses, at, signal) }),
      ]);
      const amounts = addresses.map((address, n) => [address, fromUnits(raw[n] ?? 0n, chain.nativeDecimals)] as const);
      return { height: at.height, amounts: new Map(amounts), withCode };
    },

    /**
     * Null where the contract has no `balanceOf` or refuses to answer, and where its decimals are unknown: a balance in
     * the smallest unit would get a wrong value.
     */
    async tokenAccounts(
      pairs: readonly TokenAccount[],
      at: AccountsAt,
      signal: AbortSignal,
    ): Promise<(string | null)[]> {
      const infos = await tokensOf(new Set(pairs.map(({ tokenAddress }) => tokenAddress)), signal);
      const amounts: (bigint | null)[] = [];
      for (const some of inGroups(pairs, TOKENS_PER_CALL)) {
        amounts.push(
          ...(await firstPossible([
            async () => {
              const data = words(some.flatMap(({ tokenAddress, owner }) => [tokenAddress, owner]));
              const found = await overridden(TOKEN_BALANCES, data, 2 * some.length, at, signal);
              return some.map((_, n) => (found[2 * n] === 1n ? (found[2 * n + 1] ?? null) : null));
            },
            () => mapConcurrent(some, SINGLE_AT_ONCE, (pair) => balanceOf(rpc, pair, at, signal)),
          ])),
        );
      }
      return pairs.map(({ tokenAddress }, n) => {
        const raw = amounts[n] ?? null;
        const decimals = infos.get(tokenAddress)?.decimals ?? null;
        return raw === null || decimals === null ? null : fromUnits(raw, decimals);
      });
    },
  };
}

/** The first of the ways for which some node is capable. A call that reverts is too large for the node. */
async function firstPossible<T>(ways: readonly (() => Promise<T>)[]): Promise<T> {
  for (const way of ways.slice(0, -1)) {
    try {
      return await way();
    } catch (error) {
      if (!(error instanceof MethodUnavailableError || error instanceof CallRevertedError)) throw error;
    }
  }
  const last = ways.at(-1);
  if (last === undefined) throw new Error('there is no way to read a balance');
  return last();
}

async function balanceOf(rpc: ChainRpc, { owner, tokenAddress }: TokenAccount, at: AccountsAt, signal: AbortSignal) {
  const call = { to: tokenAddress, data: `0x70a08231${word(owner)}` };
  const answer = await strangersAnswer(rpc.at({ height: at.height }), call, { blockHash: at.hash }, signal);
  return answer.length < 66 ? null : BigInt(answer.slice(0, 66));
}

const word = (address: string): string => address.slice(2).toLowerCase().padStart(64, '0');
const words = (addresses: readonly string[]): string => `0x${addresses.map(word).join('')}`;

/**
 * The answer of the code for one call: the number of the block, the hash of its parent, and so many words. An answer of
 * another block is malformed, so that the next node is asked. An empty answer comes from a node that ignores the
 * override.
 */
const answerOf = (chain: Chain, at: AccountsAt, count: number) =>
  CallResult.transform((data, context): bigint[] => {
    if (data === '0x') throw new MethodMissingError('ignores the override');
    const [number, parent, ...found] = Array.from({ length: (data.length - 2) / 64 }, (_, n) =>
      BigInt(`0x${data.slice(2 + 64 * n, 66 + 64 * n)}`),
    );
    if (found.length !== count || !isStatedBlock(chain, at, number, parent)) context.addIssue('is of another block');
    return found;
  });
