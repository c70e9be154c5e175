import fc from 'fast-check';
import * as z from 'zod';
import { routes } from '../../functions/routes.ts';
import type { Route } from '../../lib/platform/http/route.ts';
import { mutated, textChanges } from './mutate.ts';
import { validInput, validProperties } from './schema-arbitrary.ts';
import { hostileValues, idOf, type Json } from './values.ts';

const Header = z.tuple([z.string(), z.string()]);

/** A request in the corpus or in a report. Tokens stand for values that only a running stack knows. */
export const FuzzRequest = z.strictObject({
  method: z.string(),
  /** The path and the query of the request line. */
  target: z.string(),
  /** The scope of the key; `none` sends no key. */
  key: z.enum(['admin', 'write', 'read', 'none']).default('admin'),
  headers: z.array(Header).default([]),
  body: z.string().optional(),
  /** The encoding of the body. `invalid` inserts bytes that are not UTF-8 before the last character. */
  encoding: z.enum(['plain', 'chunked', 'gzip', 'invalid', 'utf16']).default('plain'),
  protocol: z.enum(['HTTP/1.1', 'HTTP/1.0']).default('HTTP/1.1'),
});
export type FuzzRequest = z.output<typeof FuzzRequest>;

const JSON_TYPE: [string, string] = ['Content-Type', 'application/json'];

/** Percent-encodes a text except for its tokens. */
const encoded = (value: string): string =>
  encodeURIComponent(value.toWellFormed()).replace(/%7B%7B((?:other\.)?\w+(?:\.\d+)?)%7D%7D/g, '{{$1}}');

/** The kind of the records of a path: `rules` for `/api/alerts/rules/{id}/x`. */
export const kindOf = (path: string): string => path.split('/{')[0]?.split('/').at(-1) ?? '';

/** A path with values for its parameters. For records of a chain the first parameter is the chain. */
function pathOf({ path }: Route): fc.Arbitrary<string> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const values = names.map((name) => {
    if (name === 'id' && path.startsWith('/api/chains/'))
      return fc.constantFrom('anvil', 'anvil', 'anvil', 'ethereum', 'xrp');
    return idOf(name === 'id' ? kindOf(path) : name.replace(/Id$/, ''));
  });
  return fc.tuple(...values).map((given) => path.replace(/\{(\w+)\}/g, (_, name) => given[names.indexOf(name)] ?? ''));
}

const asText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

function queryOf({ query }: Route): fc.Arbitrary<string> {
  if (query === undefined) return fc.constant('');
  const parts = validProperties(query).map(({ name, value, isRequired }) =>
    fc
      .option(value, { nil: undefined, freq: isRequired ? 50 : 1 })
      .map((given) => (given === undefined ? [] : [`${name}=${encoded(asText(given))}`])),
  );
  return fc.tuple(...parts).map((all) => {
    const pairs = all.flat();
    return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
  });
}

/** A request that matches the schemas of its route. The state of the stack may still refuse the request. */
export function validRequest(route: Route): fc.Arbitrary<FuzzRequest> {
  const body = route.body === undefined ? fc.constant(undefined) : validInput(route.body);
  return fc.tuple(pathOf(route), queryOf(route), body).map(([path, query, value]) => ({
    method: route.method,
    target: path + query,
    key: 'admin',
    headers: value === undefined ? [] : [JSON_TYPE],
    body: value === undefined ? undefined : JSON.stringify(value),
    encoding: 'plain',
    protocol: 'HTTP/1.1',
  }));
}

type Twist = (request: FuzzRequest) => fc.Arbitrary<FuzzRequest>;

const constant =
  (...changes: readonly ((request: FuzzRequest) => Partial<FuzzRequest>)[]): Twist =>
  (request) =>
    fc.constantFrom(...changes).map((change) => ({ ...request, ...change(request) }));

const onPath =
  (change: (path: string) => string) =>
  ({ target }: FuzzRequest) => {
    const [path = '', ...query] = target.split('?');
    return { target: [change(path), ...query].join('?') };
  };
const onQuery =
  (added: string) =>
  ({ target }: FuzzRequest) => ({ target: target + (target.includes('?') ? '&' : '?') + added });
const withHeader =
  (...headers: [string, string][]) =>
  ({ headers: own }: FuzzRequest) => ({ headers: [...own, ...headers] });

const lastPart = (path: string, part: string) => path.replace(/[^/]*$/, part);

