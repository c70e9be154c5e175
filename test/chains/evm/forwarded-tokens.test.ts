import { describe, expect, it } from '@jest/globals';
import { withoutForwarded } from '../../../lib/chains/evm/log-effects.ts';
import type { TokenTransfer } from '../../../lib/chains/evm/logs.ts';

const OLD = '0x3231Cb76718CDeF2155FC47b5286d82e6eDA273f';
const NEW = '0x39b8B6385416f4cA36a20319F70D28621895279D';
const paid = (tokenAddress: string, raw: bigint, to = 'payee'): TokenTransfer => ({
  ...{ standard: 'ERC-20', tokenId: null, from: 'payer' },
  ...{ tokenAddress, raw, to },
});

describe('a payment of EURe that two contracts log', () => {
  it.each<[string, TokenTransfer[], TokenTransfer[]]>([
    ['is one movement, of the new contract', [paid(OLD, 2n), paid(NEW, 2n)], [paid(NEW, 2n)]],
    ['is one movement, whichever logs first', [paid(NEW, 2n), paid(OLD, 2n)], [paid(NEW, 2n)]],
    ['stays where the old contract logs alone', [paid(OLD, 2n)], [paid(OLD, 2n)]],
    ['stays where another amount moved', [paid(OLD, 3n), paid(NEW, 2n)], [paid(OLD, 3n), paid(NEW, 2n)]],
    ['stays where another was paid', [paid(OLD, 2n, 'thief'), paid(NEW, 2n)], [paid(OLD, 2n, 'thief'), paid(NEW, 2n)]],
    [
      'comes as often as the new contract logs it',
      [paid(OLD, 2n), paid(NEW, 2n), paid(OLD, 2n), paid(NEW, 2n), paid(OLD, 2n)],
      [paid(NEW, 2n), paid(NEW, 2n), paid(OLD, 2n)],
    ],
    ['hides no other token', [paid('0xfake', 2n), paid(NEW, 2n)], [paid('0xfake', 2n), paid(NEW, 2n)]],
  ])('%s', (_what, logged, movements) => {
    expect(withoutForwarded(logged)).toEqual(movements);
  });
});
