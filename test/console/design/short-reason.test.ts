import { describe, expect, it } from '@jest/globals';
import { addressesIn, shortReason } from '../../../console/design/short-reason.ts';

const EVM = '0xa1b2C509ea4F52908400098527886E0F70308617';
const SOLANA = '4Nd1mYvJ8Yqk2o3W9cRz5uTQxHn6sVbG7LfEaPjKdMtC';
const XRP = 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe';
const nobody = () => undefined;

describe('The short text of a reason', () => {
  it('keeps six digits of an amount, and whole numbers as they are', () => {
    expect(shortReason('8909.999757762922869', nobody)).toBe('8,910');
    expect(shortReason('at least 1,000,000.123456789, window minutes 60', nobody)).toBe(
      'at least 1,000,000.12, window minutes 60',
    );
    expect(shortReason('4294967295, 12345678901234567890123456789', nobody)).toBe(
      '4294967295, 12345678901234567890123456789',
    );
    expect(shortReason('version 1.2.3', nobody)).toBe('version 1.2.3');
  });

  it('shortens an address of each family, or calls it by its label', () => {
    expect(addressesIn(`${EVM}, ${SOLANA} and 2 more`)).toEqual([EVM, SOLANA]);
    expect(addressesIn(XRP)).toEqual([XRP]);
    expect(shortReason(`${EVM}, own_wallets`, nobody)).toBe('0xa1b2…8617, own_wallets');
    expect(shortReason(`${EVM}, ${XRP}`, (address) => (address === EVM ? 'Kraken 2.5555555' : undefined))).toBe(
      'Kraken 2.5555555, rPT1Sj…pAYe',
    );
  });
});
