import { describe, expect, it } from '@jest/globals';
import { ApiError } from '../../lib/values/errors.ts';
import { addressOf } from '../../lib/wallets/wallet-address.ts';
import { OURS } from '../support/records.ts';

const CLASSIC = 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY';
/** The same account with tag 12345, for the main network: the example of the XRPL documentation's codec. */
const X_MAIN = 'XV5sbjUmgPpvXv4ixFWZ5ptAYZ6PD28Sq49uo34VyjnmK5H';

const faults = (...given: Parameters<typeof addressOf>) => {
  try {
    throw new Error(`not refused: ${addressOf(...given).address}`);
  } catch (error) {
    if (error instanceof ApiError) return error.errors;
    throw error;
  }
};
const refusal = (...given: Parameters<typeof addressOf>) => faults(...given)?.map(({ path }) => path);

describe('addressOf', () => {
  it('converts an EVM address to its checksum form on all EVM chains', () => {
    expect(addressOf(OURS.toLowerCase(), ['ethereum', 'base', 'anvil'])).toEqual({
      address: OURS,
      destinationTag: null,
    });
  });

  it('splits an X-address into the classic address and its tag', () => {
    expect(addressOf(X_MAIN, ['xrp'])).toEqual({ address: CLASSIC, destinationTag: 12345 });
    expect(addressOf(CLASSIC, ['xrp', 'xrp-testnet'])).toEqual({ address: CLASSIC, destinationTag: null });
  });

  it('refuses an X-address on another network', () => {
    expect(refusal(X_MAIN, ['xrp-testnet'])).toEqual(['address']);
    expect(refusal(X_MAIN, ['xrp', 'xrp-testnet'])).toEqual(['address']);
  });

  it('refuses chains of two families and an empty list of chains', () => {
    expect(refusal(OURS, ['ethereum', 'solana'])).toEqual(['chains']);
    expect(refusal(OURS, [])).toEqual(['chains']);
  });

  it.each<[string, Parameters<typeof addressOf>]>([
    ['a wrong checksum', [OURS.replace('E', 'e'), ['ethereum']]],
    ['an address of another family', [CLASSIC, ['ethereum']]],
    ['an EVM address on Solana', [OURS, ['solana']]],
    ['text', ['treasury.eth', ['ethereum']]],
  ])('refuses %s with an error for the address', (_what, given) => {
    expect(refusal(...given)).toEqual(['address']);
  });

  it.each<[string, ...Parameters<typeof addressOf>]>([
    ['an EVM address', OURS.replace('E', 'e'), ['anvil']],
    ['a classic address', CLASSIC.replace('7', '8'), ['xrp']],
    ['an X-address', X_MAIN.replace('5', '6'), ['xrp']],
  ])('says of %s with one wrong character that its checksum is wrong, and what to do', (_what, ...given) => {
    const message = 'has a wrong checksum, so at least one character is wrong; copy the whole address again';
    expect(faults(...given)).toEqual([{ path: 'address', message }]);
  });

  it.each<[string, ...Parameters<typeof addressOf>]>([
    ['a text without a checksum', 'treasury.eth', ['anvil']],
    ['an EVM address that is too short', OURS.slice(0, -1), ['anvil']],
    ['an X-address of the other network', X_MAIN, ['xrp-testnet']],
  ])('says nothing of a checksum for %s', (_what, text, chains) => {
    const message = `is not a valid address of ${chains[0]}`;
    expect(faults(text, chains)).toEqual([{ path: 'address', message }]);
  });

  it('names the field of the caller in its error', () => {
    expect(refusal(CLASSIC, ['ethereum'], 'chains')).toEqual(['chains']);
  });
});