const paths: Twist = constant(
  ...[
    '%2e%2e',
    '%2E%2E%2F',
    '..',
    '.',
    '%00',
    '%',
    '%zz',
    '%ff',
    '%c0%af',
    '%ed%a0%80',
    '%252e',
    '%2f',
    '%5c',
    '~',
    ';x=1',
    '*',
    ':',
    '@',
    '{id}',
    '__proto__',
    'constructor',
    'null',
    '0',
    '-1',
    '1e400',
    `${'a'.repeat(3000)}`,
    `${'%41'.repeat(1000)}`,
    '{{wallets.0}}%20',
    '%7B{{wallets.0}}%7D',
    '{{other.wallets.0}}',
    "'%20OR%201=1",
  ].flatMap((part) => [
    onPath((path) => lastPart(path, part)),
    onPath((path) => `${path}/${part}`),
    onPath((path) => path.replace(/\/[^/]*(?=\/[^/]*$)/, `/${part}`)),
  ]),
  onPath((path) => `/${path}`),
  onPath((path) => `${path}/`),
  onPath((path) => path.replaceAll('/', '//')),
  onPath((path) => path.replaceAll('/', '\\')),
  onPath((path) => path.toUpperCase()),
  onPath((path) => path.replace('/api', '')),
  onPath((path) => path.replace('a', '%61')),
  onPath((path) => `${path};jsessionid=1`),
  onPath((path) => `${path}#x`),
  onPath((path) => `${path}\u00e9`),
  onPath((path) => `http://127.0.0.1${path}`),
  onPath(() => '*'),
  onPath(() => '/'),
  onPath(() => ''),
);

const queries: Twist = constant(
  ...[
    '',
    '&',
    '=',
    '=1',
    'page',
    'page=',
    'page=1&page=2',
    'page[]=1',
    'page[a]=1',
    'page=%00',
    'page=%',
    'page=%ff',
    'page=１',
    'page=1e1',
    'page=-0',
    'page=99999999999999999999',
    'page=999999999',
    'pageSize=100&page=999999999',
    'pageSize=101',
    'PAGE=1',
    '__proto__=1',
    '__proto__[x]=1',
    'constructor=1',
    'toString=1',
    'hasOwnProperty=1',
    '%70age=1',
    '%00=1',
    '%=1',
    '%ff=1',
    'q=%ed%a0%80',
    'q=%00',
    'q={{repeat:3000:a}}',
    'tokenSymbol=%00',
    'tokenSymbol=%ff',
    'tokenSymbol=%23',
    'from=2026-01-01T00:00:00 02:00',
    'from=0000-01-01',
    'to=9999-12-31',
    'from=2026-02-01&to=2026-01-01',
    'hash={{repeat:129:1}}',
    'hash=%00',
    'chain=',
    'chain=__proto__',
    'status=toString',
    'walletId={{other.wallets.0}}',
    'walletId=',
    'a=1;b=2',
    'a?b',
    '?',
    '{{repeat:800:a=1&}}',
    'access_token=x',
    '_method=DELETE',
    'callback=x',
  ].map(onQuery),
);

const headers: Twist = constant(
  withHeader(['X-HTTP-Method-Override', 'DELETE'], ['X-HTTP-Method', 'DELETE'], ['X-Method-Override', 'DELETE']),
  withHeader(
    ['X-Forwarded-For', '127.0.0.1'],
    ['X-Forwarded-Host', 'evil.invalid'],
    ['X-Original-URL', '/api/keys'],
    ['X-Rewrite-URL', '/api/keys'],
  ),
  withHeader(['Authorization', 'Bearer cw_live_000000000000000000000000000000000000']),
  withHeader(['authorization', 'Basic eDp5']),
  withHeader(['X-Large', '{{repeat:7000:x}}']),
  withHeader(['X-Large', '{{repeat:20000:x}}']),
  withHeader(...Array.from({ length: 150 }, (_, n): [string, string] => [`X-${n}`, 'x'])),
  withHeader(['__proto__', 'x'], ['constructor', 'x'], ['toString', 'x']),
  withHeader(['X-Bytes', '\u00ff\u0080']),
  withHeader(['X-Empty', '']),
  withHeader(['Accept', 'application/xml'], ['Accept-Encoding', 'zstd'], ['Accept-Language', '{{repeat:500:x,}}']),
  withHeader(['Range', 'bytes=0-1'], ['If-None-Match', '*'], ['If-Modified-Since', 'never']),
  withHeader(['Cookie', '{{repeat:300:a=b; }}']),
  withHeader(['Origin', 'https://evil.invalid'], ['Access-Control-Request-Method', 'DELETE']),
  withHeader(['Expect', '100-continue']),
  withHeader(['Expect', 'the impossible']),
  withHeader(['Upgrade', 'websocket'], ['Sec-WebSocket-Key', 'x']),
  withHeader(['Upgrade', 'h2c'], ['HTTP2-Settings', 'AAMAAABkAAQCAAAAAAIAAAAA']),
  withHeader(['Host', 'evil.invalid']),
  withHeader(['Content-Type', 'text/plain']),
  withHeader(['Content-Length', '0']),
  withHeader(['Content-Length', '-1']),
  withHeader(['Transfer-Encoding', 'chunked, identity']),
  withHeader(['Bad Name', 'x']),
  withHeader(['X-Folded', 'a\r\n b']),
  withHeader(['X-Null', 'a\u0000b']),
);

