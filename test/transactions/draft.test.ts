import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { DecodedTransaction, Movement } from '../../lib/chains/port/chain.ts';
import { draftOf } from '../../lib/transactions/import.ts';
import { canonical } from '../../lib/transactions/import-body.ts';
import type { ImportTransaction } from '../../lib/transactions/schema.ts';
import { bodyOf, importPorts, unreachable } from '../support/imports.ts';
import {
  aDecoded,
  aMemo,
  aTokenTransfer,
  aTransfer,
  aWallet,
  OURS,
  organisation,
  THEIRS,
  USDC,
} from '../support/records.ts';
import { capturedLog } from '../support/stderr.ts';

const draft = (body: ImportTransaction, chain: DecodedTransaction | null | Error = unreachable, owned?: string[]) =>
  draftOf(importPorts(chain, owned), organisation, body, aWallet());
/** A transfer as a draft states it: what it is worth, and what its counterparty looks like, is not known yet. */
const unpriced = ({ valueUsd: _, lookalike: _l, ...transfer }: ReturnType<typeof aTransfer>) => transfer;

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
      destinationTag: null,
      references: [],
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

  it('is what the chain states, also where the body contradicts it', async () => {
    const call = { kind: 'contract_call', toAddress: USDC, methodName: 'pay', methodSelector: '0x12345678' } as const;
    const purpose = { destinationTag: 0, references: [aMemo] };
    const lies = [
      {},
      { blockNumber: 1, blockTimestamp: '2020-01-01T00:00:00.000Z' },
      { status: 'failed', valueDecimal: '0', txType: 'contract_call' },
      { fromAddress: OURS, toAddress: THEIRS, valueDecimal: '7', tokenSymbol: 'WETH' },
    ];
    for (const lie of lies) {
      // A call that pays the wallet is a transfer for the wallet.
      expect(await draft(bodyOf(lie), aDecoded({ ...call, ...purpose, movements: withToken() }))).toMatchObject({
        ...{ verified: true, source: 'import', blockHash: null },
        ...{ blockNumber: aDecoded().blockNumber, blockTimestamp: aDecoded().blockTimestamp, status: 'success' },
        ...{ fromAddress: THEIRS, toAddress: OURS, direction: 'inbound', txType: 'transfer' },
        ...{ tokenSymbol: 'ETH', tokenAmount: '1', gasPriceGwei: '20.5', feeAmount: '0.0004305' },
        ...purpose,
        ...{ methodName: 'pay', methodSelector: '0x12345678', sender: THEIRS, called: USDC },
        transfers: [unpriced(aTransfer()), unpriced(aTokenTransfer())],
      });
    }
  });

  it('has the direction of its primary transfer: a sale that the wallet sends itself is inbound', async () => {
    const sale = aDecoded({
      kind: 'contract_call',
      ...{ fromAddress: OURS, toAddress: USDC },
      movements: [
        { ...usdc, from: OURS, to: THEIRS, amount: '375767' },
        ...aDecoded().movements.map((movement) => ({ ...movement, amount: '150.3' })),
      ],
    });
    const body = bodyOf({ fromAddress: OURS, toAddress: USDC, valueDecimal: '150.3', txType: 'contract_call' });
    expect(await draft(body, sale)).toMatchObject({ direction: 'inbound', tokenSymbol: 'ETH', tokenAmount: '150.3' });
  });

  it('states no movement when the chain reports nothing that reached the wallet', async () => {
    const decoded = aDecoded({ toAddress: USDC, movements: [] });
    expect(await draft(bodyOf(), decoded)).toMatchObject({ transfers: [], tokenAmount: '0', verified: true });
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
