import { isIP } from 'node:net';
import { isLoopbackAddress, isPublicAddress } from './ip-address.ts';

/** `strict`: public https only. `loopback`: also http and https to this machine, for the local stack. */
export type OutboundPolicy = 'strict' | 'loopback';

const MAX_LENGTH = 2_048;
const LABEL = /^[a-z0-9_-]{1,63}$/;
const MAX_NAME_LENGTH = 253;
/** Never names of the public internet: they mean something else on each network, our cloud's own machines on ours. */
const RESERVED = /(?:^|\.)(localhost)$|(\.(?:internal|local|home\.arpa))$/;

/**
 * Judges a URL that a tenant gives us to post to, without asking DNS. The WHATWG parser reads it once and has by then
 * brought every spelling of an address (decimal, octal, hex, short, full-width) to its plain form; use the URL answered
 * here, never the text again. `reason` is a sentence for the API user.
 */
export function checkUrl(text: string, policy: OutboundPolicy): { url: URL } | { reason: string } {
  // The parser would drop or encode these without a word, and the URL used would not be the one shown.
  if (!text.isWellFormed() || /[\s\p{Cc}]/u.test(text))
    return { reason: 'The URL must not contain spaces or control characters.' };
  const url = URL.parse(text);
  if (url === null) return { reason: 'The URL cannot be parsed.' };
  // Both: the parsed form is longer where characters had to be percent-encoded.
  if (Math.max([...text].length, url.href.length) > MAX_LENGTH)
    return { reason: `The URL must be at most ${MAX_LENGTH} characters.` };
  if (url.username !== '' || url.password !== '') return { reason: 'The URL must not contain credentials.' };
  const reason = policy === 'loopback' && isLoopbackUrl(url) ? undefined : refusal(url);
  return reason === undefined ? { url } : { reason };
}

/** The host as a resolver, a TLS certificate and `isIP` know it: no brackets, no final dot. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$|\.$/g, '');

/** Whether a host is this machine by name or literal; what such a name resolves to is checked when it is dialled. */
export const isLoopbackHost = (host: string): boolean => host === 'localhost' || isLoopbackAddress(host);

const isLoopbackUrl = (url: URL): boolean => /^https?:$/.test(url.protocol) && isLoopbackHost(hostOf(url));

function refusal(url: URL): string | undefined {
  if (url.protocol !== 'https:') return 'The URL must use https.';
  // The parser leaves the port empty when it is 443.
  if (url.port !== '' && Number(url.port) < 1024) return 'The port must be 443 or at least 1024.';
  const host = hostOf(url);
  if (isIP(host) !== 0) return isPublicAddress(host) ? undefined : 'The host must be a public address.';
  const reserved = RESERVED.exec(host);
  if (reserved !== null) return `The host must be public, not ${reserved[1] ?? reserved[2]}.`;
  const labels = host.split('.');
  if (labels.length < 2) return 'The host must be a full domain name.';
  const valid = host.length <= MAX_NAME_LENGTH && labels.every((label) => LABEL.test(label));
  return valid ? undefined : 'The host is not a valid domain name.';
}
