import { describe, expect, it } from '@jest/globals';
import { assertStreamable, MOST_STREAMED_ROWS } from '../../lib/transactions/stream-limit.ts';

describe('assertStreamable', () => {
  it('accepts as many rows as one response carries', () => {
    for (const rows of [0, 1, MOST_STREAMED_ROWS]) expect(() => assertStreamable(rows)).not.toThrow();
  });

  it('refuses one row more and names the route that exports them', () => {
    expect(() => assertStreamable(MOST_STREAMED_ROWS + 1)).toThrow(
      expect.objectContaining({
        code: 'export_too_large',
        detail: expect.stringMatching(/^100,001 transactions .* 100,000: use POST \/api\/transactions\/exports/),
      }),
    );
  });
});
