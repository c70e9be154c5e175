import { describe, expect, it } from '@jest/globals';
import { checkDone, createChainwatch, dataOf, ProblemError, pages } from '../../sdk/index.ts';

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

/** A client whose service gives these answers in turn, with the requests and the waits in seconds. */
function answering(...answers: readonly Response[]) {
  const left = [...answers];
  const requests: Request[] = [];
  const waits: number[] = [];
  const client = createChainwatch({
    baseUrl: 'https://api.example.com',
    apiKey: () => `key ${requests.length}`,
    fetch: async (request) => {
      requests.push(request);
      return left.shift() ?? Response.error();
    },
    wait: async (ms) => void waits.push(ms / 1000),
  });
  return { client, requests, waits };
}

const busy = (status: number, after?: string) => json(status, {}, after === undefined ? {} : { 'retry-after': after });
const me = { organisation: { id: 'o', name: 'Acme' }, key: { id: 'k' } };

describe('the client', () => {
  it('sends the key of the moment and returns typed data', async () => {
    const { client, requests } = answering(json(200, me));
    expect(dataOf(await client.GET('/api/me')).organisation.name).toBe('Acme');
    expect(requests[0]?.url).toBe('https://api.example.com/api/me');
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer key 0');
  });

  it('sends no key when it has none', async () => {
    const requests: Request[] = [];
    const fetch = async (request: Request) => {
      requests.push(request);
      return json(200, { key: 'cw_test_1' });
    };
    const client = createChainwatch({ baseUrl: 'https://api.example.com', fetch });
    expect(dataOf(await client.POST('/api/session/resume')).key).toBe('cw_test_1');
    expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual([null]);
  });

  it('throws an error with the problem and the id of the request', async () => {
    const problem = { type: 'https://x', title: 'Not found', status: 404, code: 'not_found', detail: 'no wallet' };
    const { client } = answering(
      json(404, { ...problem, requestId: 'r' }, { 'x-request-id': 'r-1', 'retry-after': '7' }),
    );
    const params = { path: { id: 'w' } };
    const failed = client.GET('/api/wallets/{id}', { params }).then(dataOf);
    await expect(failed).rejects.toMatchObject({
      status: 404,
      requestId: 'r-1',
      retryAfter: 7,
      problem: { code: 'not_found' },
    });
    await expect(failed).rejects.toThrow('no wallet');
  });

  it('throws an error without a problem for the answer of another server', async () => {
    const { client } = answering(new Response('<html>', { status: 502 }), new Response(null, { status: 500 }));
    for (const status of [502, 500]) {
      const failed = client.GET('/api/me').then(dataOf);
      await expect(failed).rejects.toBeInstanceOf(ProblemError);
      await expect(failed).rejects.toMatchObject({ status, requestId: null, retryAfter: null, problem: null });
    }
  });

  it('has no data in an answer without a body', async () => {
    const { client } = answering(new Response(null, { status: 204 }));
    checkDone(await client.DELETE('/api/wallets/{id}', { params: { path: { id: 'w' } } }));
  });
});

describe('a busy service', () => {
  it('gets a GET again after the time it asks for, at most three times', async () => {
    const { client, requests, waits } = answering(busy(429, '2'), busy(503), busy(503, '1'), json(200, me));
    expect(dataOf(await client.GET('/api/me'))).toEqual(me);
    expect([requests.length, waits]).toEqual([4, [2, 2, 1]]);
    const fourth = answering(busy(503), busy(503), busy(503), busy(503), json(200, me));
    expect((await fourth.client.GET('/api/me')).response.status).toBe(503);
    expect(fourth.waits).toEqual([1, 2, 4]);
  });

  it('is not waited for longer than 30 seconds', async () => {
    const long = answering(busy(429, '31'), json(200, me));
    expect((await long.client.GET('/api/me')).response.status).toBe(429);
    const sum = answering(busy(429, '20'), busy(429, '11'), json(200, me));
    expect((await sum.client.GET('/api/me')).response.status).toBe(429);
    expect([long.waits, sum.waits]).toEqual([[], [20]]);
  });

  it('gets no request again that changes something, and no request that is wrong', async () => {
    const { client, requests } = answering(busy(503, '1'), json(400, {}));
    expect((await client.POST('/api/keys', { body: { name: 'x', scope: 'read' } })).response.status).toBe(503);
    expect((await client.GET('/api/me')).response.status).toBe(400);
    expect(requests).toHaveLength(2);
  });

  it('gets a POST with an Idempotency-Key again, with the same key and body', async () => {
    const { client, requests } = answering(json(503, {}), json(201, {}));
    const params = { header: { 'Idempotency-Key': 'one' } };
    const { response } = await client.POST('/api/keys', { params, body: { name: 'x', scope: 'read' } });
    expect(response.status).toBe(201);
    expect(requests.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['one', 'one']);
  });
});

describe('pages', () => {
  const page = (data: readonly string[], next: string | null) => json(200, { data, meta: { next } });

  it('follow the cursor to the last page and keep the filter', async () => {
    const { client, requests } = answering(page(['a', 'b'], 'c1'), page(['c'], null));
    const query = { chain: 'base' } as const;
    const load = (cursor?: string) => client.GET('/api/transactions', { params: { query: { ...query, cursor } } });
    const found = await Array.fromAsync(pages(load));
    expect(found).toEqual([['a', 'b'], ['c']]);
    expect(requests.map(({ url }) => new URL(url).search)).toEqual(['?chain=base', '?chain=base&cursor=c1']);
  });

  it('end with the error of a page', async () => {
    const { client } = answering(page(['a'], 'c1'), json(401, {}));
    const found: unknown[] = [];
    const all = (async () => {
      for await (const items of pages((cursor) => client.GET('/api/wallets', { params: { query: { cursor } } })))
        found.push(...items);
    })();
    await expect(all).rejects.toMatchObject({ status: 401 });
    expect(found).toEqual(['a']);
  });
});
