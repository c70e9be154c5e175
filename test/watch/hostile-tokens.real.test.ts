import { describe, expect, it } from '@jest/globals';
import { AbiCoder, concat, id, parseEther, toBeHex } from 'ethers';
import * as z from 'zod';
import { evmReader } from '../../lib/chains/evm/evm-reader.ts';
import { chainOf } from '../../lib/chains/registry.ts';
import { artifact, contractNode, newAddress } from '../chains/evm-contracts/contract-node.ts';
import { quiet } from '../support/quiet.ts';
import { rpcNodes } from '../support/rpc-nodes.ts';
import { watchedScenario } from './watched.ts';

/*
 * A stranger makes contracts that log a transfer to a watched wallet and misbehave when somebody asks them for their
 * symbol and decimals. After each such log, an honest token moves. The watcher must record both at its first scan, and
 * the honest token with its amount. A scan that throws would be repeated for ever and would stop the chain.
 */

quiet();
const node = contractNode();
const { relay } = rpcNodes();
/** Longer than a slow machine stands still. */
const ATTEMPT_MS = 60_000;
const abi = AbiCoder.defaultAbiCoder();
const erc20 = artifact('@openzeppelin/contracts/build/contracts/ERC20PresetFixedSupply.json').methods;

/** The place of the first instruction after `onlyForViews`. */
const BODY = 7;
/** Logs a transfer whose ends and amount are the three words of the calldata. */
const EMIT = `0x6040356000526020356000357f${id('Transfer(address,address,uint256)').slice(2)}60206000a300`;
/** A contract that logs a transfer, and runs `body` for a call without arguments, as `symbol()` is. */
const misbehaving = (body: string): string => {
  const end = toBeHex(BODY + body.length / 2, 1).slice(2);
  return concat([`0x3660051060${end}57`, `0x${body}`, '0x5b', EMIT]);
};
/** Reverts with a reason that sounds as if the node had failed. */
const reverting = (reason: string): string => {
  const data = concat(['0x08c379a0', abi.encode(['string'], [reason])]).slice(2);
  const size = data.length / 2;
  const words = Array.from({ length: Math.ceil(size / 32) }, (_, n) => data.slice(64 * n, 64 * n + 64).padEnd(64, '0'));
  const stored = words.map((word, n) => `7f${word}60${toBeHex(32 * n, 1).slice(2)}52`).join('');
  return `${stored}60${toBeHex(size, 1).slice(2)}6000fd`;
};

/** What the contract does when somebody asks for its symbol or decimals, in EVM code. */
const HALTS: Readonly<Record<string, string>> = {
  'jumps to no destination': '600056',
  'takes from an empty stack': '50',
  'overflows the stack': '5b36600756',
  'never ends': '5b600756',
  'runs the invalid opcode': 'fe',
  'runs an unknown opcode': '0c',
  'copies return data out of bounds': '6020600060003e',
  'writes in a static call': '333014601b576000600060006000305afa60006000fd5b6001600055',
  'calls itself without end': '60006000600060006000305af1fe',
  'returns 400 KB': '62061a806000f3',
  'reverts with 400 KB': '62061a806000fd',
  'asks for more memory than the gas pays': '628000006000f3',
  'reverts with the reason "header not found"': reverting('header not found'),
  'reverts with the reason "rate limit exceeded"': reverting('rate limit exceeded'),
};

/** A watcher of one wallet from the present block on, and a stranger who calls contracts. */
async function attacked(url = node.url()) {
  const stranger = await node.account();
  const watching = await watchedScenario(evmReader(chainOf('anvil'), [url], { attemptMs: ATTEMPT_MS }));
  const wallet = newAddress();
  await watching.scenario.makeWallet({ label: 'Treasury', address: wallet, chains: ['anvil'] });
  await watching.watcher.cursors.begin('anvil', (await node.settle()) + 1);
  const usdc = await node.token(stranger.address);
  const call = async (to: string, data: string) => node.send(await node.signed(stranger, { to, data }));
  return {
    ...watching,
    wallet,
    stranger: stranger.address,
    /** The contract at the address logs that the wallet got 1,000 of its tokens. */
    fake: (token: string) => call(token, abi.encode(['address', 'address', 'uint256'], [token, wallet, 1_000])),
    /** The wallet gets 7.5 USDC. */
    pay: () => call(usdc.tokenAddress, erc20.encodeFunctionData('transfer', [wallet, parseEther('7.5')])),
    usdc: usdc.tokenAddress,
  };
}

