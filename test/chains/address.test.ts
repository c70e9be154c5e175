import { describe, expect, it } from '@jest/globals';
import { parseAddress } from '../../lib/chains/address.ts';

const EVM = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const SOLANA = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const XRP = 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY';
/** Test vectors of XLS-5: the address above on each network. */
const MAIN = 'XV5sbjUmgPpvXv4ixFWZ5ptAYZ6PD2gYsjNFQLKYW33DzBm';
const MAIN_TAG_0 = 'XV5sbjUmgPpvXv4ixFWZ5ptAYZ6PD2m4Er6SnvjVLpMWPjR';
const MAIN_TAG_MAX = 'XV5sbjUmgPpvXv4ixFWZ5ptAYZ6PD2iUSJwsp6dNbEzfhN4';
const TEST_TAG_0 = 'TVd2rqMkYL2AyS97NdELcpeiprNBjwRQUBetPbyrvXSTuxU';

describe('an EVM address', () => {
  it.each([EVM, EVM.toLowerCase(), `0x${EVM.slice(2).toUpperCase()}`])('is read from %s into checksum form', (text) => {
    expect(parseAddress('evm', text)).toEqual({ address: EVM, destinationTag: null });
  });

  it.each([
    ['a wrong checksum', EVM.replace('A0b', 'a0B')],
    ['no 0x', EVM.slice(2)],
    ['39 digits', EVM.slice(0, -1)],
    ['the ICAP form', 'XE65GB6LDNXYOFTX0NSV3FUWKOWIXAMJK36'],
    ['a line break', `${EVM}\n`],
    ['a Solana address', SOLANA],
  ])('is refused with %s', (_what, text) => {
    expect(parseAddress('evm', text)).toBeNull();
  });
});

describe('a Solana address', () => {
  it.each([SOLANA, '11111111111111111111111111111111'])('is read from %s as it is', (text) => {
    expect(parseAddress('solana', text)).toEqual({ address: text, destinationTag: null });
  });

  it.each([
    ['31 bytes', '1111111111111111111111111111111'],
    ['33 bytes', 'z'.repeat(44)],
    ['fewer than 32 bytes in 32 digits', 'z'.repeat(32)],
    ['a letter base58 has not', `${SOLANA.slice(0, -1)}0`],
    ['an EVM address', EVM],
  ])('is refused with %s', (_what, text) => {
    expect(parseAddress('solana', text)).toBeNull();
  });
});

describe('an XRP Ledger address', () => {
  it('is read from a classic address, on either network', () => {
    expect(parseAddress('xrp', XRP, true)).toEqual({ address: XRP, destinationTag: null });
    expect(parseAddress('xrp', XRP, false)).toEqual({ address: XRP, destinationTag: null });
  });

  it.each([
    [MAIN, null],
    [MAIN_TAG_0, 0],
    [MAIN_TAG_MAX, 4_294_967_295],
    [TEST_TAG_0, 0],
  ])('is split from the X-address %s into classic address and tag %s', (text, destinationTag) => {
    expect(parseAddress('xrp', text)).toEqual({ address: XRP, destinationTag });
  });

  it('is refused as an X-address of the other network', () => {
    expect(parseAddress('xrp', MAIN, true)).toBeNull();
    expect(parseAddress('xrp', TEST_TAG_0, false)).toBeNull();
    expect(parseAddress('xrp', MAIN, false)).toEqual({ address: XRP, destinationTag: null });
    expect(parseAddress('xrp', TEST_TAG_0, true)).toEqual({ address: XRP, destinationTag: 0 });
  });

  it.each([
    ['a wrong checksum', `${XRP.slice(0, -1)}Z`],
    ['an X-address with a wrong checksum', `${MAIN.slice(0, -1)}S`],
    ['a seed', 'sn259rEFXrQrWyx3Q7XneWcwV6dfL'],
    ['an EVM address', EVM],
  ])('is refused with %s', (_what, text) => {
    expect(parseAddress('xrp', text)).toBeNull();
  });
});
