import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  classicAddressToXAddress,
  decodeAccountID,
  encodeAccountID,
  isValidClassicAddress,
  isValidXAddress,
  xAddressToClassicAddress,
} from 'xrpl';
import { accountIdOf, classicAddress, xAddressOf } from '../../../lib/chains/xrp/account-id.ts';

const accountId = fc.uint8Array({ minLength: 20, maxLength: 20 });
const tag = fc.option(fc.integer({ min: 0, max: 0xffffffff }));

describe('classicAddress', () => {
  it('writes the address that xrpl.js writes, and accountIdOf reads the account back', () => {
    fc.assert(
      fc.property(accountId, (id) => {
        const address = classicAddress(id);
        expect(address).toBe(encodeAccountID(id));
        expect(accountIdOf(address)).toEqual(Buffer.from(decodeAccountID(address)));
      }),
    );
  });
});

describe('xAddressOf', () => {
  it('reads the account, tag and network that xrpl.js reads', () => {
    fc.assert(
      fc.property(accountId, tag, fc.boolean(), (id, destinationTag, testnet) => {
        const text = classicAddressToXAddress(encodeAccountID(id), destinationTag ?? false, testnet);
        expect(xAddressOf(text)).toEqual({ accountId: Buffer.from(id), destinationTag, testnet });
        expect(xAddressToClassicAddress(text)).toMatchObject({ tag: destinationTag ?? false, test: testnet });
      }),
    );
  });
});

describe('accountIdOf and xAddressOf', () => {
  it('refuse every damaged address that xrpl.js refuses', () => {
    const damaged = fc
      .tuple(accountId, tag, fc.boolean(), fc.nat(), fc.constantFrom(...'rpshnaf39wB0OIl1Z'))
      .map(([id, destinationTag, isX, at, digit]) => {
        const classic = encodeAccountID(id);
        const text = isX ? classicAddressToXAddress(classic, destinationTag ?? false, false) : classic;
        const place = at % text.length;
        return text.slice(0, place) + digit + text.slice(place + 1);
      });
    fc.assert(
      fc.property(damaged, (text) => {
        expect(accountIdOf(text) !== null).toBe(isValidClassicAddress(text));
        expect(xAddressOf(text) !== null).toBe(isValidXAddress(text));
      }),
    );
  });
});
