import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Azure's virtual public address: metadata and DNS of the host, in no special-purpose registry. */
const AZURE_HOST = '168.63.129.16';
/** The only block IANA has given out as global unicast; outside it lie NAT64, v4-compatible, ULA, site-local, … */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/**
 * Whether an address belongs to the public internet, so that a tenant's URL may lead there. False for every range of
 * IANA's special-purpose registries, IPv4 inside IPv6 in any form (mapped, compatible, NAT64, 6to4, Teredo), the clouds'
 * metadata addresses, an address with a zone, and text that is not an address in its plain spelling.
 */
export function isPublicAddress(address: string): boolean {
  const parsed = parse(address);
  if (parsed?.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' ? parsed.toString() !== AZURE_HOST : parsed.match(GLOBAL_UNICAST);
}

/** 127.0.0.0/8 or ::1; a mapped loopback is not one. */
export const isLoopbackAddress = (address: string): boolean => parse(address)?.range() === 'loopback';

/** `isIP` refuses what ipaddr.js would read in another spelling (octal, hex, short), which a resolver never answers. */
function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  return isIP(address) === 0 || address.includes('%') ? undefined : ipaddr.parse(address);
}
