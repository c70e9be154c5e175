import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { importTransaction } from '../../lib/transactions/import.ts';
import { canonical } from '../../lib/transactions/import-body.ts';
import { bodyOf, importPorts, unreachable } from '../support/imports.ts';
import { aDecoded, aStoredTransaction, at, noPrices, OURS, organisation, THEIRS, uuid } from '../support/records.ts';
import { capturedLog } from '../support/stderr.ts';

beforeEach(() => {
  capturedLog();
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('canonical', () => {
  it('converts hash and addresses to the canonical form', () => {
    const given = bodyOf({
      hash: `0x${'AB'.repeat(32)}`,
      fromAddress: THEIRS.toLowerCase(),
      toAddress: OURS.toLowerCase(),
    });
    expect(canonical(given)).toEqual(bodyOf());
    expect(canonical(bodyOf({ toAddress: undefined })).toAddress).toBeNull();
  });

  const xrp = {
    chain: 'xrp',
    hash: 'ab'.repeat(32),
    fromAddress: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
    toAddress: null,
  };

  it('writes XRP hashes in upper case', () => {
    expect(canonical(bodyOf(xrp)).hash).toBe('AB'.repeat(32));
  });

  it.each<[string, Parameters<typeof bodyOf>[0]]>([
    ['hash', { hash: '0x12' }],
    ['hash', { hash: 'ab'.repeat(32) }],
    ['hash', { chain: 'solana' }],
    ['hash', { ...xrp, hash: `0x${'ab'.repeat(32)}` }],
    ['fromAddress', { fromAddress: 'treasury.eth' }],
    ['fromAddress', { fromAddress: THEIRS.replace('E', 'e') }],
    ['fromAddress', { ...xrp, fromAddress: OURS }],
    ['toAddress', { toAddress: `${OURS}0` }],
    ['toAddress', { ...xrp, toAddress: THEIRS }],
  ])('refuses %s when it does not belong to the chain: %j', (path, more) => {
    const error = caught(() => canonical(bodyOf(more)));
    expect(error).toMatchObject({ code: 'validation_failed', errors: [{ path }] });
  });
});

function caught(fn: () => unknown): unknown {
  try {
    return fn();
  } catch (error) {
    return error;
  }
}

describe('importTransaction', () => {
  const deps = (more: object = {}) => ({
    ...importPorts(unreachable),
    now: () => new Date(at),
    prices: noPrices,
    bounded: async (_: unknown, whole: ReturnType<typeof aStoredTransaction>) => whole,
    transactions: {
      find: async () => null,
      withLookalikes: async (_: unknown, whole: ReturnType<typeof aStoredTransaction>) => whole,
      record: async (_: unknown, transaction: ReturnType<typeof aStoredTransaction>) => ({
        created: true,
        transaction,
      }),
    },
    ...more,
  });

  it('answers with the existing record without a request to the chain', async () => {
    const existing = aStoredTransaction({ verified: true });
    const chains = () => Promise.reject(new Error('asked'));
    const transactions = { ...deps().transactions, find: async () => existing };
    const answer = await importTransaction(deps({ chains, transactions }), organisation, bodyOf());
    expect(answer).toMatchObject({ created: false, transaction: existing });
  });

  it('answers with the existing record when no node knows what the body has stated', async () => {
    const existing = aStoredTransaction({ verified: false });
    const record = () => Promise.reject(new Error('recorded'));
    const transactions = { record, find: async () => existing };
    const answer = await importTransaction(deps({ transactions }), organisation, bodyOf());
    expect(answer).toMatchObject({ created: false, transaction: existing });
  });

  it('takes what a node knows by now when only the body has stated the record', async () => {
    const existing = aStoredTransaction({ verified: false });
    const merged = aStoredTransaction({ verified: true });
    const asked: unknown[] = [];
    const transactions = {
      find: async () => existing,
      withLookalikes: async (_: unknown, whole: ReturnType<typeof aStoredTransaction>) => whole,
      record: async (_: unknown, found: ReturnType<typeof aStoredTransaction>) => {
        asked.push(found.verified);
        return { created: false, transaction: merged };
      },
    };
    const ports = { ...importPorts(aDecoded()), transactions };
    expect(await importTransaction(deps(ports), organisation, bodyOf())).toMatchObject({
      ...{ created: false, transaction: merged },
    });
    expect(asked).toEqual([true]);
  });

  it('refuses the chain when the wallet is of another family', async () => {
    const body = bodyOf({
      chain: 'xrp',
      hash: 'ab'.repeat(32),
      fromAddress: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
      toAddress: null,
    });
    await expect(importTransaction(deps(), organisation, body)).rejects.toMatchObject({ errors: [{ path: 'chain' }] });
  });

  it('finds no wallet of another organisation', async () => {
    await expect(importTransaction(deps(), organisation, bodyOf({ walletId: uuid(99) }))).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('accepts another EVM chain of the same wallet', async () => {
    expect((await importTransaction(deps(), organisation, bodyOf({ chain: 'base' }))).transaction.chain).toBe('base');
  });
});
