import { expect, it } from '@jest/globals';
import { clockCheck } from '../../../cli/commands/health-checks.ts';

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
