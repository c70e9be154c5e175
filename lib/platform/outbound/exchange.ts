import { type ClientRequest, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import { printable } from '../../values/text.ts';
import type { Address } from './dns.ts';
import { codeOf, OutboundError, type OutboundErrorKind } from './outbound-error.ts';
import { hostOf } from './url.ts';

export interface Exchange {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  /** The addresses to connect to. The caller has checked all of them. */
  readonly addresses: readonly Address[];
  readonly headers: Readonly<Record<string, string>>;
  /** Of a POST. */
  readonly body?: string | Uint8Array;
  /** Closes the connection at any time. */
  readonly signal: AbortSignal;
}

export interface ReceivedAnswer {
  readonly statusCode: number;
  /** The `Retry-After` header, unparsed. */
  readonly retryAfter: string | null;
  /** The seconds until the receiver takes a request again, if it says that it takes none before. */
  readonly resetAfter?: number;
  /** The first 1,000 characters of the body, with control characters replaced by blanks. */
  readonly excerpt: string;
}

const MAX_BODY_BYTES = 64 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;
/** The most 1xx responses before the final response. No other limit would end an endless series of 1xx responses. */
const MAX_INTERIM_HEADS = 10;
const EXCERPT_CHARACTERS = 1_000;
/** The time before Node tries the next address. Node's default of 250 ms is too short for a distant receiver. */
const CONNECT_ATTEMPT_MS = 2_000;

/** How an exchange failed, as a text for the tenant. The error's code is appended. */
const failures = {
  connect_failed: 'The connection failed',
  tls_failed: 'The TLS handshake failed or the certificate is not trusted',
  response_error: 'The connection broke before a whole HTTP answer',
} as const satisfies Partial<Record<OutboundErrorKind, string>>;

type Failure = keyof typeof failures;

/**
 * Sends one request on a connection of its own: tenants share no socket and no TLS session. Uses no proxy and follows
 * no redirect. Closes the connection when `read` has read of the response what it needs.
 * @throws OutboundError connect_failed | tls_failed | response_error, or the OutboundError of `read`.
 */
export async function exchange<T>(
  { method, url, addresses, headers, body, signal }: Exchange,
  read: (response: IncomingMessage) => Promise<T>,
): Promise<T> {
  let failure: Failure = 'connect_failed';
  const request = httpRequest({
    method,
    path: `${url.pathname}${url.search}`,
    headers: {
      ...headers,
      host: url.host,
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
    },
    createConnection: () =>
      dial(url, addresses)
        .once('connect', () => {
          failure = isTls(url) ? 'tls_failed' : 'response_error';
        })
        .once('secureConnect', () => {
          failure = 'response_error';
        }),
    maxHeaderSize: MAX_HEADER_BYTES,
    signal,
  });
  try {
    const answering = answerTo(request);
    request.end(body);
    return await read(await answering);
  } catch (cause) {
    if (cause instanceof OutboundError) throw cause;
    throw new OutboundError(failure, `${failures[failure]}${codeOf(cause)}.`, { cause });
  } finally {
    request.destroy();
  }
}

/** What a POST needs of a response: the first 64 KiB of the body. A longer response is no error. */
export async function answerOf(response: IncomingMessage): Promise<ReceivedAnswer> {
  const excerpt = printable((await firstBytes(response)).toString('utf8'), EXCERPT_CHARACTERS);
  const { statusCode = 0, headers: answered } = response;
  const retryAfter = answered['retry-after'] ?? null;
  return { statusCode, retryAfter, ...resetAfterIn(answered), excerpt };
}

/** What a receiver says of its limit in the headers of Discord. `remaining` counts the further requests. */
function resetAfterIn(headers: IncomingHttpHeaders): Pick<ReceivedAnswer, 'resetAfter'> {
  const seconds = Number(headers['x-ratelimit-reset-after']);
  return headers['x-ratelimit-remaining'] === '0' && seconds > 0 ? { resetAfter: seconds } : {};
}

const isTls = (url: URL): boolean => url.protocol === 'https:';

function dial(url: URL, addresses: readonly Address[]): Socket {
  const host = hostOf(url);
  // Returns only checked addresses. Node does not call this function for an IP address, which is its own checked
  // address.
  const lookup: LookupFunction = (_host, _options, callback) => callback(null, [...addresses]);
  const target = {
    host,
    port: Number(url.port || (isTls(url) ? 443 : 80)),
    lookup,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: CONNECT_ATTEMPT_MS,
  };
  // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED cannot turn the check off. TLS has no SNI for IP addresses.
  return isTls(url)
    ? tlsConnect({ ...target, servername: isIP(host) ? '' : host, rejectUnauthorized: true })
    : connect(target);
}

const answerTo = (request: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request.on('response', resolve);
    let interim = 0;
    request.on('information', () => {
      interim += 1;
      if (interim > MAX_INTERIM_HEADS) reject(new Error('too many interim answers'));
    });
    // This listener stays: an error after the response appears while the body is read, and must not be unhandled.
    request.on('error', reject);
    // A connection can end without an error, as after `101 Switching Protocols`.
    request.on('close', () => reject(new Error('closed without an answer')));
  });

async function firstBytes(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    const bytes: Buffer = chunk;
    chunks.push(bytes);
    size += bytes.length;
    if (size >= MAX_BODY_BYTES) break;
  }
  return Buffer.concat(chunks);
}
