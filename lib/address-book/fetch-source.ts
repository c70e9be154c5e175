import { createHash } from 'node:crypto';
import type { Outbound } from '../platform/outbound/outbound.ts';
import { OutboundError } from '../platform/outbound/outbound-error.ts';
import type { ListSource, StoredAddressList } from './address-list-schema.ts';
import { addressesIn, SourceError } from './parse-source.ts';

const MOST_BYTES = 5 * 1024 * 1024;
/** For all redirects together. A run has 25 s before its last step begins, and its function 60 s. */
const TIMEOUT_MS = 15_000;
/** Longer headers are not kept. */
const MOST_HEADER = 512;

export interface FetchDeps {
  readonly outbound: Pick<Outbound, 'fetch'>;
}

/** A source as it is now. `addresses` is null when the list has this version already. */
export interface FetchedSource {
  readonly sha256: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly addresses: readonly string[] | null;
}

/** Fetches a source. @throws SourceError for the owner of the list, with all that a source can do wrong. */
export async function fetchSource(
  { outbound }: FetchDeps,
  source: ListSource,
  applied: StoredAddressList['applied'],
): Promise<FetchedSource> {
  const { etag = null, lastModified = null } = applied ?? {};
  const headers = {
    'User-Agent': 'Chainwatch',
    Accept: 'text/plain, text/csv, application/json',
    // A compressed body could become many times as large.
    'Accept-Encoding': 'identity',
    ...(etag !== null && { 'If-None-Match': etag }),
    ...(lastModified !== null && { 'If-Modified-Since': lastModified }),
  };
  const request = { url: source.url, headers, timeoutMs: TIMEOUT_MS, mostBytes: MOST_BYTES };
  const answer = await outbound.fetch(request).catch((error: unknown) => {
    throw error instanceof OutboundError ? new SourceError(error.message, { cause: error }) : error;
  });
  if (answer.statusCode === 304 && applied !== null) return { ...applied, addresses: null };
  if (answer.statusCode !== 200) throw new SourceError(`The source answered ${answer.statusCode}.`);
  const sha256 = createHash('sha256').update(answer.body).digest('hex');
  const version = { sha256, etag: short(answer.etag), lastModified: short(answer.lastModified) };
  if (sha256 === applied?.sha256) return { ...version, addresses: null };
  return { ...version, addresses: addressesIn(answer.body, answer.contentType, source) };
}

const short = (header: string | null): string | null =>
  header !== null && header.length <= MOST_HEADER ? header : null;
