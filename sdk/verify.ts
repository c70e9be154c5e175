/** The longest time between the attempt and its verification, in both directions. */
const TOLERANCE_SECONDS = 300;

/**
 * How many secrets sign the body alone: the present secret, and the one before it. `webhook-signature` has the newest
 * first, and older secrets behind these two.
 */
const SECRETS_OF_BODY = 2;

/** Why a request is no delivery of the service. */
export class VerificationError extends Error {
  override readonly name = 'VerificationError';
}

export interface VerifyOptions {
  /** The present time, in milliseconds since 1970. */
  readonly now?: number;
}

type Headers_ = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Verifies a delivery by both of its signatures: `X-Service-Signature`, and the headers of Standard Webhooks, which
 * also cover the id and the time of the attempt. A secret from before the last rotation has no signature of the first
 * kind, so the second alone verifies the delivery then. Returns the parsed body.
 * @param rawBody the exact bytes that arrived, before any parser.
 * @param secrets the secret of the subscription. While a secret is rotated, the old and the new secret.
 * @throws VerificationError when a signature is missing or wrong, or the attempt is older than five minutes.
 */
export async function verify(
  rawBody: string | Uint8Array,
  headers: Headers_,
  secrets: string | readonly string[],
  { now = Date.now() }: VerifyOptions = {},
): Promise<unknown> {
  const body = typeof rawBody === 'string' ? new TextEncoder().encode(rawBody) : rawBody;
  const known = typeof secrets === 'string' ? [secrets] : secrets;
  const header = (name: string): string => headerOf(headers, name);
  const seconds = header('webhook-timestamp');
  if (!/^\d{1,12}$/.test(seconds)) throw new VerificationError('The header webhook-timestamp is missing.');
  if (Math.abs(now / 1000 - Number(seconds)) > TOLERANCE_SECONDS) {
    throw new VerificationError('The attempt is not within five minutes of the present time.');
  }
  const ofBody = [header('x-service-signature'), header('x-service-signature-previous')];
  const ofAttempt = header('webhook-signature').split(' ');
  const attempt = concat(new TextEncoder().encode(`${header('webhook-id')}.${seconds}.`), body);
  for (const secret of known) {
    const expectedOfBody = `sha256=${hex(await hmac(new TextEncoder().encode(secret), body))}`;
    const expectedOfAttempt = `v1,${base64(await hmac(standardKey(secret), attempt))}`;
    const place = ofAttempt.findIndex((each) => isEqual(each, expectedOfAttempt));
    if (place >= SECRETS_OF_BODY || (place >= 0 && isOneOf(expectedOfBody, ofBody))) return parsed(body);
  }
  throw new VerificationError('No secret made the signatures.');
}

function headerOf(headers: Headers_, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const key = Object.keys(headers).find((each) => each.toLowerCase() === name);
  const value = key === undefined ? undefined : headers[key];
  return typeof value === 'string' ? value : (value?.[0] ?? '');
}

async function hmac(key: Uint8Array<ArrayBuffer>, data: Uint8Array): Promise<Uint8Array> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, concat(data)));
}

/** Padded base64, as the libraries of Standard Webhooks decode it. */
const WHSEC = /^whsec_(?=.)((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/;

/** The decoded part of `whsec_<base64>`, or the text of any other secret. */
function standardKey(secret: string): Uint8Array<ArrayBuffer> {
  const encoded = WHSEC.exec(secret)?.[1];
  return encoded === undefined
    ? new TextEncoder().encode(secret)
    : Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
}

function concat(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

const isOneOf = (expected: string, given: readonly string[]): boolean => given.some((each) => isEqual(each, expected));

/** Compares in a time that does not depend on where the texts differ. */
function isEqual(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let n = 0; n < b.length; n++) difference |= a.charCodeAt(n) ^ b.charCodeAt(n);
  return difference === 0;
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new VerificationError('The body is no JSON.');
  }
}
