import { describe, expect, it } from '@jest/globals';
import { Interface, parseEther } from 'ethers';
import * as z from 'zod';
import { quiet } from '../support/quiet.ts';
import { rpcNodes } from '../support/rpc-nodes.ts';
import { checkedOnce, notified, ownNode, readerAt } from './checked.ts';
import { type Altering, type Answered, type Call, isOverride, type Pass, passingNode } from './passing-node.ts';

quiet();
const node = ownNode();
const { node: serving } = rpcNodes();

const MULTICALL3 = '0xca11bde05977b3631167028862be2a173976ca11';
const multicall3 = new Interface([
  'function aggregate((address target, bytes callData)[] calls) returns (uint256 blockNumber, bytes[] returnData)',
  'function getLastBlockHash() view returns (bytes32)',
  'function getEthBalance(address addr) view returns (uint256)',
]);

const CallOf = z.tuple([z.object({ to: z.string(), data: z.string() }), z.object({ blockHash: z.string() })]);
const Text = z.string();

/** Answers like the contract Multicall3, which the node of this test does not have. */
async function asMulticall3(call: Call, pass: Pass): Promise<Answered> {
  const [{ data }, { blockHash }] = CallOf.parse(call.params);
  const ask = async (method: string, ...params: unknown[]) => (await pass({ method, params })).result;
  const block = z
    .object({ number: z.string(), parentHash: z.string() })
    .parse(await ask('eth_getBlockByHash', blockHash, false));
  const [calls] = multicall3.decodeFunctionData('aggregate', data);
  const answers = await Promise.all(
    calls.map(async ({ callData }: { callData: string }) => {
      const { name = '', args = [] } = multicall3.parseTransaction({ data: callData }) ?? {};
      if (name === 'getLastBlockHash') return multicall3.encodeFunctionResult(name, [block.parentHash]);
      const balance = await ask('eth_getBalance', Text.parse(args[0]), { blockHash });
      return multicall3.encodeFunctionResult(name, [balance]);
    }),
  );
  return { result: multicall3.encodeFunctionResult('aggregate', [block.number, answers]) };
}

const isMulticall = (call: Call) =>
  call.method === 'eth_call' && CallOf.safeParse(call.params).data?.[0].to.toLowerCase() === MULTICALL3;

const refused: Altering = (call) =>
  isOverride(call) ? { error: { code: -32602, message: 'too many arguments, want at most 2' } } : undefined;
const ignored: Altering = (call, pass) =>
  isOverride(call) ? pass({ ...call, params: call.params.slice(0, 2) }) : undefined;
const withMulticall3 =
  (altering: Altering): Altering =>
  (call, pass) =>
    isMulticall(call) ? asMulticall3(call, pass) : altering(call, pass);
/** What a node asks the chain with several methods says of an answer that is too large for it. */
const tooLarge: Altering = (call) =>
  isOverride(call) ? { error: { code: -32000, message: 'out of gas: gas exhausted' } } : undefined;

describe('the balances of a node that', () => {
  it.each<[string, Altering, string]>([
    ['takes a state override', () => undefined, 'override'],
    ['refuses the override and has Multicall3', withMulticall3(refused), 'Multicall3'],
    ['ignores the override and has Multicall3', withMulticall3(ignored), 'Multicall3'],
    ['refuses the override', refused, 'eth_getBalance'],
    ['ignores the override', ignored, 'eth_getBalance'],
    ['runs out of gas with an override', tooLarge, 'eth_getBalance'],
  ])('%s, are right, and the check finds a hidden payment', async (_which, altering, way) => {
    const chain = node();
    const { listener, calls } = passingNode(chain.url, altering);
    const { scenario, address, run, recorded, amounts } = await checkedOnce(
      chain,
      readerAt((await serving(listener)).url),
    );
    const rich = chain.newAddress();
    await chain.setBalance(rich, 2n ** 200n + 1n);
    await chain.mine(1);
    await run({ every: 100 });
    await notified(scenario, rich);
    const hash = await chain.payThrough(address, parseEther('7'));
    calls.length = 0;
    await run();
    expect(await recorded()).toMatchObject([{ hash, source: 'reconcile', tokenAmount: '7' }]);
    expect(await amounts()).toEqual({
      [address.toLowerCase()]: '7',
      [rich.toLowerCase()]: '1606938044258990275541962092341162602522202.993782792835301377',
    });
    const asked = calls.map((call) => (isOverride(call) ? 'override' : isMulticall(call) ? 'Multicall3' : call.method));
    expect(asked).toContain(way);
  });
});
