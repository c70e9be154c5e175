import { describe, expect, it } from '@jest/globals';
import { AbiCoder, concat, getCreate2Address, id, keccak256, parseEther, ZeroHash } from 'ethers';
import * as z from 'zod';
import { evmReader } from '../../lib/chains/evm/evm-reader.ts';
import { ChainUnavailableError } from '../../lib/chains/port/chain-unavailable.ts';
import type { ReaderOptions } from '../../lib/chains/port/family.ts';
import { chainOf } from '../../lib/chains/registry.ts';
import { tableTokenCache } from '../../lib/chains/token-cache.ts';
import { artifact, CREATOR, contractNode, newAddress } from '../chains/evm-contracts/contract-node.ts';
import { HALTS, misbehaving } from '../chains/evm-contracts/halts.ts';
import { testDeps } from '../support/deps.ts';
import { quiet } from '../support/quiet.ts';
import { type Call, rpcNodes } from '../support/rpc-nodes.ts';
import { makeTable } from '../support/table.ts';
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
const TOKEN = artifact('@openzeppelin/contracts/build/contracts/ERC20PresetFixedSupply.json');
const erc20 = TOKEN.methods;
const HOUR_MS = 3_600_000;

/** Logs an approval of Permit2, as anybody can make it log: the owner, the token and the spender from the calldata. */
const PERMIT = id('Approval(address,address,address,uint160,uint48)').slice(2);
const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';
const NAME_TOKEN = `0x60016000526040356020356000357f${PERMIT}60406000a400`;

/** A watcher of one wallet from the present block on, and a stranger who calls contracts. */
async function attacked(url = node.url(), options: ReaderOptions = {}) {
  const stranger = await node.account();
  const reader = evmReader(chainOf('anvil'), [url], { attemptMs: ATTEMPT_MS, ...options });
  const watching = await watchedScenario(reader);
  const wallet = newAddress();
  await watching.scenario.makeWallet({ label: 'Treasury', address: wallet, chains: ['anvil'] });
  await watching.watcher.cursors.begin('anvil', (await node.settle()) + 1);
  const usdc = await node.token(stranger.address);
  const call = async (to: string, data: string) => node.send(await node.signed(stranger, { to, data }));
  return {
    ...watching,
    stranger,
    wallet,
    usdc: usdc.tokenAddress,
    call,
    /** The contract at the address logs that the wallet got 1,000 of its tokens. */
    fake: (token: string) => call(token, abi.encode(['address', 'address', 'uint256'], [token, wallet, 1_000])),
    /** The wallet gets 7.5 USDC. */
    pay: () => call(usdc.tokenAddress, erc20.encodeFunctionData('transfer', [wallet, parseEther('7.5')])),
    /** The asset and the amount of each transfer that a record states, without a USD value, by hash. */
    async transfers() {
      const records = [...(await watching.records()).values()];
      return Object.fromEntries(
        records.map(({ hash, transfers }) => [hash, transfers.map((each) => [each.asset, each.amount, each.valueUsd])]),
      );
    },
  };
}
type Attack = Awaited<ReturnType<typeof attacked>>;

/** Each of the contracts logs a transfer, and then USDC moves. Returns the transfers that must be recorded, by hash. */
async function attack({ fake, pay }: Pick<Attack, 'fake' | 'pay'>, tokens: Iterable<string>) {
  const expected: Record<string, unknown> = {};
  for (const token of tokens) expected[await fake(token)] = [[token, '1000', null]];
  expected[await pay()] = [['USDC', '7.5', null]];
  return expected;
}

