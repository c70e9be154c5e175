import type { IncomingMessage } from 'node:http';
import { dnsLookup, type Lookup } from './dns.ts';
import { OutboundError } from './outbound-error.ts';
import { type OutboundRequest, timedExchange } from './timed-exchange.ts';

/** Redirects from one URL to the next. Each URL is checked as the first one. */
const MOST_REDIRECTS = 3;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export interface DocumentRequest extends OutboundRequest {
  /** The most bytes of the body. A longer body is an error. */
  readonly mostBytes: number;
}

export interface FetchedDocument {
  readonly statusCode: number;
  readonly contentType: string | null;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** Empty unless the status is 200. */
  readonly body: Buffer;
}

/**
 * Fetches a document from a URL of a tenant, within one limit of time for all redirects together. The addresses of each
 * URL are checked before the connection.
 * @throws OutboundError when no whole document arrives in time, and `too_large` for a document that is too long.
 */
export async function fetchDocument(
  { timeoutMs = 15_000, mostBytes, ...request }: DocumentRequest,
  lookup: Lookup = dnsLookup(),
): Promise<FetchedDocument> {
  const ends = performance.now() + timeoutMs;
  let { url } = request;
  for (let redirects = 0; ; redirects++) {
    const left = Math.max(1, Math.round(ends - performance.now()));
    const asking = { ...request, url, method: 'GET' as const, timeoutMs: left };
    const { location, ...document } = (await timedExchange(asking, lookup, (response) => read(response, mostBytes)))
      .result;
    if (!REDIRECTS.has(document.statusCode) || location === null) return document;
    const next = URL.parse(location, url);
    if (next === null || redirects === MOST_REDIRECTS) {
      throw new OutboundError('response_error', `The URL redirects more than ${MOST_REDIRECTS} times, or nowhere.`);
    }
    url = next.href;
  }
}

async function read(
  response: IncomingMessage,
  mostBytes: number,
): Promise<FetchedDocument & { location: string | null }> {
  const { statusCode = 0, headers } = response;
  const head = {
    statusCode,
    contentType: headers['content-type'] ?? null,
    etag: headers.etag ?? null,
    lastModified: headers['last-modified'] ?? null,
    location: headers.location ?? null,
  };
  if (statusCode !== 200) return { ...head, body: Buffer.alloc(0) };
  const tooLarge = () => new OutboundError('too_large', `The answer has more than ${mostBytes / 1024 / 1024} MB.`);
  if (Number(headers['content-length'] ?? 0) > mostBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    const bytes: Buffer = chunk;
    size += bytes.length;
    if (size > mostBytes) throw tooLarge();
    chunks.push(bytes);
  }
  return { ...head, body: Buffer.concat(chunks) };
}
