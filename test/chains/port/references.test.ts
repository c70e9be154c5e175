import { describe, expect, it } from '@jest/globals';
import { memoOf } from '../../../lib/chains/port/references.ts';

const memo = (text: string) => memoOf(Buffer.from(text));

describe('memoOf', () => {
  it.each([
    ['UTF-8 as text', Buffer.from('Rechnung 4711 für Zoë 🐕'), 'Rechnung 4711 für Zoë 🐕', 'text'],
    ['other bytes as hex in capitals', Buffer.from([0xff, 0xfe, 0x0a]), 'FFFE0A', 'hex'],
    ['bytes that look like hex as text', Buffer.from('FFFE0A'), 'FFFE0A', 'text'],
    ['invisible characters alone as hex', Buffer.from('\u200b\u202e'), 'E2808BE280AE', 'hex'],
  ])('reads %s', (_what, bytes, value, encoding) => {
    expect(memoOf(bytes)).toEqual({ kind: 'memo', value, encoding, truncated: false });
  });

  it('removes controls, bidirectional and zero-width characters from text, and joins its lines', () => {
    expect(memo('pay\u202e \u0007Al\u200bice\r\n now ')?.value).toBe('pay Alice now');
  });

  it('states no memo for no bytes', () => {
    expect(memo('')).toBeNull();
  });

  it('keeps 256 characters and says that there were more', () => {
    expect(memo('🐕'.repeat(256))).toMatchObject({ value: '🐕'.repeat(256), truncated: false });
    expect(memo('🐕'.repeat(257))).toMatchObject({ value: '🐕'.repeat(256), truncated: true });
    expect(memoOf(Buffer.alloc(129, 0xff))).toMatchObject({
      value: 'FF'.repeat(128),
      encoding: 'hex',
      truncated: true,
    });
  });

  it('reads no more than 4,096 bytes, also where they end inside a character', () => {
    expect(memo(`x${'€'.repeat(2000)}`)).toMatchObject({ value: `x${'€'.repeat(255)}`, encoding: 'text' });
    expect(memo(`A${'\u200b'.repeat(3000)}B`)).toMatchObject({ value: 'A', truncated: true });
  });
});
