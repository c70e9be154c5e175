import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, it } from '@jest/globals';
import * as z from 'zod';
import { EXIT } from '../../../cli/base/failures.ts';
import { printed } from '../printed.ts';

it('tx export proposes a job for too many rows, and names the request', async () => {
  const problem = { code: 'export_too_large', status: 413, detail: 'More than 100,000 rows.' };
  const server = createServer((_, response) => {
    response.writeHead(413, { 'content-type': 'application/problem+json', 'x-request-id': 'r-1' });
    response.end(JSON.stringify(problem));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.object({ port: z.int() }).parse(server.address());
  const environment = { CHAINWATCH_API_KEY: 'cw_test_1', CHAINWATCH_URL: `http://127.0.0.1:${port}` };
  const { code, out, err } = await printed(['tx', 'export'], { environment });
  server.close();
  expect([code, out]).toEqual([EXIT.failed, '']);
  expect(err).toMatch(/^Add --job: .*\nMore than 100,000 rows\.\n {2}request id r-1\n$/);
});
