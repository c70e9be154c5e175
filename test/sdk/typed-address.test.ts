import { expect, it } from '@jest/globals';
import { familyOfTyped, typedAddress } from '../../sdk/index.ts';

const EVM = '0x28C6c06298d514Db089934071355E5743bf21d60';

it.each([
  ['in groups', '0x28C6 c062 98d5 14Db 0899 3407 1355 E574 3bf2 1d60'],
  ['on two lines', ' 0x28C6c06298d514Db0899\r\n  34071355E5743bf21d60\n'],
  ['with invisible characters', '\u200b0x28C6c06298d514\u00adDb089934071355E5743bf21d60\ufeff\u00a0'],
])('An address %s is pasted in one piece', (_how, text) => {
  expect(typedAddress(text)).toBe(EVM);
  expect(familyOfTyped(text)).toBe('evm');
});

it('The family of a pasted address is that of its form', () => {
  expect(familyOfTyped('rDTXLQ7ZKZVKz33 zJbHjgVShjsBnqMBhmN')).toBe('xrp');
  expect(familyOfTyped('7xKXtg2CW87d97TX JSDpbD5jBkheTqA8 3TZRuJosgAsU')).toBe('solana');
  expect(familyOfTyped(`${EVM} ${EVM}`)).toBeUndefined();
  expect(familyOfTyped('Our account at Kraken')).toBeUndefined();
});
