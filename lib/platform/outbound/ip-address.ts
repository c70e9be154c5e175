import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Azure's virtual public address for metadata and DNS. No special-purpose registry lists this address. */
const AZURE_HOST = '168.63.129.16';
/** The only block that IANA has assigned to global unicast. NAT64, v4-compatible, ULA and site-local lie outside. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/**
 * Whether an address belongs to the public internet, so that a tenant's URL may use it. False for every range of IANA's
 * special-purpose registries, for IPv4 inside IPv6 in any form (mapped, compatible, NAT64, 6to4, Teredo), for the
 * metadata addresses of the clouds, for an address with a zone, and for an address in an unusual spelling.
 */
export function isPublicAddress(address: string): boolean {
  const parsed = parse(address);
  if (parsed?.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' ? parsed.toString() !== AZURE_HOST : parsed.match(GLOBAL_UNICAST);
}

/** Whether an address is in 127.0.0.0/8 or is ::1. A mapped loopback address does not count. */
export const isLoopbackAddress = (address: string): boolean => parse(address)?.range() === 'loopback';

/**
 * `isIP` refuses the unusual spellings that ipaddr.js would accept (octal, hex, short). Resolvers never return such
 * spellings.
 */
function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  return isIP(address) === 0 || address.includes('%') ? undefined : ipaddr.parse(address);
}
