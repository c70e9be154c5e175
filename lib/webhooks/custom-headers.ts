import * as z from 'zod';
import type { SealContext, Sealer } from '../platform/sealer.ts';
import { invalidField } from '../values/errors.ts';

/** Headers by name. */
export type Headers = Readonly<Record<string, string>>;
export const Headers = z.record(z.string(), z.string());

const MOST = 10;
const LONGEST_NAME = 128;
const LONGEST_VALUE = 1024;
/** Names and values together. Each alert reads the subscriptions, and receivers accept some 8 KB of headers. */
const MOST_CHARACTERS = 4096;

/** A token of RFC 9110. */
const NAME = /^[!#$%&'*+.^`|~\w-]+$/;
/** A field value of RFC 9110 in ASCII. A value that begins or ends with a blank would arrive without the blank. */
const VALUE = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/;
const MASK = '…';

/** Headers of the connection, headers that the request sets itself, and those that only the service may set. */
const RESERVED = [
  'connection',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'x-request-id',
];
const RESERVED_BEGINNINGS = ['content-', 'proxy-', 'webhook-', 'x-service-'];

const isReserved = (name: string): boolean =>
  RESERVED.includes(name) || RESERVED_BEGINNINGS.some((beginning) => name.startsWith(beginning));

/** The first thing that is wrong with a header among others; null when nothing is. */
function problemOf(name: string, value: string, others: readonly string[]): string | null {
  const lower = name.toLowerCase();
  if (!NAME.test(name) || name.length > LONGEST_NAME) {
    return `must have a name of 1 to ${LONGEST_NAME} letters, digits and !#$%&'*+-.^_\`|~`;
  }
  if (isReserved(lower)) return 'is set by the service or by the connection, and cannot be set here';
  if (others.some((other) => other.toLowerCase() === lower)) return 'must not stand twice, in whatever case';
  if (value.length > LONGEST_VALUE) return `must be at most ${LONGEST_VALUE} characters`;
  if (!value.startsWith(MASK) && !VALUE.test(value)) {
    return 'must be visible ASCII characters, with blanks only between them';
  }
  return null;
}

/** Headers as a request states them. A masked value stands for the stored value (`kept`). */
export const GivenHeaders = Headers.superRefine((headers, ctx) => {
  const names = Object.keys(headers);
  if (names.length > MOST) ctx.addIssue({ code: 'custom', message: `must be at most ${MOST} headers` });
  if (Object.entries(headers).flat().join('').length > MOST_CHARACTERS) {
    ctx.addIssue({ code: 'custom', message: `must be at most ${MOST_CHARACTERS} characters, names included` });
  }
  // The first headers say enough when there are too many.
  for (const [n, name] of names.slice(0, MOST).entries()) {
    const message = problemOf(name, headers[name] ?? '', names.slice(0, n));
    if (message !== null) ctx.addIssue({ code: 'custom', path: [name], message });
  }
})
  .describe(
    'Sent with each attempt. Answers show the values masked; a masked value that is written back stays. A URL at ' +
      'another host needs the values again',
  )
  .meta({ maxProperties: MOST });

/** The stored form: masked for answers, and sealed for attempts. */
export interface StoredHeaders {
  readonly headers: Headers;
  /** Null without headers. */
  readonly sealedHeaders: string | null;
}

/**
 * The given headers in their stored form. A value that is given as the API shows it stays as it is.
 * @throws ApiError `validation_failed` for a masked value that is not the one that the API shows.
 */
export function sealedHeaders(
  sealer: Sealer,
  owner: SealContext,
  given: Headers,
  before: StoredHeaders = { headers: {}, sealedHeaders: null },
): StoredHeaders {
  const known = openHeaders(sealer, owner, before);
  const values = Object.entries(given).map(
    ([name, value]) => [name, kept(name, value, before.headers, known)] as const,
  );
  const stated = Object.fromEntries(values);
  if (values.length === 0) return { headers: {}, sealedHeaders: null };
  return {
    headers: maskedHeaders(stated),
    sealedHeaders: sealer.seal(JSON.stringify(stated), owner),
  };
}

/**
 * For a change of the URL to another host: the values are stated again, because no answer shows them. Otherwise a key
 * that changes URLs could have them sent to a host of its choice.
 * @throws ApiError `validation_failed` when one of the headers is masked.
 */
export function assertStated(headers: Headers): void {
  const [name] = Object.entries(headers).find(([, value]) => value.startsWith(MASK)) ?? [];
  if (name !== undefined) {
    throw invalidField(`headers.${name}`, 'must be stated in full again, because the URL leads to another host');
  }
}

function kept(name: string, value: string, shown: Headers, known: Headers): string {
  if (!value.startsWith(MASK)) return value;
  const stored = Object.keys(shown).find((each) => each.toLowerCase() === name.toLowerCase());
  const present = stored === undefined || shown[stored] !== value ? undefined : known[stored];
  if (present !== undefined) return present;
  throw invalidField(`headers.${name}`, 'is masked, but not the value that is stored');
}

/** The headers as answers show them. */
export const maskedHeaders = (headers: Headers): Headers =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, masked(value)]));

/** A short value shows nothing of itself. */
const masked = (value: string): string => (value.length < 8 ? MASK : `${MASK}${value.slice(-4)}`);

/** The headers that an attempt sends. */
export const openHeaders = (
  sealer: Sealer,
  owner: SealContext,
  { sealedHeaders: sealed }: Pick<StoredHeaders, 'sealedHeaders'>,
): Headers => (sealed === null ? {} : Headers.parse(JSON.parse(sealer.open(sealed, owner))));
