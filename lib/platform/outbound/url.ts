import { isIP } from 'node:net';
import { isLoopbackAddress, isPublicAddress } from './ip-address.ts';

/** `strict` allows public https only. `loopback` also allows http and https to this machine, for the local stack. */
export type OutboundPolicy = 'strict' | 'loopback';

const MAX_LENGTH = 2_048;
const LABEL = /^[a-z0-9_-]{1,63}$/;
const MAX_NAME_LENGTH = 253;
/**
 * Names that are never public. The meaning of such a name depends on the network; in our network it names a machine of
 * the cloud.
 */
const RESERVED = /(?:^|\.)(localhost)$|(\.(?:internal|local|home\.arpa))$/;

/**
 * Checks a tenant's URL without DNS. The WHATWG parser converts every spelling of an address (decimal, octal, hex,
 * short, full-width) to its normal form. The caller must use the returned URL and never the text again. `reason` is a
 * sentence for the API user.
 */
export function checkUrl(text: string, policy: OutboundPolicy): { url: URL } | { reason: string } {
  // The parser would silently drop or encode these characters. The URL in use would then differ from the URL shown.
  if (!text.isWellFormed() || /[\s\p{Cc}]/u.test(text))
    return { reason: 'The URL must not contain spaces or control characters.' };
  const url = URL.parse(text);
  if (url === null) return { reason: 'The URL cannot be parsed.' };
  // Checks both forms, because the parsed form is longer when characters are percent-encoded.
  if (Math.max([...text].length, url.href.length) > MAX_LENGTH)
    return { reason: `The URL must be at most ${MAX_LENGTH} characters.` };
  if (url.username !== '' || url.password !== '') return { reason: 'The URL must not contain credentials.' };
  const reason = policy === 'loopback' && isLoopbackUrl(url) ? undefined : refusal(url);
  return reason === undefined ? { url } : { reason };
}

/** The host as resolvers, TLS certificates and `isIP` expect it: without brackets and without a final dot. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$|\.$/g, '');

/** Whether a host is `localhost` or a loopback address. The addresses of the name are checked before the connection. */
export const isLoopbackHost = (host: string): boolean => host === 'localhost' || isLoopbackAddress(host);

const isLoopbackUrl = (url: URL): boolean => /^https?:$/.test(url.protocol) && isLoopbackHost(hostOf(url));

function refusal(url: URL): string | undefined {
  if (url.protocol !== 'https:') return 'The URL must use https.';
  // The parser leaves the port empty when the port is 443.
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
