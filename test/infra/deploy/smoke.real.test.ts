import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { smoke } from '../../../infra/deploy/smoke.ts';
import { close, listen } from '../../../local/processes/servers.ts';

const healthy: Readonly<Record<string, readonly [number, object]>> = {
  '/prod/api/health': [200, { status: 'ok', stage: 'prod', version: '1.0.0' }],
  '/prod/api/openapi.json': [200, {}],
  '/prod/api/wallets': [401, {}],
};
let answers = healthy;
let api: Awaited<ReturnType<typeof listen>>;
beforeAll(async () => {
  api = await listen((request, response) => {
    const [status, body] = answers[request.url ?? ''] ?? [404, {}];
    response.writeHead(status).end(JSON.stringify(body));
  }, 0);
});
afterAll(() => close(api.server));

const wrongWith = (less: typeof healthy, apiKey?: string): Promise<string[]> => {
  answers = { ...healthy, ...less };
  return smoke(`${api.url}/prod/`, { version: '1.0.0', apiKey });
};

describe('The smoke test of a deploy', () => {
  it('finds nothing wrong with an API that answers', async () => {
    expect(await wrongWith({})).toEqual([]);
  });

  it('names an API of another version, and one that fails', async () => {
    const old = { '/prod/api/health': [200, { status: 'ok', version: '0.9.0' }] } as const;
    expect(await wrongWith(old)).toEqual(['Version 0.9.0 runs, not 1.0.0']);
    expect(await wrongWith({ '/prod/api/health': [500, {}] })).toEqual([
      'GET /api/health answered 500, and not that the service is ok',
    ]);
  });

  it('names each failing check when it has an admin key, and a key that gets no checks', async () => {
    const [ok, failing] = [
      { name: 'table', status: 'ok', detail: 'The table answers.' },
      { name: 'chain xrp', status: 'failing', detail: 'Nobody scans.' },
    ];
    const deep = (status: number, body: object) =>
      wrongWith({ '/prod/api/health?deep=true': [status, body] }, 'cw_test_key');
    expect(await deep(200, { checks: [ok] })).toEqual([]);
    expect(await deep(200, { checks: [ok, failing] })).toEqual(['chain xrp: Nobody scans.']);
    expect(await deep(403, {})).toEqual(['GET /api/health?deep=true answered 403, and no checks']);
  });

  it('names an API that lets callers without a key in', async () => {
    expect(await wrongWith({ '/prod/api/wallets': [200, {}] })).toEqual([
      'GET /api/wallets without a key answered 200, not 401',
    ]);
  });
});
