import { Resolver } from 'node:dns/promises';

export interface Address {
  readonly address: string;
  readonly family: number;
}

/** Every A and AAAA answer for a name. Rejects with the code of DNS when there is none, and when the signal aborts. */
export type Lookup = (host: string, signal: AbortSignal) => Promise<readonly Address[]>;

/** Names this machine without asking anyone (RFC 6761); only the loopback policy gets so far with it. */
const LOCALHOST: readonly Address[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** Milliseconds for the first try; the second has twice as long. Both fit into the 10 s of an exchange. */
const RESOLVER_RETRY = { timeout: 1_500, tries: 2 };

/**
 * Asks name servers (those of the system, unless others are given) for the addresses of a name as it stands. The system's
 * own look-up would also read the hosts file, try the search domains of our network, and hold one of the process's 4
 * threads for as long as a tenant's name server likes, with no way to call it off.
 */
export const dnsLookup = (options: { servers?: readonly string[]; timeout?: number; tries?: number } = {}): Lookup =>
  async function lookup(host, signal) {
    signal.throwIfAborted();
    if (host === 'localhost') return LOCALHOST;
    const { servers, ...retry } = options;
    // One for each look-up, since `cancel` ends all that a resolver has asked.
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
 * One family is enough: name servers that fail for AAAA are common, and what was not answered is not dialled. IPv4 comes
 * first, as a Lambda function outside a VPC reaches no other.
 */
async function bothFamilies(resolver: Resolver, host: string): Promise<Address[]> {
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
  const found = (result: PromiseSettledResult<string[]>, family: number) =>
    result.status === 'fulfilled' ? result.value.map((address) => ({ address, family })) : [];
  return [...found(four, 4), ...found(six, 6)];
}
