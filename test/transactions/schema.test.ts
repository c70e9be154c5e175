import { describe, expect, it } from '@jest/globals';
import { AnnotateTransaction } from '../../lib/transactions/annotate-schema.ts';
import { LookupQuery } from '../../lib/transactions/lookup-schema.ts';
import { ImportTransaction } from '../../lib/transactions/schema.ts';
import { TransactionFilters, TransactionQuery } from '../../lib/transactions/transaction-query.ts';
import { pathsOf } from '../support/paths.ts';
import { OURS, THEIRS, uuid } from '../support/records.ts';

describe('ImportTransaction', () => {
  const least = {
    walletId: uuid(1),
    hash: `0x${'ab'.repeat(32)}`,
    chain: 'ethereum',
    blockNumber: 1,
    blockTimestamp: '2026-01-31T10:00:00+01:00',
    fromAddress: OURS,
  };

  it('fills in optional fields and converts the time to UTC', () => {
    expect(ImportTransaction.parse(least)).toEqual({
      ...least,
      blockTimestamp: '2026-01-31T09:00:00.000Z',
      valueDecimal: '0',
      txType: 'transfer',
      status: 'success',
    });
  });

  it('requires the six fields of the specification', () => {
    expect(pathsOf(ImportTransaction, {})).toEqual(Object.keys(least));
  });

  it('keeps every digit of an amount in the canonical form', () => {
    const amountOf = (valueDecimal: string) => ImportTransaction.parse({ ...least, valueDecimal }).valueDecimal;
    expect(amountOf('0.000000000000000001')).toBe('0.000000000000000001');
    expect(amountOf(String(2n ** 256n - 1n))).toBe(String(2n ** 256n - 1n));
    expect(amountOf('007.500')).toBe('7.5');
    expect(amountOf('0.0')).toBe('0');
  });

  it.each([
    ['walletId', 'not-a-uuid'],
    ['hash', 'a'.repeat(129)],
    ['hash', 5],
    ['chain', 'Ethereum'],
    ['chain', 'dogecoin'],
    ['chain', 'constructor'],
    ['blockNumber', -1],
    ['blockNumber', 1.5],
    ['blockNumber', '1'],
    ['blockNumber', 2 ** 53],
    ['blockTimestamp', '2026-02-30T00:00:00Z'],
    ['blockTimestamp', 1769850000],
    ['fromAddress', ''],
    ['toAddress', ''],
    ['toAddress', 'a'.repeat(129)],
    ['valueDecimal', 1],
    ['valueDecimal', '-1'],
    ['valueDecimal', '+1'],
    ['valueDecimal', '1e999'],
    ['valueDecimal', '0x10'],
    ['valueDecimal', 'NaN'],
    ['valueDecimal', '9'.repeat(400)],
    ['valueDecimal', `0.${'0'.repeat(78)}1`],
    ['valueDecimal', ''],
    ['tokenSymbol', ''],
    ['tokenSymbol', 'a'.repeat(65)],
    ['tokenSymbol', 'A\u0000B'],
    ['tokenSymbol', '\ud83d'],
    ['txType', 'swap'],
    ['status', 'pending'],
    ['direction', 'inbound'],
    ['valueUsd', '5'],
    ['constructor', {}],
  ])('refuses %s when it is %j', (field, value) => {
    expect(pathsOf(ImportTransaction, { ...least, [field]: value })).toEqual([field]);
  });

  it('refuses the unknown field __proto__', () => {
    const body: unknown = JSON.parse(JSON.stringify(least).replace('{', '{"__proto__":{"chain":"xrp"},'));
    expect(pathsOf(ImportTransaction, body)).toEqual(['__proto__']);
  });

  it('accepts null as the recipient of a deploy', () => {
    expect(pathsOf(ImportTransaction, { ...least, toAddress: null, txType: 'contract_deploy' })).toEqual([]);
  });

  it.each([[[]], ['text'], [null], [5]])('refuses the body %j as a whole', (body) => {
    expect(pathsOf(ImportTransaction, body)).toEqual(['']);
  });
});

describe('AnnotateTransaction', () => {
  it.each([
    [{ notes: '' }],
    [{ tags: [] }],
    [{ notes: '🐋'.repeat(4000), tags: Array(20).fill('t'.repeat(64)) }],
    [{ notes: 'two\nlines' }],
  ])('accepts valid notes and tags', (body) => {
    expect(AnnotateTransaction.parse(body)).toEqual(body);
  });

  it.each<[string, object]>([
    ['notes', {}],
    ['notes', { notes: 'a'.repeat(4001) }],
    ['notes', { notes: null }],
    ['notes', { notes: '\ud83d' }],
    ['tags', { tags: Array(21).fill('t') }],
    ['tags', { tags: 'tag' }],
    ['tags.1', { tags: ['ok', ''] }],
    ['tags.0', { tags: ['t'.repeat(65)] }],
    ['tags.0', { tags: [5] }],
    ['tag', { notes: 'a', tag: 'b' }],
  ])('names %s of %j', (path, body) => {
    expect(pathsOf(AnnotateTransaction, body)).toEqual([path]);
  });
});

describe('TransactionQuery', () => {
  it('accepts a page and filters', () => {
    const query = {
      walletId: uuid(1),
      chain: 'xrp',
      direction: 'internal',
      tokenSymbol: 'usdc',
      includeReorged: 'true',
      page: '2',
      pageSize: '100',
    };
    expect(TransactionQuery.parse({ ...query, from: '2026-01-01', to: '2026-01-31' })).toEqual({
      ...query,
      page: 2,
      pageSize: 100,
      from: '2026-01-01T00:00:00.000Z',
      to: '2026-01-31T23:59:59.999Z',
    });
  });

  it.each<[string, object]>([
    ['page', { page: '0' }],
    ['page', { page: '-1' }],
    ['pageSize', { pageSize: '0' }],
    ['pageSize', { pageSize: '101' }],
    ['pageSize', { pageSize: 'all' }],
    ['from', { from: '2026-02-01', to: '2026-01-31' }],
    ['from', { from: '2026-02-30' }],
    ['to', { to: 'tomorrow' }],
    ['walletId', { walletId: '1' }],
    ['chain', { chain: 'ETHEREUM' }],
    ['direction', { direction: 'in' }],
    ['tokenSymbol', { tokenSymbol: '' }],
    ['includeReorged', { includeReorged: 'yes' }],
    ['includeReorged', { includeReorged: '' }],
    ['sort', { sort: 'asc' }],
    ['__proto__', JSON.parse('{"__proto__": "1"}')],
  ])('names %s of %j', (path, query) => {
    expect(pathsOf(TransactionQuery, query)).toEqual([path]);
  });

  it('accepts no paging for an export', () => {
    expect(pathsOf(TransactionFilters, { chain: 'xrp', from: '2026-01-01' })).toEqual([]);
    expect(pathsOf(TransactionFilters, { page: '1', pageSize: '5' })).toEqual(['page', 'pageSize']);
    expect(pathsOf(TransactionFilters, { from: '2026-02-01', to: '2026-01-31' })).toEqual(['from']);
  });
});

describe('LookupQuery', () => {
  it('requires a hash and accepts a chain', () => {
    expect(pathsOf(LookupQuery, { hash: THEIRS, chain: 'base' })).toEqual([]);
    expect(pathsOf(LookupQuery, {})).toEqual(['hash']);
    expect(pathsOf(LookupQuery, { hash: '', chain: 'x', y: '1' })).toEqual(['hash', 'chain', 'y']);
  });
});