describe('a token contract', () => {
  it('does not stop the chain, however it halts', async () => {
    const tokens = new Map(Object.entries(HALTS).map(([name, body]) => [name, { address: newAddress(), body }]));
    for (const { address, body } of tokens.values()) await node.put(address, { code: misbehaving(body) });
    const attacking = await attacked();
    const addresses = [...tokens.values()].map(({ address }) => address);
    const expected = await attack(attacking, addresses);
    await attacking.all();
    expect(await attacking.transfers()).toEqual(expected);
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

const CODES = [-32_000, -32_003, -32_015, -32_603];

const AnyCall = z.tuple([z.object({ to: z.string() })], z.unknown());
const calledBy = ({ method, params }: Call): string =>
  method === 'eth_call' ? AnyCall.parse(params)[0].to.toLowerCase() : '';

describe('a node that answers for a contract', () => {
  it('with any code and any text of a halt does not stop the chain', async () => {
    const errors = CODES.flatMap((code) => TEXTS.map((message) => ({ code, message })));
    const tokens = new Map(errors.map((error) => [newAddress(), error]));
    const answers = new Map([...tokens].map(([address, error]) => [address.toLowerCase(), { error }]));
    for (const address of tokens.keys()) await node.put(address, { code: misbehaving('fe') });
    const { url } = await relay(node.url(), (call) => answers.get(calledBy(call)));
    const attacking = await attacked(url);
    const expected = await attack(attacking, tokens.keys());
    await attacking.all();
    expect(await attacking.transfers()).toEqual(expected);
  });

  it('with 8 MB of data does not stop the chain', async () => {
    const token = newAddress();
    await node.put(token, { code: misbehaving('fe') });
    const huge = { result: `0x${'00'.repeat(8 * 1024 * 1024)}` };
    const { url } = await relay(node.url(), (call) => (calledBy(call) === token.toLowerCase() ? huge : undefined));
    const attacking = await attacked(url);
    const expected = await attack(attacking, [token]);
    await attacking.all();
    expect(await attacking.transfers()).toEqual(expected);
  });
});

describe('a token about which no node answers', () => {
  it('holds its record up for 30 seconds, and is asked again an hour later', async () => {
    const clock = { now: 0 };
    let isMute = true;
    const mute = { error: { code: -32_000, message: 'header not found' } };
    const { url } = await relay(node.url(), (call) => (isMute && calledBy(call) === silent ? mute : undefined));
    const attacking = await attacked(url, { now: () => clock.now });
    const silent = attacking.usdc.toLowerCase();
    const raw = [[attacking.usdc, parseEther('7.5').toString(), null]];
    const first = await attacking.pay();
    await expect(attacking.all()).rejects.toThrow(ChainUnavailableError);
    clock.now = 29_000;
    await expect(attacking.all()).rejects.toThrow(ChainUnavailableError);
    clock.now = 30_000;
    await attacking.all();
    expect(await attacking.transfers()).toEqual({ [first]: raw });
    isMute = false;
    const second = await attacking.pay();
    await attacking.all();
    clock.now += HOUR_MS;
    const third = await attacking.pay();
    await attacking.all();
    expect(await attacking.transfers()).toEqual({ [first]: raw, [second]: raw, [third]: [['USDC', '7.5', null]] });
  });
});

describe('a stranger who names a token before its deployment', () => {
  it('does not take the symbol and the decimals from it', async () => {
    const tokens = tableTokenCache('anvil', testDeps(await makeTable()));
    await node.put(PERMIT2, { code: NAME_TOKEN });
    const attacking = await attacked(node.url(), { tokens });
    const { stranger, wallet, call } = attacking;
    const args = TOKEN.methods.encodeDeploy(['New USD', 'NEWUSD', parseEther('1000'), stranger.address]);
    const creation = concat([TOKEN.bytecode, args]);
    const future = getCreate2Address(CREATOR, ZeroHash, keccak256(creation));
    const named = await call(
      PERMIT2,
      abi.encode(['address', 'address', 'address'], [stranger.address, future, wallet]),
    );
    await attacking.all();
    expect((await attacking.records()).get(named)?.approvals).toMatchObject([{ tokenAddress: future, asset: future }]);
    await call(CREATOR, concat([ZeroHash, creation]));
    const paid = await call(future, erc20.encodeFunctionData('transfer', [wallet, parseEther('5')]));
    await attacking.all();
    expect((await attacking.transfers())[paid]).toEqual([['NEWUSD', '5', null]]);
  });
});
