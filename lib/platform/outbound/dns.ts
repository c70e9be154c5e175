import { Resolver } from 'node:dns/promises';

export interface Address {
  readonly address: string;
  readonly family: number;
}

/**
 * Returns all A and AAAA records of a name. Rejects with the DNS code when the name has no record, or when the signal
 * aborts.
 */
export type Lookup = (host: string, signal: AbortSignal) => Promise<readonly Address[]>;

/** The addresses of `localhost`, without a DNS request (RFC 6761). Only the loopback policy lets this name through. */
const LOCALHOST: readonly Address[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** Milliseconds for the first try. The second try takes twice as long. Both tries fit into the 10 s of an exchange. */
const RESOLVER_RETRY = { timeout: 1_500, tries: 2 };

/**
 * Resolves a name through name servers: `servers`, or the servers of the system. The look-up of the operating system
 * would also read the hosts file and try the search domains of our network. That look-up would also occupy one of the 4
 * threads of the process while a tenant's name server does not answer, and nobody could cancel the look-up.
 */
export const dnsLookup = (options: { servers?: readonly string[]; timeout?: number; tries?: number } = {}): Lookup =>
  async function lookup(host, signal) {
    signal.throwIfAborted();
    if (host === 'localhost') return LOCALHOST;
    const { servers, ...retry } = options;
    // Every look-up has a resolver of its own, because `cancel` ends all requests of a resolver.
    const resolver = new Resolver({ ...RESOLVER_RETRY, ...retry });
    if (servers) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel);
    try {
      return await bothFamilies(resolver, host);
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };

/**
 * Resolves both address families. The answer for one family is enough, because many name servers fail for AAAA. IPv4
 * comes first: a Lambda function outside a VPC reaches IPv4 only.
 */
async function bothFamilies(resolver: Resolver, host: string): Promise<Address[]> {
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
  const addressesOf = (result: PromiseSettledResult<string[]>, family: number) =>
    result.status === 'fulfilled' ? result.value.map((address) => ({ address, family })) : [];
  return [...addressesOf(four, 4), ...addressesOf(six, 6)];
}
