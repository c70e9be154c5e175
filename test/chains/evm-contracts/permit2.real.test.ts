import { readFileSync } from 'node:fs';
import { beforeAll } from '@jest/globals';
import { formatEther, type HDNodeWallet, hexlify, Interface, MaxUint256, parseEther } from 'ethers';
import { quiet } from '../../support/quiet.ts';
import { testCases } from './contract-case.ts';
import { CHAIN_ID, CREATOR, contractNode, newAddress, packageFile } from './contract-node.ts';
import { paid, type Seen, seen, type Token, tokens } from './expected.ts';

quiet();

const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';
/** The salt of the creation of Permit2 on every chain. */
const SALT = '0x0000000000000000000000000000000000000000d3af2663da51c10215000000';

const erc20 = new Interface(['function approve(address spender, uint256 amount)']);
/** What a permit grants, in the signature of `permit`. */
const DETAILS = '(address token, uint160 amount, uint48 expiration, uint48 nonce) details';
const permit2 = new Interface([
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  `function permit(address owner, (${DETAILS}, address spender, uint256 sigDeadline) permit, bytes signature)`,
  'function transferFrom(address from, address to, uint160 amount, address token)',
  'function lockdown((address token, address spender)[] approvals)',
]);
/** The types that an owner signs. */
const PERMIT_TYPES = {
  PermitDetails: [
    { name: 'token', type: 'address' },
    { name: 'amount', type: 'uint160' },
    { name: 'expiration', type: 'uint48' },
    { name: 'nonce', type: 'uint48' },
  ],
  PermitSingle: [
    { name: 'details', type: 'PermitDetails' },
    { name: 'spender', type: 'address' },
    { name: 'sigDeadline', type: 'uint256' },
  ],
};
const UNLIMITED = 2n ** 160n - 1n;
const EXPIRES_AT = '2100-01-01T00:00:00.000Z';
const EXPIRATION = Date.parse(EXPIRES_AT) / 1000;

const node = contractNode();
beforeAll(async () => {
  // CREATE2 derives the address from the code. So the address of Permit2 proves the code of Permit2.
  const code = hexlify(readFileSync(packageFile(`hardhat-predeploy/bin/${PERMIT2}.bytecode`)));
  const creator = await node.account();
  await node.send(await node.signed(creator, { to: CREATOR, data: `${SALT}${code.slice(2)}` }));
});

/** Sends a call of the account before the transaction under test. */
const send = async (account: HDNodeWallet, to: string, data: string) =>
  node.send(await node.signed(account, { to, data }));

const approve = ({ tokenAddress }: Token, spender: string, amount: bigint): string =>
  permit2.encodeFunctionData('approve', [tokenAddress, spender, amount, EXPIRATION]);

/** An approval through Permit2 as the record of a wallet shows it. */
const approval = (token: Token, owner: string, spender: string, more: Partial<Seen['approvals'][number]> = {}) => ({
  ...token,
  standard: 'Permit2',
  tokenId: null,
  owner,
  spender,
  amount: '40',
  unlimited: false,
  approved: true,
  expiresAt: EXPIRES_AT,
  isOwner: true,
  ...more,
});

testCases(node, {
  'an approval through Permit2': async () => {
    const [owner, spender] = [await node.account(), newAddress()];
    const usdc = await node.token(owner.address);
    const granted = approval(usdc, owner.address, spender);
    const records = {
      owner: seen({ direction: 'outbound', approvals: [granted] }),
      spender: seen({ approvals: [{ ...granted, isOwner: false }] }),
    };
    return {
      watched: { owner: owner.address, spender },
      transaction: await node.signed(owner, { to: PERMIT2, data: approve(usdc, spender, parseEther('40')) }),
      traced: { records, alerts: { approval: 1 } },
      untraced: { records, alerts: { approval: 1 } },
    };
  },

  'an unlimited permit of the owner, which a stranger sends,': async () => {
    const [owner, stranger, spender] = [await node.account(), await node.account(), newAddress()];
    const usdc = await node.token(owner.address);
    const details = { token: usdc.tokenAddress, amount: UNLIMITED, expiration: EXPIRATION, nonce: 0 };
    const permit = { details, spender, sigDeadline: MaxUint256 };
    const domain = { name: 'Permit2', chainId: CHAIN_ID, verifyingContract: PERMIT2 };
    const signature = await owner.signTypedData(domain, PERMIT_TYPES, permit);
    const data = permit2.encodeFunctionData('permit', [owner.address, permit, signature]);
    const granted = approval(usdc, owner.address, spender, { amount: formatEther(UNLIMITED), unlimited: true });
    const records = { owner: seen({ approvals: [granted] }) };
    return {
      watched: { owner: owner.address },
      transaction: await node.signed(stranger, { to: PERMIT2, data }),
      traced: { records, alerts: { approval: 1 } },
      untraced: { records, alerts: { approval: 1 } },
    };
  },

  'a transfer by the spender of a permit': async () => {
    const [owner, spender, payee] = [await node.account(), await node.account(), newAddress()];
    const usdc = await node.token(owner.address);
    await send(owner, usdc.tokenAddress, erc20.encodeFunctionData('approve', [PERMIT2, MaxUint256]));
    await send(owner, PERMIT2, approve(usdc, spender.address, parseEther('40')));
    const call = [owner.address, payee, parseEther('15'), usdc.tokenAddress];
    const moved = paid(tokens(usdc, owner.address, payee, '15', 'internal'));
    const outcome = { records: { owner: moved, payee: moved }, alerts: { any_transfer: 2 } };
    return {
      watched: { owner: owner.address, payee },
      transaction: await node.signed(spender, {
        to: PERMIT2,
        data: permit2.encodeFunctionData('transferFrom', call),
      }),
      traced: outcome,
      untraced: outcome,
    };
  },

  'a lockdown of Permit2, which takes an approval back,': async () => {
    const [owner, spender] = [await node.account(), newAddress()];
    const usdc = await node.token(owner.address);
    await send(owner, PERMIT2, approve(usdc, spender, parseEther('40')));
    const data = permit2.encodeFunctionData('lockdown', [[{ token: usdc.tokenAddress, spender }]]);
    const revoked = approval(usdc, owner.address, spender, { amount: '0', approved: false, expiresAt: null });
    const records = { owner: seen({ direction: 'outbound', approvals: [revoked] }) };
    return {
      watched: { owner: owner.address },
      transaction: await node.signed(owner, { to: PERMIT2, data }),
      traced: { records, alerts: {} },
      untraced: { records, alerts: {} },
    };
  },
});