const mediaTypes: Twist = constant(
  ...[
    '',
    'text/plain',
    'application/xml',
    'application/json; charset=utf-16',
    'application/json;charset=x',
    'application/json, text/plain',
    'application/vnd.api+json',
    'APPLICATION/JSON',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'application/json\u00a0',
    `application/${'a'.repeat(2000)}+json`,
    `application/json${' '.repeat(2000)}`,
    `application/${'a+'.repeat(900)}`,
  ].map((type) => () => ({ headers: [['Content-Type', type] as [string, string]] })),
  () => ({ headers: [] }),
  () => ({ headers: [JSON_TYPE, ['Content-Type', 'text/plain'] as [string, string]] }),
);

const transports: Twist = constant(
  () => ({ encoding: 'chunked' as const }),
  ({ headers: own }) => ({
    encoding: 'gzip' as const,
    headers: [...own, ['Content-Encoding', 'gzip'] as [string, string]],
  }),
  () => ({ encoding: 'gzip' as const }),
  () => ({ encoding: 'invalid' as const }),
  () => ({ encoding: 'utf16' as const }),
  () => ({ protocol: 'HTTP/1.0' as const }),
  ({ headers: own }) => ({ headers: [...own, ['Content-Encoding', 'br'] as [string, string]] }),
);

const methods: Twist = constant(
  ...[
    'GET',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'HEAD',
    'OPTIONS',
    'TRACE',
    'CONNECT',
    'PROPFIND',
    'PURGE',
    'QUERY',
    'get',
    'G',
    'GE T',
    '',
  ].map((method) => () => ({ method })),
);

const callers: Twist = constant(
  () => ({ key: 'none' as const }),
  () => ({ key: 'read' as const }),
  () => ({ key: 'write' as const }),
  ...[
    'Bearer',
    'Bearer ',
    'bearer x',
    'Bearer {{repeat:5000:x}}',
    'Bearer cw_test_\u00e9',
    'Basic x',
    '',
    'Bearer cw_test_ cw_test_',
    'Bearer\tx',
    '{{repeat:100:Bearer }}',
  ].map((value) => ({ headers: own }: FuzzRequest) => ({
    key: 'none' as const,
    headers: [...own, ['Authorization', value] as [string, string]],
  })),
);

const bodyOfOthers: Twist = (request) =>
  fc.constantFrom(...hostileValues).map((value) => ({ ...request, headers: [JSON_TYPE], body: JSON.stringify(value) }));

function isJson(body: string): boolean {
  try {
    JSON.parse(body);
    return true;
  } catch {
    return false;
  }
}

const bodies: Twist = (request) =>
  request.body === undefined || !isJson(request.body)
    ? bodyOfOthers(request)
    : mutated(JSON.parse(request.body)).map((value) => ({ ...request, body: JSON.stringify(value) }));

const texts: Twist = constant(
  ...textChanges.map((change) => ({ body = '{}' }: FuzzRequest) => ({ body: change(body), headers: [JSON_TYPE] })),
);

const parameters: Twist = (request) =>
  fc.constantFrom(...hostileValues).chain((value) =>
    fc
      .constantFrom(
        'walletId',
        'chain',
        'direction',
        'tokenSymbol',
        'from',
        'to',
        'status',
        'q',
        'hash',
        'page',
        'pageSize',
      )
      .map((name) => ({
        ...request,
        ...onQuery(`${name}=${encoded(asText(value))}`)(request),
      })),
  );

const TWISTS: readonly { weight: number; twist: Twist }[] = [
  { weight: 14, twist: (request) => fc.constant(request) },
  { weight: 22, twist: bodies },
  { weight: 7, twist: texts },
  { weight: 5, twist: paths },
  { weight: 4, twist: queries },
  { weight: 4, twist: parameters },
  { weight: 4, twist: headers },
  { weight: 3, twist: mediaTypes },
  { weight: 3, twist: transports },
  { weight: 2, twist: methods },
  { weight: 4, twist: callers },
];

const twist = fc.oneof(...TWISTS.map(({ weight, twist: change }) => ({ weight, arbitrary: fc.constant(change) })));

const valid = Object.values<Route>(routes).map(validRequest);

/** Requests to all routes. Most requests have a fault. */
export const anyRequest: fc.Arbitrary<FuzzRequest> = fc
  .oneof(...valid)
  .chain((request) => twist.chain((one) => one(request)))
  .chain((request) =>
    fc.oneof(
      { weight: 6, arbitrary: fc.constant(request) },
      { weight: 1, arbitrary: twist.chain((one) => one(request)) },
    ),
  );
