import { describe, expect, it } from '@jest/globals';
import { problem } from '../../lib/values/errors.ts';
import { type Known, rendered } from './render.ts';
import { FuzzRequest } from './request.ts';
import { faultsOf, routeOf } from './verdict.ts';

const ID = '6f0cdd3e-2f0a-4c0f-9a44-5c1a7d1f6d53';
const known: Known = {
  receiver: 'http://127.0.0.1:1',
  ids: new Map(),
  keys: { admin: ['a'], write: ['w'], read: ['r'] },
};

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) => ({
  status,
  headers: new Map(
    Object.entries({
      'x-request-id': ID,
      'content-type': status >= 400 ? 'application/problem+json' : 'application/json',
      ...headers,
    }),
  ),
  text: body === undefined ? '' : JSON.stringify(body),
});
const empty = { data: [], meta: { total: 0, page: 1, pageSize: 25 } };

function faults(request: object, given: ReturnType<typeof answer>): string[] {
  const parsed = FuzzRequest.parse({ method: 'GET', target: '/api/wallets', ...request });
  return faultsOf(parsed, rendered(parsed, known, 0), given, ['not-yours']);
}

describe('The judge of answers', () => {
  it('lets pass what the contract says', () => {
    expect(faults({}, answer(200, empty))).toEqual([]);
    expect(faults({ target: '/api/nothing' }, answer(404, problem('not_found', 'No such route.', ID)))).toEqual([]);
    const malformed = problem('validation_failed', 'x', ID, [{ path: '', message: 'x' }]);
    expect(faults({ target: '/x', headers: [['Content-Length', '-1']] }, answer(400, malformed))).toEqual([]);
    const invalid = problem('validation_failed', 'page: x', ID, [{ path: 'page', message: 'x' }]);
    expect(faults({ target: '/api/wallets?page=x' }, answer(400, invalid))).toEqual([]);
    expect(
      faults({ target: '/api/transactions/lookup?hash=1' }, answer(502, problem('chain_unavailable', 'x', ID))),
    ).toEqual([]);
  });

  it.each<[string, object, ReturnType<typeof answer>]>([
    ['a fault of ours', {}, answer(500, problem('internal', 'x', ID))],
    ['a chain that is gone, of a route that asks none', {}, answer(502, problem('chain_unavailable', 'x', ID))],
    ['a status that does not go with its code', {}, answer(400, problem('not_found', 'x', ID))],
    ['a code that the route does not list', {}, answer(409, problem('conflict', 'x', ID))],
    ['a refusal that is no problem document', {}, answer(404, { message: 'x' })],
    ['a refusal that names no field', {}, answer(400, problem('validation_failed', 'x', ID))],
    ['a refusal that tells of our code', {}, answer(400, problem('invalid_json', 'TypeError: x', ID))],
    ['another request id than in the header', {}, answer(404, problem('not_found', 'x', ID.replace('6', '7')))],
    ['a 401 without its challenge', {}, answer(401, problem('unauthorized', 'x', ID))],
    ['a 429 without the time to wait', {}, answer(429, problem('rate_limited', 'x', ID))],
    ['an answer without a field', {}, answer(200, { data: [] })],
    ['an answer with a field too many', {}, answer(200, { ...empty, secret: 'x' })],
    ['an answer without a request id', {}, answer(200, empty, { 'x-request-id': '' })],
    ['text of another organisation', {}, answer(200, { ...empty, data: ['not-yours'] })],
    ['a success where there is no route', { target: '/api/nothing' }, answer(200, empty)],
    ['a success without a key', { key: 'none' }, answer(200, empty)],
    ['a success with a key of too little scope', { target: '/api/keys', key: 'read' }, answer(200, empty)],
    ['a success in spite of a query', { target: '/api/wallets?page=0' }, answer(200, empty)],
    ['a parameter given twice', { target: '/api/wallets?page=1&page=1' }, answer(200, empty)],
    [
      'a success in spite of a body',
      { method: 'PATCH', target: `/api/alerts/events/bulk-acknowledge`, body: '{"ids":[]}' },
      answer(200, { updated: [], unchanged: [], failed: [] }),
    ],
  ])('finds %s', (_, request, given) => {
    expect(faults(request, given)).not.toEqual([]);
  });
});

describe('A request line', () => {
  it.each([
    ['GET', '/api/wallets?page=1', 'listWallets'],
    ['GET', '/api/w%61llets', 'listWallets'],
    ['GET', '/api/wallets/%2e%2e', 'getWallet'],
    ['GET', '/api/transactions/export', 'exportTransactions'],
    ['GET', '/api/wallets/', undefined],
    ['PUT', '/api/wallets', undefined],
    ['GET', '//api/wallets', undefined],
  ])('%s %s reaches %s', (method, target, name) => {
    expect(routeOf(method, target)?.name).toBe(name);
  });
});
