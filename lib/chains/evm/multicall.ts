import { Interface } from 'ethers';
import * as z from 'zod';
import type { AccountsAt, Chain } from '../port/chain.ts';
import { MethodUnavailableError } from '../port/chain-unavailable.ts';
import { type ChainRpc, SLOW_MS } from '../port/rpc.ts';
import { CallResult } from './schema.ts';
import { isStatedBlock } from './stated-block.ts';

/** Multicall3 has this address on nearly every chain. See https://www.multicall3.com */
const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11';

const contract = new Interface([
  'function aggregate((address target, bytes callData)[] calls) returns (uint256 blockNumber, bytes[] returnData)',
  'function getLastBlockHash() view returns (bytes32)',
  'function getEthBalance(address addr) view returns (uint256)',
]);

const Aggregated = z.tuple([z.bigint(), z.array(z.string())]);

/**
 * Native balances by Multicall3, for nodes that take no state override.
 * @throws MethodUnavailableError when the chain has no Multicall3 at this block.
 */
export async function multicall(
  chain: Chain,
  rpc: ChainRpc,
  addresses: readonly string[],
  at: AccountsAt,
  signal: AbortSignal,
): Promise<bigint[]> {
  const calls = [
    contract.encodeFunctionData('getLastBlockHash'),
    ...addresses.map((address) => contract.encodeFunctionData('getEthBalance', [address])),
  ].map((callData) => ({ target: MULTICALL3, callData }));
  const data = contract.encodeFunctionData('aggregate', [calls]);
  const Answer = CallResult.transform((answer, context): bigint[] | null => {
    if (answer === '0x') return null;
    const decoded = Aggregated.safeParse(contract.decodeFunctionResult('aggregate', answer).toArray(true));
    const [parent, ...found] = (decoded.data?.[1] ?? []).map(BigInt);
    const isOfBlock = isStatedBlock(chain, at, decoded.data?.[0], parent);
    if (found.length !== addresses.length || !isOfBlock) context.addIssue('is of another block');
    return found;
  });
  const params = [{ to: MULTICALL3, data }, { blockHash: at.hash }];
  const node = rpc.at({ height: at.height });
  const found = await node.send('eth_call', params, Answer, signal, { attemptMs: SLOW_MS });
  if (found === null) throw new MethodUnavailableError(chain.id, 'Multicall3');
  return found;
}
