import { isIP } from 'node:net';
import { type Address, dnsLookup, type Lookup } from './dns.ts';
import { isLoopbackAddress, isPublicAddress } from './ip-address.ts';
import { codeOf, OutboundError } from './outbound-error.ts';
import { checkUrl, hostOf, isLoopbackHost, type OutboundPolicy } from './url.ts';

/**
 * A name may have thousands of addresses. An attempt that tried all of them would scan a network on behalf of the
 * name's owner.
 */
const MAX_DIALLED = 4;

/**
 * The addresses of a host to connect to, in order. Refuses the host when one of its addresses is not public. The caller
 * must use these addresses and not resolve the name again: a second answer could differ.
 * @throws OutboundError dns_failed | address_refused
 */
export async function resolveHost(
  host: string,
  policy: OutboundPolicy,
  lookup: Lookup,
  signal: AbortSignal,
): Promise<readonly Address[]> {
  const addresses = await addressesOf(host, lookup, signal);
  const allowed = policy === 'loopback' && isLoopbackHost(host) ? isLoopbackAddress : isPublicAddress;
  if (addresses.every(({ address }) => allowed(address))) return addresses.slice(0, MAX_DIALLED);
  throw new OutboundError('address_refused', 'The host resolves to an address that is not public.');
}

async function addressesOf(host: string, lookup: Lookup, signal: AbortSignal): Promise<readonly Address[]> {
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  const addresses = await lookup(host, signal).catch((cause: unknown) => {
    throw new OutboundError('dns_failed', `The host name does not resolve${codeOf(cause)}.`, { cause });
  });
  if (addresses.length === 0) throw new OutboundError('dns_failed', 'The host name does not resolve.');
  return addresses;
}

/**
 * Checks a URL at its registration: the URL itself, and the present addresses of its host. Accepts a name that does not
 * resolve within `timeoutMs`: every delivery checks the addresses again, and fails while the name does not resolve.
 */
export async function checkDestination(
  text: string,
  policy: OutboundPolicy,
  { lookup = dnsLookup(), timeoutMs = 3_000 }: { lookup?: Lookup; timeoutMs?: number } = {},
): Promise<{ url: URL } | { reason: string }> {
  const checked = checkUrl(text, policy);
  if ('reason' in checked) return checked;
  try {
    await resolveHost(hostOf(checked.url), policy, lookup, AbortSignal.timeout(timeoutMs));
    return checked;
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return error.kind === 'address_refused' ? { reason: error.message } : checked;
  }
}
