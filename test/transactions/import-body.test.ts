import { describe, expect, it } from '@jest/globals';
import { ImportBody } from '../../lib/transactions/import-body.ts';
import { fieldErrors } from '../../lib/values/field-errors.ts';
import { uuid } from '../support/records.ts';

const valid = {
  walletId: uuid(1),
  hash: `0x${'a'.repeat(64)}`,
  chain: 'ethereum',
  blockNumber: 1,
  blockTimestamp: '2026-01-31T09:00:00Z',
  fromAddress: `0x${'b'.repeat(40)}`,
  toAddress: `0x${'c'.repeat(40)}`,
};
const errorsOf = (change: object) =>
  Object.fromEntries(
    fieldErrors(ImportBody.safeParse({ ...valid, ...change }).error?.issues ?? []).map(({ path, message }) => [
      path,
      message,
    ]),
  );
const NO_HASH = 'is not a transaction hash of any chain';
const XRP_HASH = 'A'.repeat(64);

describe('the body of an import', () => {
  it('is accepted when hash, addresses and chain belong together', () => {
    expect(errorsOf({})).toEqual({});
    expect(errorsOf({ toAddress: null })).toEqual({});
  });

  it('names the hash of another chain beside an invalid field', () => {
    expect(errorsOf({ hash: XRP_HASH, blockNumber: -1 })).toEqual({
      hash: 'is not a transaction hash of ethereum',
      blockNumber: expect.any(String),
    });
  });

  it('names a text that is no hash beside an unknown chain', () => {
    const { chain, hash, ...others } = errorsOf({ hash: 'nonsense', chain: 'dogecoin' });
    expect(hash).toBe(NO_HASH);
    expect(chain).toMatch(/^must be one of ethereum, base, /);
    expect(others).toEqual({});
  });

  it('names the hash, both addresses, a missing field and an unknown field in one answer', () => {
    expect(errorsOf({ hash: 'x', fromAddress: 'y', toAddress: 'z', walletId: undefined, bogus: 1 })).toEqual({
      walletId: 'is required',
      bogus: 'is not a known field',
      hash: NO_HASH,
      fromAddress: 'is not an address of ethereum',
      toAddress: 'is not an address of ethereum',
    });
  });

  it('does not judge the addresses when the chain is unknown', () => {
    expect(Object.keys(errorsOf({ fromAddress: 'y', chain: 'dogecoin' }))).toEqual(['chain']);
  });
});
