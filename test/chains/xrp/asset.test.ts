import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { chainOf } from '../../../lib/chains/registry.ts';
import {
  describe as describeAsset,
  issued,
  issuedUnits,
  mpt,
  parseAmount,
  readable,
  toDecimal,
  XRP,
} from '../../../lib/chains/xrp/asset.ts';

const ISSUER = 'rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B';
const hex = (text: string) => Buffer.from(text).toString('hex').toUpperCase().padEnd(40, '0');

describe('readable', () => {
  it.each([
    ['a code of three characters', 'USD', 'USD'],
    ['a code of three special characters', '$x!', '$x!'],
    ['text in hex', '5852646F67650000000000000000000000000000', 'XRdoge'],
    ['hex in lower case', hex('SOLO').toLowerCase(), 'SOLO'],
    ['text beyond ASCII', hex('Ünïcode'), 'Ünïcode'],
  ])('reads %s as text', (_what, code, text) => {
    expect(readable(code)).toBe(text);
  });

  it.each([
    ['a liquidity token', '03930D02208264E2E40EC1B0C09E4DB96EE197B1'],
    ['bytes that are not text', 'FF30D02208264E2E40EC1B0C09E4DB96EE197B11'],
    ['text with a control character', hex('US\nD')],
    ['text with a character that reverses the direction of writing', hex('\u202eDSU')],
    ['text with a zero byte inside', hex('US\0D')],
    ['an issued currency with the name XRP', hex('XRP')],
    ['an issued currency with the name xrp', hex('xrp')],
    ['a code of zeros', '0'.repeat(40)],
  ])('keeps the hex of %s', (_what, code) => {
    expect(readable(code)).toBe(code);
  });

  it('writes a three-character code as hex when the code reads like XRP', () => {
    expect(readable('xrp')).toBe('0000000000000000000000007872700000000000');
  });

  it('puts DEMURRAGE before the code of a demurrage currency', () => {
    const code = '0158415500000000C1F76FF6ECB0BAC600000000';
    expect(readable(code)).toBe(`DEMURRAGE:${code}`);
  });
});

describe('amounts of the XRP Ledger', () => {
  it.each([
    ['1', '1'],
    ['-1.50', '-1.5'],
    ['9999999999999999e80', `9999999999999999${'0'.repeat(80)}`],
    ['1000000000000000e-96', `0.${'0'.repeat(80)}1`],
    ['1E5', '100000'],
    ['1.5e-7', '0.00000015'],
  ])('keep every digit of %s', (value, decimal) => {
    const units = issuedUnits(value);
    const sign = units < 0n ? '-' : '';
    expect(sign + toDecimal({ asset: issued('USD', ISSUER), units: units < 0n ? -units : units })).toBe(decimal);
  });

  it('stay the same when toDecimal writes them and issuedUnits reads them', () => {
    const asset = issued('USD', ISSUER);
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 16n - 1n }),
        fc.integer({ min: -96, max: 80 }),
        (mantissa, exponent) => {
          const units = issuedUnits(`${mantissa}e${exponent}`);
          expect(issuedUnits(toDecimal({ asset, units }))).toBe(units);
        },
      ),
    );
  });

  it('cause a RangeError when they are smaller than the ledger can hold', () => {
    expect(() => issuedUnits('1.5e-96')).toThrow(RangeError);
  });

  it('are drops of XRP or whole units of a multi-purpose token', () => {
    expect(toDecimal(parseAmount('1'))).toBe('0.000001');
    expect(toDecimal(parseAmount('99999999999000000'))).toBe('99999999999');
    const id = '000003C31D321B7DDA58324DC38CDF18934FAFFFCDF69D5F';
    expect(toDecimal(parseAmount({ mpt_issuance_id: id, value: '9223372036854775807' }))).toBe('9223372036854775807');
  });
});

describe('an asset of the XRP Ledger', () => {
  const xrp = chainOf('xrp');

  it('has the name of its code and the address of its issuer', () => {
    expect(describeAsset(xrp, XRP)).toEqual({ asset: 'XRP', tokenAddress: null });
    expect(describeAsset(xrp, issued(hex('SOLO'), ISSUER))).toEqual({ asset: 'SOLO', tokenAddress: ISSUER });
  });

  it('has the issuer in its id when it is a multi-purpose token', () => {
    const token = mpt('000003c31d321b7dda58324dc38cdf18934fafffcdf69d5f');
    expect(token.issuer).toBe('rsC4dnxCb66FQT4XmCUeuQ7dYeqNio4rWg');
    expect(describeAsset(xrp, token)).toEqual({ asset: token.code, tokenAddress: token.code });
    expect(token.code).toBe('000003C31D321B7DDA58324DC38CDF18934FAFFFCDF69D5F');
  });
});
