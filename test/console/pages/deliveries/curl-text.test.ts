import { execFileSync } from 'node:child_process';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { curlText } from '../../../../console/pages/deliveries/curl-text.ts';

it('the command names the URL, each header and the exact body', () => {
  const headers = { 'Content-Type': 'application/json', Authorization: '…5678' };
  expect(curlText({ url: 'https://hooks.example.com/a', headers, body: '{"a":"it\'s"}' })).toBe(
    [
      "curl -X POST 'https://hooks.example.com/a' \\",
      "  -H 'Content-Type: application/json' \\",
      "  -H 'Authorization: …5678' \\",
      `  --data-raw '{"a":"it'\\''s"}'`,
    ].join('\n'),
  );
});

it('a shell passes on every text as it is, and runs none of it', () => {
  const text = fc.string().filter((each) => !each.includes('\0'));
  fc.assert(
    fc.property(text, text, (body, value) => {
      const command = curlText({ url: 'https://a.example', headers: { X: value }, body }).replace(/^curl/, 'args');
      const script = `args() { printf '%s\\0' "$@"; }; ${command}`;
      const passed = execFileSync('sh', ['-c', script]).toString().split('\0');
      expect(passed.slice(0, -1)).toEqual(['-X', 'POST', 'https://a.example', '-H', `X: ${value}`, '--data-raw', body]);
    }),
    { numRuns: 30 },
  );
});
