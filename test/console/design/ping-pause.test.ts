import { describe, expect, it } from '@jest/globals';
import { pingPause } from '../../../console/design/ping-pause.ts';
import { POLL_MS } from '../../../console/live/retry.ts';

const attempt = { n: 1, at: '', statusCode: 500, error: null, durationMs: 3, responseExcerpt: null };

describe('The pause before a ping is read again', () => {
  it('is a second until the first attempt', () => {
    expect(pingPause(undefined)).toBe(1000);
    expect(pingPause({ status: 'pending', attempts: [] })).toBe(1000);
  });

  it('is that of the lists between attempts', () => {
    expect(pingPause({ status: 'retrying', attempts: [attempt] })).toBe(POLL_MS);
  });

  it.each(['delivered', 'failed'] as const)('has no end when the ping is %s', (status) => {
    expect(pingPause({ status, attempts: [attempt] })).toBeUndefined();
  });
});
