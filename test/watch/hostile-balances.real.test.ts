import { describe, expect, it } from '@jest/globals';
import { concat, parseEther, toBeHex } from 'ethers';
import * as z from 'zod';
import { evmReader } from '../../lib/chains/evm/evm-reader.ts';
import { chainOf } from '../../lib/chains/registry.ts';
import { artifact, contractNode, newAddress } from '../chains/evm-contracts/contract-node.ts';
import { HALTS } from '../chains/evm-contracts/halts.ts';
import { quiet } from '../support/quiet.ts';
import { type Call, type Instead, rpcNodes } from '../support/rpc-nodes.ts';

/*
 * A stranger makes tokens with 18 decimals that misbehave when somebody asks them for a balance. A check of balances
 * asks about them beside an honest token, and must get the balance of the honest token.
 */

quiet();
const node = contractNode();
const { relay } = rpcNodes();
const { signal } = new AbortController();
/** Longer than a slow machine stands still. */
const ATTEMPT_MS = 60_000;
const erc20 = artifact('@openzeppelin/contracts/build/contracts/ERC20PresetFixedSupply.json').methods;

/** A contract that returns 18 for a call without arguments, as `decimals()` is, and runs `body` for any other call. */
const hoarding = (body: string): string => {
  const end = toBeHex(7 + body.length / 2, 1).slice(2);
  return concat([`0x3660051160${end}57`, `0x${body}`, '0x5b601260005260206000f3']);
};

/** Asks for the balances of a wallet that holds 7.5 USDC and misbehaving tokens. */
async function balances(
  bodies: readonly string[],
  instead: (tokens: readonly string[]) => Instead = () => () => undefined,
) {
  const payer = await node.account();
  const { tokenAddress: usdc } = await node.token(payer.address);
  const owner = newAddress();
  const data = erc20.encodeFunctionData('transfer', [owner, parseEther('7.5')]);
  await node.send(await node.signed(payer, { to: usdc, data }));
  const tokens = bodies.map(newAddress);
  for (const [n, address] of tokens.entries()) await node.put(address, { code: hoarding(bodies[n] ?? '') });
  const { url } = await relay(node.url(), instead(tokens.map((each) => each.toLowerCase())));
  const reader = evmReader(chainOf('anvil'), [url], { attemptMs: ATTEMPT_MS });
  const at = await reader.header(await node.settle(), signal);
  if (at === null || reader.tokenAccounts === undefined) throw new Error('the node has no block');
  const pairs = [...tokens, usdc].map((tokenAddress) => ({ owner, tokenAddress }));
  return reader.tokenAccounts(pairs, at, signal);
}

const AnyCall = z.tuple([z.object({ to: z.string(), data: z.string() })]).rest(z.unknown());
const isOverride = ({ method, params }: Call): boolean => method === 'eth_call' && params.length > 2;
const NO_OVERRIDE = { error: { code: -32_602, message: 'too many arguments, want at most 2' } };
/** The token whose balance a call asks for. */
const askedToken = ({ method, params }: Call): string | null => {
  if (method !== 'eth_call') return null;
  const [{ to, data }] = AnyCall.parse(params);
  return data.startsWith(BALANCE_OF) ? to.toLowerCase() : null;
};
const BALANCE_OF = erc20.getFunction('balanceOf')?.selector ?? '';

describe('a token whose balanceOf() misbehaves', () => {
  const halts = Object.values(HALTS);
  /** Of a contract that returns zeros, the balance is 0. */
  const honest = (amounts: readonly (string | null)[]) => amounts.filter((amount) => amount !== null && amount !== '0');

  it('does not stop a check of balances, however it halts', async () => {
    expect(honest(await balances(halts))).toEqual(['7.5']);
  });

  it('does not stop a check of balances at a node that takes no state override', async () => {
    const instead = () => (call: Call) => (isOverride(call) ? NO_OVERRIDE : undefined);
    expect(honest(await balances(halts, instead))).toEqual(['7.5']);
  });

  it.each([
    ['8 MB of data', { result: `0x${'00'.repeat(8 * 1024 * 1024)}` }],
    ['an internal error', { error: { code: -32_603, message: 'Internal error' } }],
  ])('does not stop a check of balances when the node answers with %s', async (_what, answer) => {
    const instead =
      ([token]: readonly string[]) =>
      (call: Call) => {
        if (isOverride(call)) return NO_OVERRIDE;
        return askedToken(call) === token ? answer : undefined;
      };
    expect(await balances(['fe'], instead)).toEqual([null, '7.5']);
  });
});
