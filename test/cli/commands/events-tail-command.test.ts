import { expect, it } from '@jest/globals';
import { printed } from '../printed.ts';

it('events tail says once in a log that the service does not answer, and goes on until it is stopped', async () => {
  const stopping = new AbortController();
  const { code, out, err } = await printed(['events', 'tail', '--url', 'http://127.0.0.1:1'], {
    environment: { CHAINWATCH_API_KEY: 'cw_test_1' },
    onError: () => stopping.abort(),
    stopped: stopping.signal,
  });
  expect([code, out]).toEqual([0, '']);
  expect(err).toMatch(/^Nobody answers at http:\/\/127\.0\.0\.1:1 \(.*\)\. Check the URL .* Again in 4 s\.\n$/);
});
