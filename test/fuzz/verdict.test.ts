import { describe, expect, it } from '@jest/globals';
import { problem } from '../../lib/values/errors.ts';
import { type Known, rendered } from './render.ts';
import { FuzzRequest } from './request.ts';
import { faultsOf, routeOf } from './verdict.ts';

const ID = '6f0cdd3e-2f0a-4c0f-9a44-5c1a7d1f6d53';
const known: Known = {
  host: '127.0.0.1:1',
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
const empty = { data: [], meta: { total: 0, page: 1, pageSize: 25, next: null } };

function faults(request: object, given: ReturnType<typeof answer>): string[] {
  const parsed = FuzzRequest.parse({ method: 'GET', target: '/api/wallets', ...request });
  return faultsOf(parsed, rendered(parsed, known, 0), given, ['not-yours']);
}

describe('The check of fuzzed answers', () => {
  it('accepts answers that follow the contract', () => {
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
    ['a server error', {}, answer(500, problem('internal', 'x', ID))],
    ['chain_unavailable from a route that reads no chain', {}, answer(502, problem('chain_unavailable', 'x', ID))],
    ['a status that contradicts the error code', {}, answer(400, problem('not_found', 'x', ID))],
    ['a code that the route does not list', {}, answer(409, problem('conflict', 'x', ID))],
    ['a refusal that is not a problem document', {}, answer(404, { message: 'x' })],
    ['a validation error that names no field', {}, answer(400, problem('validation_failed', 'x', ID))],
    ['a refusal that shows internals', {}, answer(400, problem('invalid_json', 'TypeError: x', ID))],
    ['a request id that differs from the header', {}, answer(404, problem('not_found', 'x', ID.replace('6', '7')))],
    ['a 401 without WWW-Authenticate', {}, answer(401, problem('unauthorized', 'x', ID))],
    ['a 429 without Retry-After', {}, answer(429, problem('rate_limited', 'x', ID))],
    ['an answer without a field', {}, answer(200, { data: [] })],
    ['an answer with an undocumented field', {}, answer(200, { ...empty, secret: 'x' })],
    ['an answer without a request id', {}, answer(200, empty, { 'x-request-id': '' })],
    ['text of another organisation', {}, answer(200, { ...empty, data: ['not-yours'] })],
    ['a success where there is no route', { target: '/api/nothing' }, answer(200, empty)],
    ['a success without a key', { key: 'none' }, answer(200, empty)],
    ['a success although the key lacks the scope', { target: '/api/keys', key: 'read' }, answer(200, empty)],
    ['a success although the query is invalid', { target: '/api/wallets?page=0' }, answer(200, empty)],
    ['a success although a parameter repeats', { target: '/api/wallets?page=1&page=1' }, answer(200, empty)],
    [
      'a success although the body is invalid',
      { method: 'PATCH', target: `/api/alerts/events/bulk-acknowledge`, body: '{"ids":[]}' },
      answer(200, { updated: [], unchanged: [], failed: [] }),
    ],
  ])('reports %s', (_, request, given) => {
    expect(faults(request, given)).not.toEqual([]);
  });
});

describe('routeOf', () => {
  it.each([
    ['GET', '/api/wallets?page=1', 'listWallets'],
    ['GET', '/api/w%61llets', 'listWallets'],
    ['GET', '/api/wallets/%2e%2e', 'getWallet'],
    ['GET', '/api/transactions/export', 'exportTransactions'],
    ['GET', '/api/wallets/', undefined],
    ['PUT', '/api/wallets', undefined],
    ['GET', '//api/wallets', undefined],
  ])('maps %s %s to the route %s', (method, target, name) => {
    expect(routeOf(method, target)?.name).toBe(name);
  });
});
