import { Interface, parseEther } from 'ethers';
import type { ContractCase } from './contract-case.ts';
import { type ContractNode, newAddress } from './contract-node.ts';
import { ether, paid, tokens } from './expected.ts';
import { payer } from './payer.ts';

const erc20 = new Interface(['function transfer(address to, uint256 amount)']);

/**
 * A stranger calls a contract that nobody watches. The contract pays a wallet ether, tokens and ether again. The log of
 * the token names the wallet, so the watcher finds the transaction. Only the trace states the ether.
 */
export async function etherAndTokens(node: ContractNode): Promise<ContractCase> {
  const [stranger, contract, payee] = [await node.account(), newAddress(), newAddress()];
  const usdc = await node.token(contract);
  const payments = [
    { to: payee, value: parseEther('0.5') },
    { to: usdc.tokenAddress, value: 0n, passesInput: true },
    { to: payee, value: 1n },
  ];
  await node.put(contract, { code: payer(payments), ether: '10' });
  const first = ether('call', contract, payee, '0.5', 'inbound');
  const second = ether('call', contract, payee, '0.000000000000000001', 'inbound');
  const token = tokens(usdc, contract, payee, '25', 'inbound');
  const data = erc20.encodeFunctionData('transfer', [payee, parseEther('25')]);
  return {
    watched: { payee },
    transaction: await node.signed(stranger, { to: contract, data }),
    traced: {
      records: { payee: paid(first, { tokenAmount: '0.500000000000000001', transfers: [first, second, token] }) },
      alerts: { any_transfer: 1 },
    },
    untraced: { records: { payee: paid(token) }, alerts: { any_transfer: 1 } },
  };
}
