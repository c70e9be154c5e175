import { isIP } from 'node:net';
import { type Address, dnsLookup, type Lookup } from './dns.ts';
import { isLoopbackAddress, isPublicAddress } from './ip-address.ts';
import { codeOf, OutboundError } from './outbound-error.ts';
import { checkUrl, hostOf, isLoopbackHost, type OutboundPolicy } from './url.ts';

/** A name may have thousands of addresses; an attempt that went on to each would scan them for whoever owns the name. */
const MAX_DIALLED = 4;

/**
 * The addresses to dial for a host, in order. All of its addresses must be allowed: one that is not public refuses the
 * name, since which of them gets dialled would be luck. Do not resolve again, or a second answer could differ.
 * @throws OutboundError dns_failed | address_refused
 */
export async function resolveHost(
  host: string,
  policy: OutboundPolicy,
  lookup: Lookup,
  signal: AbortSignal,
): Promise<readonly Address[]> {
  const addresses = await answers(host, lookup, signal);
  const allowed = policy === 'loopback' && isLoopbackHost(host) ? isLoopbackAddress : isPublicAddress;
  if (addresses.every(({ address }) => allowed(address))) return addresses.slice(0, MAX_DIALLED);
  throw new OutboundError('address_refused', 'The host resolves to an address that is not public.');
}

async function answers(host: string, lookup: Lookup, signal: AbortSignal): Promise<readonly Address[]> {
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  const found = await lookup(host, signal).catch((cause: unknown) => {
    throw new OutboundError('dns_failed', `The host name does not resolve${codeOf(cause)}.`, { cause });
  });
  if (found.length === 0) throw new OutboundError('dns_failed', 'The host name does not resolve.');
  return found;
}

/**
 * Judges a URL at registration: `checkUrl`, and what its host resolves to now. A name that does not resolve, or not
 * within `timeoutMs`, is accepted: its deliveries fail until it does, and each of them is judged again.
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
