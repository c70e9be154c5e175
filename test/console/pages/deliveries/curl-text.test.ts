import { execFileSync } from 'node:child_process';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { curlText } from '../../../../console/pages/deliveries/curl-text.ts';

const id = '5249e1a4-7c6f-4f0e-9d57-1f2f3a4b5c6d';

it('the command names the URL, each header and the exact body', () => {
  const headers = { 'Content-Type': 'application/json', 'X-Service-Attempt': '1' };
  expect(curlText({ id, url: 'https://hooks.example.com/a', headers, body: '{"a":"it\'s"}' })).toBe(
    [
      "curl -X POST 'https://hooks.example.com/a' \\",
      "  -H 'Content-Type: application/json' \\",
      "  -H 'X-Service-Attempt: 1' \\",
      `  --data-raw '{"a":"it'\\''s"}'`,
    ].join('\n'),
  );
});

it('a comment says which masked headers the command leaves out, and what sends the delivery with them', () => {
  const headers = {
    'Content-Type': 'application/json',
    Authorization: '…5678',
    'X-Service-Signature': 'sha256=625904…',
  };
  expect(curlText({ id, url: 'https://hooks.example.com/a', headers, body: '{}' })).toBe(
    [
      '# Left out, because their values are masked: Authorization, X-Service-Signature.',
      '# A receiver that checks them refuses this request. The button Replay sends them too, and so does:',
      `# chainwatch deliveries replay ${id}`,
      "curl -X POST 'https://hooks.example.com/a' \\",
      "  -H 'Content-Type: application/json' \\",
      "  --data-raw '{}'",
    ].join('\n'),
  );
});

it('a shell passes on every text as it is, and runs none of it', () => {
  const text = fc.string().filter((each) => !each.includes('\0'));
  fc.assert(
    fc.property(text, text, text, (body, value, maskedName) => {
      const headers = { [`${maskedName}\n\`exit 7\``]: '…', X: value };
      const command = curlText({ id, url: 'https://a.example', headers, body }).replace(/^curl/m, 'args');
      const script = `args() { printf '%s\\0' "$@"; }\n${command}`;
      const passed = execFileSync('sh', ['-c', script]).toString().split('\0');
      expect(passed.slice(0, -1)).toEqual(['-X', 'POST', 'https://a.example', '-H', `X: ${value}`, '--data-raw', body]);
    }),
    { numRuns: 30 },
  );
});
