import { describe, expect, it } from '@jest/globals';
import type { DecodedTransaction, Movement } from '../../lib/chains/port/chain.ts';
import { urgencyOf } from '../../lib/watch/urgency.ts';
import { USDC } from '../support/records.ts';
import { hashOf, RECEIVER, SENDER } from '../support/scenario.ts';
import { STRANGER } from './payments.ts';

const FAKE = '0x00000000000000000000000000000000DeaDBeef';

/** A transaction of a stranger to a contract of a stranger. */
const strangers: DecodedTransaction = {
  chain: 'anvil',
  hash: hashOf(1),
  blockNumber: 1,
  blockTimestamp: '2026-03-01T00:00:00.000Z',
  status: 'success',
  fromAddress: STRANGER,
  toAddress: FAKE,
  kind: 'contract_call',
  methodName: null,
  methodSelector: null,
  gasPriceGwei: '1',
  feeAmount: '0',
  movements: [],
};

const native: Movement = {
  asset: 'ETH',
  tokenAddress: null,
  tokenId: null,
  standard: 'native',
  from: SENDER,
  to: RECEIVER,
  amount: '1',
};
const fakeToken: Movement = { ...native, asset: 'USDC', tokenAddress: FAKE, standard: 'ERC-20', amount: '1000000' };
const ethereum = { chain: 'ethereum' };
/** A trade of another chain that takes what the wallet has offered. */
const taken = (chain: string, asset: string, amount: string, tokenAddress: string | null = null) => ({
  chain,
  movements: [{ ...native, asset, tokenAddress, standard: tokenAddress === null ? 'native' : 'issued', amount }],
});
const WSOL = 'So11111111111111111111111111111111111111112';
const RLUSD = 'rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De';
const usdc: Movement = { ...fakeToken, tokenAddress: USDC };
const approval = {
  standard: 'ERC-20',
  asset: 'USDC',
  tokenAddress: FAKE,
  tokenId: null,
  owner: SENDER,
  spender: STRANGER,
  amount: null,
  unlimited: true,
  approved: true,
  expiresAt: null,
};
const change = { before: null, after: STRANGER };

const of = (more: Partial<DecodedTransaction>) =>
  urgencyOf({
    address: SENDER,
    inBlock: { transaction: { ...strangers, ...more }, undecoded: null, blockHash: hashOf(2) },
  });

describe('A match is urgent', () => {
  it.each<[string, Partial<DecodedTransaction>]>([
    ['that the wallet sent', { fromAddress: SENDER }],
    ['that the wallet signed beside another sender', { signers: [STRANGER, SENDER] }],
    ['that takes native coins out of the wallet', { movements: [native] }],
    [
      'that takes a share of a movement of native coins',
      { movements: [{ ...native, from: STRANGER, shares: [{ from: SENDER, amount: '1' }] }] },
    ],
    ['that takes a token of a known issuer out of the wallet', { ...ethereum, movements: [usdc] }],
    ['that takes wrapped SOL out of the wallet', taken('solana', 'SOL', '2', WSOL)],
    ['that takes XRP worth more than a dollar', taken('xrp', 'XRP', '1')],
    ['that takes RLUSD worth a dollar', taken('xrp', 'RLUSD', '1', RLUSD)],
    ['that approves a token of a known issuer', { ...ethereum, approvals: [{ ...approval, tokenAddress: USDC }] }],
    [
      'that changes the authority over the wallet',
      { authority: [{ ...change, kind: 'owner_added', subject: SENDER }] },
    ],
    [
      'that changes the multisig of which the wallet is the vault',
      { authority: [{ ...change, kind: 'owner_added', subject: RECEIVER, holder: SENDER }] },
    ],
  ])('%s', (_, transaction) => expect(of(transaction)).toBe('urgent'));
});

describe('A match is not urgent', () => {
  it.each<[string, Partial<DecodedTransaction>]>([
    ['that pays the wallet', { movements: [{ ...native, from: STRANGER, to: SENDER }] }],
    // Attack: a stranger takes an open offer of the wallet in hundreds of trades of one drop, before he steals.
    ['that takes a drop of XRP', taken('xrp', 'XRP', '0.000001')],
    ['that takes a crumb of RLUSD', taken('xrp', 'RLUSD', '0.000001', RLUSD)],
    ['that takes a lamport of wrapped SOL', taken('solana', 'SOL', '0.000000001', WSOL)],
    ['that takes a wei', { movements: [{ ...native, amount: '0.000000000000000001' }] }],
    [
      'that takes a small share of a large movement',
      { movements: [{ ...native, from: STRANGER, shares: [{ from: SENDER, amount: '0.0001' }] }] },
    ],
    ['that moves nothing out of the wallet', { movements: [{ ...native, amount: '0.000' }] }],
    ['that moves none of a known token', { ...ethereum, movements: [{ ...usdc, amount: '0' }] }],
    [
      'that approves nothing of a known token',
      { ...ethereum, approvals: [{ ...approval, tokenAddress: USDC, amount: '0', approved: false }] },
    ],
    ['whose contract says that the wallet sent its tokens', { movements: [fakeToken] }],
    ['whose contract says that the wallet approved it', { approvals: [approval] }],
    ['whose contract changed its own authority', { authority: [{ ...change, kind: 'owner_added', subject: FAKE }] }],
    // Attack: a stranger opens a token account for the wallet, with a right to close it that he may give away.
    [
      'that changes who may close a token account of the wallet',
      { authority: [{ ...change, kind: 'token_authority_set', subject: FAKE, holder: SENDER }] },
    ],
  ])('%s', (_, transaction) => expect(of(transaction)).toBe('other'));
});
