import { readFileSync } from 'node:fs';
import { beforeAll } from '@jest/globals';
import { encodeBytes32String, Interface, parseEther, toBeHex } from 'ethers';
import * as z from 'zod';
import { chainOf } from '../../../lib/chains/registry.ts';
import { quiet } from '../../support/quiet.ts';
import { testCases } from './contract-case.ts';
import { contractNode, newAddress, packageFile } from './contract-node.ts';
import { ether, paid, tokens } from './expected.ts';

quiet();

/** WETH9 at its address on Ethereum. The registry names this address for anvil. */
const WETH = chainOf('anvil').wrappedToken ?? '';
const weth = { asset: 'WETH', tokenAddress: WETH };
const methods = new Interface([
  'function deposit() payable',
  'function withdraw(uint256 wad)',
  'function transfer(address dst, uint256 wad)',
]);
const Weth9 = z.object({
  compilerOutput: z.object({ evm: z.object({ deployedBytecode: z.object({ object: z.string() }) }) }),
});

/** The storage word of a text of less than 32 bytes: the text, and twice its length in the last byte. */
const textWord = (text: string): string =>
  `${encodeBytes32String(text).slice(0, -2)}${toBeHex(2 * text.length).slice(2)}`;

const node = contractNode();
beforeAll(async () => {
  const json = readFileSync(packageFile('@0x/contract-artifacts/lib/artifacts/WETH9.json'), 'utf8');
  const code = Weth9.parse(JSON.parse(json)).compilerOutput.evm.deployedBytecode.object;
  await node.put(WETH, { code, storage: [textWord('Wrapped Ether'), textWord('WETH'), toBeHex(18, 32)] });
});

/** A new account with some of the wrapped coin. */
async function holder(amount: string) {
  const account = await node.account();
  const data = methods.encodeFunctionData('deposit');
  await node.send(await node.signed(account, { to: WETH, value: parseEther(amount), data }));
  return account;
}

testCases(node, {
  'a deposit of ether into WETH': async () => {
    const owner = await node.account();
    const given = ether('value', owner.address, WETH, '2', 'outbound');
    const record = paid(given, {
      txType: 'contract_call',
      transfers: [given, tokens(weth, WETH, owner.address, '2', 'inbound')],
    });
    const outcome = { records: { owner: record }, alerts: { any_transfer: 1 } };
    const data = methods.encodeFunctionData('deposit');
    return {
      watched: { owner: owner.address },
      transaction: await node.signed(owner, { to: WETH, value: parseEther('2'), data }),
      traced: outcome,
      untraced: outcome,
    };
  },

  'a withdrawal of ether from WETH': async () => {
    const owner = await holder('2');
    const returned = ether('call', WETH, owner.address, '0.5', 'inbound');
    const burned = tokens(weth, owner.address, WETH, '0.5', 'outbound');
    const call = { txType: 'contract_call' } as const;
    const data = methods.encodeFunctionData('withdraw', [parseEther('0.5')]);
    return {
      watched: { owner: owner.address },
      transaction: await node.signed(owner, { to: WETH, data }),
      traced: {
        records: { owner: paid(returned, { ...call, transfers: [returned, burned] }) },
        alerts: { any_transfer: 1 },
      },
      untraced: { records: { owner: paid(burned, call) }, alerts: { any_transfer: 1 } },
    };
  },

  'a transfer of WETH between two wallets': async () => {
    const [owner, payee] = [await holder('2'), newAddress()];
    const record = paid(tokens(weth, owner.address, payee, '0.25', 'internal'));
    const outcome = { records: { owner: record, payee: record }, alerts: { any_transfer: 2 } };
    const data = methods.encodeFunctionData('transfer', [payee, parseEther('0.25')]);
    return {
      watched: { owner: owner.address, payee },
      transaction: await node.signed(owner, { to: WETH, data }),
      traced: outcome,
      untraced: outcome,
    };
  },
});
