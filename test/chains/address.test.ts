import { describe, expect, it } from '@jest/globals';
import { matchForm, parseAddress } from '../../lib/chains/address.ts';
import { evm, solana, xrp } from '../../lib/chains/families.ts';

const EVM = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const SOLANA = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const XRP = 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY';
/** Test vectors of XLS-5: X-addresses of the address `XRP` on each network. */
const MAIN = 'XV5sbjUmgPpvXv4ixFWZ5ptAYZ6PD2gYsjNFQLKYW33DzBm';
const MAIN_TAG_0 = 'XV5sbjUmgPpvXv4ixFWZ5ptAYZ6PD2m4Er6SnvjVLpMWPjR';
const MAIN_TAG_MAX = 'XV5sbjUmgPpvXv4ixFWZ5ptAYZ6PD2iUSJwsp6dNbEzfhN4';
const TEST_TAG_0 = 'TVd2rqMkYL2AyS97NdELcpeiprNBjwRQUBetPbyrvXSTuxU';

describe('evm.parseAddress', () => {
  it.each([EVM, EVM.toLowerCase(), `0x${EVM.slice(2).toUpperCase()}`])('returns the checksum form of %s', (text) => {
    expect(evm.parseAddress(text)).toEqual({ address: EVM, destinationTag: null });
  });

  it.each([
    ['a wrong checksum', EVM.replace('A0b', 'a0B')],
    ['no 0x', EVM.slice(2)],
    ['39 digits', EVM.slice(0, -1)],
    ['the ICAP form', 'XE65GB6LDNXYOFTX0NSV3FUWKOWIXAMJK36'],
    ['a line break', `${EVM}\n`],
    ['the digits of a Solana address', SOLANA],
  ])('refuses an address with %s', (_what, text) => {
    expect(evm.parseAddress(text)).toBeNull();
  });
});

describe('solana.parseAddress', () => {
  it.each([SOLANA, '11111111111111111111111111111111'])('returns %s unchanged', (text) => {
    expect(solana.parseAddress(text)).toEqual({ address: text, destinationTag: null });
  });

  it.each([
    ['31 bytes', '1111111111111111111111111111111'],
    ['33 bytes', 'z'.repeat(44)],
    ['fewer than 32 bytes in 32 digits', 'z'.repeat(32)],
    ['a letter that is not in base58', `${SOLANA.slice(0, -1)}0`],
    ['the digits of an EVM address', EVM],
  ])('refuses an address with %s', (_what, text) => {
    expect(solana.parseAddress(text)).toBeNull();
  });
});

describe('xrp.parseAddress', () => {
  it('returns a classic address unchanged on both networks', () => {
    expect(xrp.parseAddress(XRP, true)).toEqual({ address: XRP, destinationTag: null });
    expect(xrp.parseAddress(XRP, false)).toEqual({ address: XRP, destinationTag: null });
  });

  it.each([
    [MAIN, null],
    [MAIN_TAG_0, 0],
    [MAIN_TAG_MAX, 4_294_967_295],
    [TEST_TAG_0, 0],
  ])('splits the X-address %s into the classic address and the tag %s', (text, destinationTag) => {
    expect(xrp.parseAddress(text)).toEqual({ address: XRP, destinationTag });
  });

  it('refuses an X-address of the other network', () => {
    expect(xrp.parseAddress(MAIN, true)).toBeNull();
    expect(xrp.parseAddress(TEST_TAG_0, false)).toBeNull();
    expect(xrp.parseAddress(MAIN, false)).toEqual({ address: XRP, destinationTag: null });
    expect(xrp.parseAddress(TEST_TAG_0, true)).toEqual({ address: XRP, destinationTag: 0 });
  });

  it.each([
    ['a wrong checksum', `${XRP.slice(0, -1)}Z`],
    ['an X-address with a wrong checksum', `${MAIN.slice(0, -1)}S`],
    ['a seed', 'sn259rEFXrQrWyx3Q7XneWcwV6dfL'],
    ['the digits of an EVM address', EVM],
  ])('refuses an address with %s', (_what, text) => {
    expect(xrp.parseAddress(text)).toBeNull();
  });
});

describe('parseAddress', () => {
  it('checks an address by the rules of the family and the network of the chain', () => {
    expect(parseAddress('base', EVM.toLowerCase())).toEqual({ address: EVM, destinationTag: null });
    expect(parseAddress('solana-devnet', EVM)).toBeNull();
    expect(parseAddress('xrp', TEST_TAG_0)).toBeNull();
    expect(parseAddress('xrp-testnet', TEST_TAG_0)).toEqual({ address: XRP, destinationTag: 0 });
  });
});

describe('matchForm', () => {
  it('writes EVM addresses in lower case and returns the addresses of other families unchanged', () => {
    expect(matchForm('base', EVM)).toBe(EVM.toLowerCase());
    expect(matchForm('solana', SOLANA)).toBe(SOLANA);
    expect(matchForm('xrp', XRP)).toBe(XRP);
  });
});
