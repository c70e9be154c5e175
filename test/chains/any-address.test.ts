import { describe, expect, it } from '@jest/globals';
import { AnyAddress, anyCanonical, anyMatchForm } from '../../lib/chains/any-address.ts';

describe('AnyAddress', () => {
  it.each([
    ['an EVM address with its checksum', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
    ['an EVM address in lower case', '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'],
    ['a Solana account', 'DtR4D9FtVoTX2569gaL837ZgrB6wNjj6tkmnX9Rdk9B2'],
    ['an XRP classic address', 'rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH'],
    ['an MPT issuance', '00000001A407AF5856CCF3C42619DAA925813FC955C72983'],
  ])('accepts %s', (_what, text) => {
    expect(AnyAddress.parse(text)).toBe(text);
  });

  it.each([
    ['an EVM address with a wrong checksum', '0xF39fd6e51aad88f6f4ce6ab8827279cfffb92266'],
    ['a short EVM address', '0x1'],
    ['an EVM address without 0x', 'f39fd6e51aad88f6f4ce6ab8827279cfffb92266'],
    ['an XRP X-address', 'XVLhHMPHU98es4dbozjVtdWzVrDjtV18pX8yuPT7y4xaEHi'],
    ['a word', 'garbage'],
    ['an empty text', ''],
  ])('refuses %s', (_what, text) => {
    expect(AnyAddress.safeParse(text).success).toBe(false);
  });
});

describe('anyCanonical', () => {
  it.each([
    ['an EVM address gets its checksum', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
    ['a Solana mint stays', 'DtR4D9FtVoTX2569gaL837ZgrB6wNjj6tkmnX9Rdk9B2'],
    ['an issuer of XRP stays', 'rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH'],
    ['an MPT issuance stays', '00000001A407AF5856CCF3C42619DAA925813FC955C72983'],
  ])('%s', (_what, text) => {
    expect(anyCanonical(anyMatchForm(text))).toBe(text);
  });
});
