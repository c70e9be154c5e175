import { lookup as dnsLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isLoopbackAddress, isPublicAddress } from './address.ts';
import { OutboundError } from './error.ts';
import { checkUrl, hostOf, isLoopbackHost, type OutboundPolicy } from './url.ts';

export interface Address {
  readonly address: string;
  readonly family: number;
}

/** Every A and AAAA answer for a name; rejects when there is none. */
export type Lookup = (host: string) => Promise<readonly Address[]>;

export const systemLookup: Lookup = (host) => dnsLookup(host, { all: true });

/**
 * The addresses a host stands for, all of them allowed: one answer that is not public refuses the name, since which of
 * its addresses gets dialled would be luck. Dial these and do not resolve again, or a second answer could differ.
 * @throws OutboundError dns_failed | address_refused
 */
export async function resolveHost(host: string, policy: OutboundPolicy, lookup: Lookup): Promise<readonly Address[]> {
  const addresses = await answers(host, lookup);
  const allowed = policy === 'loopback' && isLoopbackHost(host) ? isLoopbackAddress : isPublicAddress;
  if (addresses.every(({ address }) => allowed(address))) return addresses;
  throw new OutboundError('address_refused', 'The host resolves to an address that is not public.');
}

async function answers(host: string, lookup: Lookup): Promise<readonly Address[]> {
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  const found = await lookup(host).catch((cause: unknown) => {
    throw new OutboundError('dns_failed', 'The host name does not resolve.', { cause });
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
  { lookup = systemLookup, timeoutMs = 3_000 }: { lookup?: Lookup; timeoutMs?: number } = {},
): Promise<{ url: URL } | { reason: string }> {
  const checked = checkUrl(text, policy);
  if ('reason' in checked) return checked;
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  try {
    await Promise.race([resolveHost(hostOf(checked.url), policy, lookup), patience]);
    return checked;
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return error.kind === 'address_refused' ? { reason: error.message } : checked;
  } finally {
    clearTimeout(timer);
  }
}
