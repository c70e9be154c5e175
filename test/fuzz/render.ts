import { gzipSync } from 'node:zlib';
import type { FuzzRequest } from './request.ts';

/** The values of tokens on one stack. */
export interface Known {
  /** Host and port of the stack, which refuses requests for other hosts. */
  readonly host: string;
  readonly receiver: string;
  /** Ids by kind, and wallet addresses as `address`. Values of the other organisation have the kind `other.<kind>`. */
  readonly ids: ReadonlyMap<string, readonly string[]>;
  readonly keys: Readonly<Record<'admin' | 'write' | 'read', readonly string[]>>;
}

const UNKNOWN_ID = '6f0cdd3e-2f0a-4c0f-9a44-5c1a7d1f6d53';

export interface Rendered {
  readonly method: string;
  readonly target: string;
  /** The body as UTF-8; undefined if the request has no body. */
  readonly body: string | undefined;
  readonly bytes: Buffer;
  /** Whether the bytes may be invalid HTTP. */
  readonly isMalformed: boolean;
}

/** Renders the request line, headers and body as bytes. `n` selects the key: each key has a rate limit. */
export function rendered(request: FuzzRequest, known: Known, n: number): Rendered {
  const filled = (text: string) => withTokens(text, known);
  const target = filled(request.target);
  const body = request.body === undefined ? undefined : bodyBytes(filled(request.body), request.encoding);
  const headers: [string, string][] = [
    ['Host', known.host],
    ['Connection', 'close'],
  ];
  if (request.key !== 'none') headers.push(['Authorization', `Bearer ${nth(known.keys[request.key], n)}`]);
  for (const [name, value] of request.headers) headers.push([name, filled(value)]);
  const chunked = request.encoding === 'chunked' && request.protocol === 'HTTP/1.1';
  if (body !== undefined)
    headers.push(chunked ? ['Transfer-Encoding', 'chunked'] : ['Content-Length', String(body.length)]);
  const line = `${request.method} ${target} ${request.protocol}`;
  const head = [line, ...headers.map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n');
  // Latin-1 has one byte per character. A target with other characters is sent as UTF-8.
  const headBytes = Buffer.from(head, /[^\0-\xff]/.test(head) ? 'utf8' : 'latin1');
  return {
    method: request.method,
    target,
    body: body?.toString('utf8'),
    bytes: Buffer.concat([headBytes, body === undefined ? Buffer.alloc(0) : chunked ? inChunks(body) : body]),
    isMalformed: isMalformed(request.method, target, headers, headBytes.length),
  };
}

export function withTokens(text: string, { ids, receiver }: Pick<Known, 'ids' | 'receiver'>): string {
  return text
    .replace(/\{\{repeat:(\d+):(.*?)\}\}(?!\})/gs, (_, times: string, what: string) => what.repeat(Number(times)))
    .replaceAll('{{receiver}}', receiver)
    .replace(/\{\{((?:other\.)?\w+)\.(\d+)\}\}/g, (_, kind: string, n: string) => {
      const all = ids.get(kind) ?? [];
      return all.length === 0 ? UNKNOWN_ID : nth(all, Number(n));
    });
}

const nth = (items: readonly string[], n: number): string => items[n % items.length] ?? '';

function bodyBytes(text: string, encoding: FuzzRequest['encoding']): Buffer {
  if (encoding === 'gzip') return gzipSync(text);
  if (encoding === 'utf16') return Buffer.from(text, 'utf16le');
  if (encoding !== 'invalid') return Buffer.from(text);
  return Buffer.concat([
    Buffer.from(text.slice(0, -1)),
    Buffer.from([0xff, 0xc0, 0xaf, 0xed, 0xa0, 0x80]),
    Buffer.from(text.slice(-1)),
  ]);
}

function inChunks(body: Buffer): Buffer {
  const middle = Math.ceil(body.length / 2);
  const parts = [body.subarray(0, middle), body.subarray(middle)].filter((part) => part.length > 0);
  const framed = parts.flatMap((part) => [
    Buffer.from(`${part.length.toString(16)};x=y\r\n`),
    part,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...framed, Buffer.from('0\r\nX-Trailer: x\r\n\r\n')]);
}

const KNOWN_METHODS = /^(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|TRACE|PROPFIND|PURGE|QUERY)$/;
/** Headers that HTTP allows only once, or whose values HTTP restricts. */
const FRAMING = /^(content-length|transfer-encoding|host|expect|connection|upgrade)$/i;

function isMalformed(method: string, target: string, headers: readonly [string, string][], size: number): boolean {
  const framing = headers.filter(([name]) => FRAMING.test(name)).map(([name]) => name.toLowerCase());
  return (
    !KNOWN_METHODS.test(method) ||
    !/^(\/|http:|\*$)/.test(target) ||
    /[^!-~]/.test(target) ||
    headers.some(([name, value]) => !/^[\w-]+$/.test(name) || /[\0\r\n]/.test(value)) ||
    new Set(framing).size < framing.length ||
    framing.some((name) => name === 'upgrade' || name === 'expect' || name === 'transfer-encoding') ||
    // The request already has a header with the real length.
    headers.some(([name, value]) => /^content-length$/i.test(name) && !/^\d+$/.test(value)) ||
    size > 10_000 ||
    headers.length > 100
  );
}
