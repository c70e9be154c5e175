import { describe, expect, it } from '@jest/globals';
import { chainCheck, clockCheck } from '../../../cli/commands/health-checks.ts';

const NOW = Date.parse('2026-03-01T00:00:10.500Z');
const header = (seconds: number) => new Date(NOW + seconds * 1000).toUTCString();

it.each([
  [0, 'ok'],
  [-5, 'ok'],
  [5, 'ok'],
  [-7, 'failed'],
  [7, 'failed'],
])('the clock check of a service that is %s s ahead is %s', (seconds, result) => {
  expect(clockCheck(header(seconds), NOW - 50, NOW)).toMatchObject({ check: 'clock', result });
});

it('a slow answer is no wrong clock', () => {
  expect(clockCheck(header(-20), NOW - 20_000, NOW).result).toBe('ok');
});

describe('chainCheck', () => {
  const running: Parameters<typeof chainCheck>[0] = {
    chain: 'anvil',
    status: 'running',
    stopped: null,
    confirmations: 0,
    ranges: [],
    gaps: [],
    height: 7,
    recordedTo: 7,
    hash: '0x07',
    timestamp: '2026-03-01T00:00:00.000Z',
    head: 7,
    headAt: '2026-03-01T00:00:00.000Z',
    lag: { blocks: 0, seconds: 0 },
    valuesDelayedSince: null,
  };

  it('is content with a chain that keeps up', () => {
    expect(chainCheck(running, 1)).toMatchObject([{ check: 'chain anvil', result: 'ok', todo: null }]);
  });

  it('fails for a chain that is behind, stalled or stopped', () => {
    const stopped = { at: '2026-03-01T00:00:00.000Z', reason: 'a reorganisation too deep' };
    const late = chainCheck({ ...running, lag: { blocks: 9, seconds: 301 } }, 0);
    const stalled = chainCheck({ ...running, status: 'stalled' }, 0);
    const ended = chainCheck({ ...running, status: 'stopped', stopped }, 0);
    expect([...late, ...stalled, ...ended]).toMatchObject([
      { result: 'failed', found: '9 blocks, 301 s behind' },
      { result: 'failed', found: 'stalled' },
      { result: 'failed', found: 'stopped: a reorganisation too deep' },
    ]);
  });

  it('fails for a chain that wallets use and nobody watches, and leaves out a chain that no wallet uses', () => {
    expect(chainCheck({ ...running, status: 'unwatched' }, 0)).toEqual([]);
    expect(chainCheck({ ...running, status: 'unwatched' }, 2)).toMatchObject([
      { result: 'failed', found: 'not watched, but 2 wallets use this chain' },
    ]);
  });
});
