import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sentenceOf, type Told } from '../../lib/transactions/sentence.ts';
import { anApproval, anAuthorityChange, aStoredTransaction, aTokenTransfer, aTransfer } from '../support/records.ts';

const OTHER = '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f';
const UNISWAP = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45';
const labels: ReadonlyMap<string, string> = new Map([[OTHER, 'Ops gas station']]);
const told = (record: Partial<Told>, label = 'Treasury', labelOf = (address: string) => labels.get(address)) =>
  sentenceOf({ ...aStoredTransaction({ unsigned: undefined }), ...record }, { label }, labelOf);

const WBTC = { asset: 'WBTC', tokenAddress: '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599' };
const ZERO = `0x${'0'.repeat(40)}`;
const out = { direction: 'outbound' as const };
const quiet = { tokenAmount: '0', valueUsd: null, transfers: [] };

describe('the sentence of a record', () => {
  it.each<[string, string]>([
    [
      'Cold vault A paid 75 ETH (187,500 USD) to Ops gas station',
      told(
        {
          ...{ direction: 'internal', tokenAmount: '75', valueUsd: '187500', toAddress: OTHER },
          transfers: [{ ...aTransfer({ amount: '75', direction: 'internal', to: OTHER }), side: 'sends' }],
        },
        'Cold vault A',
      ),
    ],
    [
      'Treasury received 0.300054 WBTC (18,003.25 USD) from 0x2361…1E8f',
      told(
        {
          ...{ tokenAmount: '0.30005421', tokenSymbol: 'WBTC', valueUsd: '18003.2526', fromAddress: OTHER },
          transfers: [aTokenTransfer({ ...WBTC, amount: '0.30005421', valueUsd: '18003.2526', from: OTHER })],
        },
        'Treasury',
        () => undefined,
      ),
    ],
    [
      'Treasury swapped 100 ETH for 249,310.55 USDC on Uniswap',
      told({
        ...{ txType: 'contract_call', called: UNISWAP, tokenAmount: '100', valueUsd: '250000', ...out },
        transfers: [
          aTransfer({ amount: '100', valueUsd: '250000', ...out }),
          aTokenTransfer({ amount: '249310.553', valueUsd: '249310.553' }),
        ],
      }),
    ],
    [
      'Safe gained the owner 0x2361…1E8f',
      told(
        { ...quiet, authority: [anAuthorityChange({ kind: 'owner_added', after: OTHER })] },
        'Safe',
        () => undefined,
      ),
    ],
    [
      'Treasury changed its guard to a time lock of 3600 seconds',
      told({
        ...quiet,
        authority: [anAuthorityChange({ kind: 'guard_changed', after: 'time lock of 3600 seconds' })],
      }),
    ],
    [
      'Safe paid 1 ETH (3,000 USD) to Ops gas station and gained the owner 0x68b3…Fc45',
      told(
        {
          ...{ ...out, toAddress: OTHER, transfers: [aTransfer(out)] },
          authority: [anAuthorityChange({ kind: 'owner_added', after: UNISWAP })],
        },
        'Safe',
      ),
    ],
    [
      'Treasury received 1 ETH (3,000 USD) from Ops gas station and approved unlimited USDC to 0x68b3…Fc45',
      told({ fromAddress: OTHER, approvals: [anApproval({ spender: UNISWAP, unlimited: true, approved: true })] }),
    ],
    [
      'Hot wallet approved unlimited USDC to 0x68b3…Fc45',
      told({ ...quiet, approvals: [anApproval({ spender: UNISWAP, unlimited: true, approved: true })] }, 'Hot wallet'),
    ],
    [
      'Treasury revoked the right to USDC from 0x68b3…Fc45',
      told({ ...quiet, approvals: [anApproval({ spender: UNISWAP, amount: '0', approved: false })] }),
    ],
    ['Treasury called stake on Ops gas station', told({ ...quiet, ...out, methodName: 'stake', called: OTHER })],
    [
      '0x68b3…Fc45 called airdrop on Ops gas station with Treasury',
      told({ ...quiet, unsigned: true, methodName: 'airdrop', called: OTHER, sender: UNISWAP }),
    ],
    [
      'Treasury called swap on Uniswap, which failed',
      told({ ...quiet, ...out, status: 'failed', methodName: 'swap', called: UNISWAP }),
    ],
    [
      'Nothing moved between Treasury and 0x68b3…Fc45',
      told({
        ...{ ...quiet, ...out, unsigned: true, toAddress: UNISWAP },
        transfers: [aTokenTransfer({ amount: '0', valueUsd: '0', to: UNISWAP, ...out })],
      }),
    ],
    [
      'Treasury paid itself 4 ETH (8 USD)',
      told({
        ...{ direction: 'internal', tokenAmount: '4', valueUsd: '8', fromAddress: OTHER, toAddress: OTHER },
        transfers: [{ ...aTransfer({ amount: '4', valueUsd: '8', direction: 'internal' }), side: 'both' }],
      }),
    ],
    [
      'Treasury received 5 USDC (5 USD), newly minted',
      told({
        ...{ txType: 'token_mint', tokenAmount: '5', tokenSymbol: 'USDC', valueUsd: '5', fromAddress: ZERO },
        transfers: [aTokenTransfer({ amount: '5', valueUsd: '5' })],
      }),
    ],
    [
      'Treasury paid 1 ETH (less than 0.01 USD) to Ops gas station, destination tag 0',
      told({ ...out, toAddress: OTHER, valueUsd: '0.004', destinationTag: 0, transfers: [aTransfer(out)] }),
    ],
    [
      'Treasury received 0.000000000000000001 ETH (less than 0.01 USD) from 0x68b3…Fc45 and gave the token 7 of BAYC',
      told({
        ...{ unsigned: true, tokenAmount: '0.000000000000000001', valueUsd: '0.000000000000003', fromAddress: UNISWAP },
        transfers: [
          aTransfer({ amount: '0.000000000000000001', valueUsd: '0.000000000000003' }),
          aTokenTransfer({ asset: 'BAYC', standard: 'ERC-721', tokenId: '7', amount: '1', valueUsd: null, ...out }),
        ],
      }),
    ],
    [
      'Treasury swapped 100 ETH for 300,000 of a token that calls itself USDC',
      told({
        ...{ txType: 'contract_call', tokenAmount: '100', valueUsd: null, ...out },
        transfers: [
          aTransfer({ amount: '100', ...out }),
          aTokenTransfer({ tokenAddress: OTHER, amount: '300000', valueUsd: null }),
        ],
      }),
    ],
    [
      'Treasury approved unlimited USDC to 0x68b3…Fc45 and 1 further approval',
      told({
        ...quiet,
        approvals: [
          anApproval({ asset: 'GIFT', tokenAddress: OTHER, amount: '1', approved: true }),
          anApproval({ spender: UNISWAP, unlimited: true, approved: true }),
        ],
      }),
    ],
    [
      'Treasury delegated its account to the code at 0x68b3…Fc45',
      told({
        ...{ ...quiet, status: 'failed', unsigned: true },
        authority: [anAuthorityChange({ kind: 'delegation_set', after: UNISWAP })],
      }),
    ],
    [
      'Treasury received 5 AAA from 0x68b3…Fc45',
      told({
        ...{ tokenAmount: '5', tokenSymbol: 'AAA', valueUsd: null, fromAddress: UNISWAP },
        transfers: [
          aTokenTransfer({ asset: 'AAA', tokenAddress: OTHER, amount: '5', valueUsd: null }),
          aTokenTransfer({ asset: 'LUSD', tokenAddress: UNISWAP, amount: '120', valueUsd: null }),
        ],
      }),
    ],
    [
      '75 ETH moved between Treasury and another own wallet',
      told({
        ...{ direction: 'internal', tokenAmount: '75', valueUsd: null },
        transfers: [aTransfer({ amount: '75', direction: 'internal' })],
      }),
    ],
    [
      'Treasury received 75 ETH from 0x68b3…Fc45',
      sentenceOf(
        {
          ...aStoredTransaction({ unsigned: undefined }),
          ...{ direction: 'internal', tokenAmount: '75', valueUsd: null, fromAddress: UNISWAP, toAddress: OTHER },
          transfers: [aTransfer({ amount: '75', direction: 'internal', from: UNISWAP, to: OTHER })],
        },
        { label: 'Treasury', address: OTHER },
      ),
    ],
    ['Treasury deployed a contract', told({ ...quiet, txType: 'contract_deploy', toAddress: null })],
    [
      'Treasury deployed a contract with 1 ETH (3,000 USD)',
      told({ ...out, txType: 'contract_deploy', toAddress: null, transfers: [{ ...aTransfer(out), isRent: true }] }),
    ],
    [
      'Treasury deployed a contract and paid 1 ETH (3,000 USD) to 0x68b3…Fc45 and gave 900 USDC',
      told({
        ...{ ...out, txType: 'contract_deploy', toAddress: null },
        transfers: [aTransfer({ ...out, to: UNISWAP }), aTokenTransfer({ ...out, amount: '900', to: OTHER })],
      }),
    ],
  ])('reads: %s', (sentence, actual) => {
    expect(actual).toBe(sentence);
  });

  it.each([
    ['1234.56789', '1,234.57'],
    ['249310.555', '249,310.56'],
    ['0.000000012345678', '0.0000000123457'],
    ['12345678901234567890', '12,345,678,901,234,567,890'],
    ['1.000000001', '1'],
  ])('rounds the amount %s to %s', (amount, shown) => {
    const record = { tokenAmount: amount, valueUsd: null, transfers: [aTransfer({ amount, valueUsd: null })] };
    expect(told(record)).toContain(`received ${shown} ETH from`);
  });

  it('is one line without links and without control characters, whatever strangers and tenants write', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.constantFrom('visit evil.com', 'https://evil.com', '\u202eevil', 'a\nb', '', '\ud800'),
    );
    fc.assert(
      fc.property(text, text, text, fc.boolean(), (label, asset, methodName, moves) => {
        const transfers = [aTokenTransfer({ asset, tokenAddress: UNISWAP, amount: '5' })];
        const record: Partial<Told> = moves
          ? { tokenSymbol: asset, tokenAmount: '5', transfers }
          : { ...quiet, methodName, authority: [anAuthorityChange({ after: asset })] };
        const sentence = told(record, label);
        expect(sentence).not.toMatch(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e]/u);
        expect(sentence).not.toMatch(/evil\.com|:\/\//);
        expect(sentence.length).toBeLessThan(600);
      }),
    );
  });
});
