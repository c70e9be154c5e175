import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { GzipMember } from '../../lib/exports/gzip-member.ts';

async function member(texts: readonly string[]): Promise<Buffer> {
  const writing = new GzipMember();
  for (const text of texts) await writing.write(text);
  return writing.end();
}

describe('gzip members', () => {
  it('that follow each other are one gzip file of all their texts', async () => {
    const members = fc.array(fc.array(fc.string({ unit: 'grapheme' })), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(members, async (texts) => {
        const file = Buffer.concat(await Promise.all(texts.map(member)));
        expect(gunzipSync(file).toString('utf8')).toBe(texts.flat().join(''));
      }),
    );
  });

  it('know their size while they are written, short of what the compressor holds back', async () => {
    const writing = new GzipMember();
    const random = Array.from({ length: 400 }, (_, n) => String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000)));
    for (let n = 0; n < 200; n++) await writing.write(`${random.slice(n).join('')}${n}\r\n`);
    const { size } = writing;
    const bytes = await writing.end();
    expect(size).toBeGreaterThan(0);
    expect(bytes.length - size).toBeLessThan(200_000);
  });
});
