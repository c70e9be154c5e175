import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { DecodedTransaction, Movement } from '../../lib/chains/port/chain.ts';
import { draftOf } from '../../lib/transactions/import.ts';
import { canonical } from '../../lib/transactions/import-body.ts';
import type { ImportTransaction } from '../../lib/transactions/schema.ts';
import { bodyOf, importPorts, unreachable } from '../support/imports.ts';
import { aDecoded, aTokenTransfer, aTransfer, aWallet, OURS, organisation, THEIRS, USDC } from '../support/records.ts';
import { capturedLog } from '../support/stderr.ts';

const draft = (body: ImportTransaction, chain: DecodedTransaction | null | Error = unreachable, owned?: string[]) =>
  draftOf(importPorts(chain, owned), organisation, body, aWallet());
const unpriced = ({ valueUsd: _, ...transfer }: ReturnType<typeof aTransfer>) => transfer;

let lines: ReturnType<typeof capturedLog>;
beforeEach(() => {
  lines = capturedLog();
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('the draft of an import', () => {
  it('is the body of the request when the chain is unavailable, and a log line names the chain', async () => {
    const { blockTimestamp, ...rest } = bodyOf();
    expect(await draft(bodyOf())).toEqual({
      walletId: rest.walletId,
      hash: rest.hash,
      chain: 'ethereum',
      blockNumber: rest.blockNumber,
      blockTimestamp,
      txType: 'transfer',
      status: 'success',
      fromAddress: THEIRS,
      toAddress: OURS,
      direction: 'inbound',
      tokenSymbol: 'ETH',
      tokenAmount: '1',
      methodName: null,
      methodSelector: null,
      sender: null,
      called: null,
      blockHash: null,
      gasPriceGwei: null,
      feeAmount: '0',
      transfers: [unpriced(aTransfer())],
      detail: 'logs',
      approvals: [],
      authority: [],
      verified: false,
      source: 'import',
    });
    expect(lines).toMatchObject([{ event: 'import.not_enriched', chain: 'ethereum' }]);
    expect(JSON.stringify(lines)).not.toContain('SECRET');
  });

  it('is the body of the request when the chain does not know the hash', async () => {
    expect(await draft(bodyOf(), null)).toEqual(await draft(bodyOf()));
  });

  /** The transfer of the body, and a token transfer that only the chain knows. */
  const usdc = {
    asset: 'USDC',
    tokenAddress: USDC,
    tokenId: null,
    standard: 'ERC-20',
    from: THEIRS,
    to: OURS,
    origin: 'log',
  } as const;
  const withToken = (more: Partial<Movement> = {}) => [
    ...aDecoded().movements.map((movement) => ({ ...movement, ...more })),
    { ...usdc, amount: '100' },
  ];

  it('has the fields and all transfers of the chain when body and chain agree', async () => {
    const call = { kind: 'contract_call', toAddress: USDC, methodName: 'pay', methodSelector: '0x12345678' } as const;
    // A call that pays the wallet is a transfer for the wallet.
    expect(await draft(bodyOf(), aDecoded({ ...call, movements: withToken() }))).toMatchObject({
      gasPriceGwei: '20.5',
      feeAmount: '0.0004305',
      methodName: 'pay',
      methodSelector: '0x12345678',
      sender: THEIRS,
      called: USDC,
      transfers: [unpriced(aTransfer()), unpriced(aTokenTransfer())],
    });
  });

  it.each<[string, Partial<DecodedTransaction>]>([
    ['another block', { blockNumber: 1 }],
    ['a failure', { status: 'failed' }],
    ['another amount', { movements: withToken({ amount: '1.000000000000000001' }) }],
    ['another asset', { movements: withToken({ asset: 'WETH' }) }],
    ['another sender', { movements: withToken({ from: USDC }) }],
    ['another recipient', { movements: withToken({ from: OURS, to: USDC }) }],
    ['nothing that reached the wallet', { toAddress: USDC, movements: [] }],
  ])('keeps the transfer of the body when the chain reports %s', async (_what, more) => {
    const { transfers, status, gasPriceGwei } = await draft(bodyOf(), aDecoded({ movements: withToken(), ...more }));
    expect(transfers).toEqual([unpriced(aTransfer())]);
    expect(status).toBe('success');
    expect(gasPriceGwei).toBe('20.5');
  });

  it.each([
    ['inbound', { fromAddress: THEIRS, toAddress: OURS }, []],
    ['outbound', { fromAddress: OURS, toAddress: THEIRS }, []],
    ['internal', { fromAddress: OURS, toAddress: THEIRS }, [THEIRS]],
    ['internal', { fromAddress: THEIRS, toAddress: OURS }, [THEIRS]],
    ['internal', { fromAddress: OURS, toAddress: OURS }, []],
    ['inbound', { fromAddress: THEIRS, toAddress: USDC }, []],
    ['outbound', { fromAddress: OURS, toAddress: undefined }, []],
  ])('is %s from %j when the organisation also owns %j', async (direction, ends, owned) => {
    const result = await draft(canonical(bodyOf(ends)), unreachable, owned);
    expect(result.direction).toBe(direction);
    expect(result.transfers.map((each) => each.direction)).toEqual([direction]);
  });

  it('has no transfer when the transaction failed', async () => {
    expect((await draft(bodyOf({ status: 'failed' }))).transfers).toEqual([]);
    expect(
      (await draft(bodyOf({ status: 'failed' }), aDecoded({ status: 'failed', movements: [] }))).transfers,
    ).toEqual([]);
  });

  it.each([
    ['contract_call', '0', 0],
    ['contract_call', '0.5', 1],
    ['contract_deploy', '0', 0],
    ['token_mint', '0', 1],
    ['transfer', '0', 1],
  ])('for a %s of %s has %i transfers', async (txType, valueDecimal, transfers) => {
    expect((await draft(bodyOf({ txType, valueDecimal }))).transfers).toHaveLength(transfers);
  });

  it.each([
    ['eth', 'native'],
    ['USDC', 'ERC-20'],
  ])('gives a transfer with the symbol %s the standard %s', async (tokenSymbol, standard) => {
    expect((await draft(bodyOf({ tokenSymbol }))).transfers).toMatchObject([{ asset: tokenSymbol, standard }]);
  });

  it('throws an error that is not about the chain', async () => {
    await expect(draft(bodyOf(), new TypeError('a bug'))).rejects.toThrow('a bug');
  });
});