/** All transfers that the records of the organisation state, by hash. */
const transfersIn = async ({ records }: Pick<Awaited<ReturnType<typeof attacked>>, 'records'>) =>
  new Map([...(await records())].map(([hash, { transfers }]) => [hash, transfers]));

describe('a token contract', () => {
  it.each(Object.entries(HALTS))('that %s does not stop the chain', async (_what, body) => {
    const token = newAddress();
    await node.put(token, { code: misbehaving(body) });
    const attack = await attacked();
    const [faked, paid] = [await attack.fake(token), await attack.pay()];
    await attack.all();
    const recorded = await transfersIn(attack);
    expect(recorded.get(faked)).toMatchObject([{ asset: token, tokenAddress: token, amount: '1000', valueUsd: null }]);
    expect(recorded.get(paid)).toMatchObject([{ asset: 'USDC', tokenAddress: attack.usdc, amount: '7.5' }]);
  });
});

/** How nodes of several makers report that a contract halted. */
const TEXTS = [
  'execution reverted',
  'out of gas',
  'invalid opcode: INVALID',
  'invalid jump destination',
  'stack underflow (0 <=> 1)',
  'stack limit reached 1024 (1023)',
  'return data out of bounds',
  'gas uint64 overflow',
  'write protection',
  'max call depth exceeded',
  'EVM error: StackUnderflow',
  'EVM error InvalidJump',
  'EVM error OpcodeNotFound',
  'VM execution error.',
  'VM Exception while processing transaction: invalid opcode',
  'transaction execution error',
];

const AnyCall = z.tuple([z.object({ to: z.string() })], z.unknown());

describe('a node that answers for a contract', () => {
  it.each([-32_000, -32_003, -32_015, -32_603])(
    'with the code %d and any text of a halt does not stop the chain',
    async (code) => {
      const tokens = new Map(TEXTS.map((text) => [newAddress(), text]));
      const byForm = new Map([...tokens].map(([address, text]) => [address.toLowerCase(), text]));
      for (const address of tokens.keys()) await node.put(address, { code: misbehaving('fe') });
      const { url } = await relay(node.url(), ({ method, params }) => {
        const message = method === 'eth_call' ? byForm.get(AnyCall.parse(params)[0].to.toLowerCase()) : undefined;
        return message === undefined ? undefined : { error: { code, message } };
      });
      const attack = await attacked(url);
      for (const token of tokens.keys()) await attack.fake(token);
      const paid = await attack.pay();
      await attack.all();
      const recorded = await transfersIn(attack);
      expect(recorded.size).toBe(TEXTS.length + 1);
      expect(recorded.get(paid)).toMatchObject([{ asset: 'USDC', amount: '7.5' }]);
    },
  );

  it('with 8 MB of data does not stop the chain', async () => {
    const token = newAddress();
    await node.put(token, { code: misbehaving('fe') });
    const huge = { result: `0x${'00'.repeat(8 * 1024 * 1024)}` };
    const { url } = await relay(node.url(), ({ method, params }) =>
      method === 'eth_call' && AnyCall.parse(params)[0].to.toLowerCase() === token.toLowerCase() ? huge : undefined,
    );
    const attack = await attacked(url);
    const [faked, paid] = [await attack.fake(token), await attack.pay()];
    await attack.all();
    const recorded = await transfersIn(attack);
    expect(recorded.get(faked)).toMatchObject([{ asset: token, amount: '1000' }]);
    expect(recorded.get(paid)).toMatchObject([{ asset: 'USDC', amount: '7.5' }]);
  });
});
