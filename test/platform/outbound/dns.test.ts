import { createServer } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { dnsLookup, type Lookup } from '../../../lib/platform/outbound/dns.ts';
import { isPublicAddress } from '../../../lib/platform/outbound/ip-address.ts';
import { post } from '../../../lib/platform/outbound/post.ts';
import { checkDestination, resolveHost } from '../../../lib/platform/outbound/resolve.ts';
import { type Answer, dnsServer, type Zone } from './dns-server.ts';
import { closeAll, counting, listen, ok, receiver, receiving, to } from './receiver.ts';

afterEach(closeAll);

const NOTHING: Answer = { code: 0 };
const PUBLIC = '93.184.215.14';
const PUBLIC_6 = '2606:2800:21f:cb07:6820:80da:af6b:8b2c';
const NAME = 'hooks.example.com';
const REFUSED = { kind: 'address_refused', message: 'The host resolves to an address that is not public.' };

/** A name server that gives the same answers for every name, by record type. */
const serving = (A: Answer, AAAA: Answer = NOTHING) => dnsServer((_name, type) => ({ A, AAAA })[type]);
/** Different public addresses. */
const many = (count: number) => Array.from({ length: count }, (_, i) => `93.184.${i >> 8}.${i & 0xff}`);
/** The time-out for an answer that comes, also on a slow machine. */
const LONG_TIMEOUT = { timeout: 60_000, tries: 1 };
/** The time-out for an answer that never comes. */
const BRIEF_TIMEOUT = { timeout: 100, tries: 1 };
/** The time-out when only one of two answers comes. On a slow machine the second try gets the answer. */
const SHORT_TIMEOUT = { timeout: 500, tries: 2 };
const never = () => new AbortController().signal;
const resolved = (servers: readonly string[], host = NAME, timeout = LONG_TIMEOUT) =>
  resolveHost(host, 'strict', dnsLookup({ servers, ...timeout }), never());
/** Checks a URL at registration, with enough time for the look-up. */
const checked = (url: string, lookup: Lookup) => checkDestination(url, 'strict', { lookup, timeoutMs: 60_000 });

describe('the DNS look-up of a name', () => {
  it('asks once for A and once for AAAA and appends no search domain', async () => {
    await using dns = await serving({ addresses: [PUBLIC] }, { addresses: [PUBLIC_6] });
    await expect(resolved(dns.servers)).resolves.toEqual([
      { address: PUBLIC, family: 4 },
      { address: PUBLIC_6, family: 6 },
    ]);
    expect(dns.asked.toSorted()).toEqual([`udp A ${NAME}`, `udp AAAA ${NAME}`]);
  });

  it('asks DNS also for a name in the hosts file of the machine', async () => {
    await using dns = await serving({ code: 3 }, { code: 3 });
    await expect(resolved(dns.servers, 'localhost.localdomain')).rejects.toMatchObject({ kind: 'dns_failed' });
    expect(dns.asked).toContain('udp A localhost.localdomain');
  });

  it('succeeds with the addresses of one family, whatever happens to the other family', async () => {
    for (const other of [NOTHING, { code: 2 }, { code: 3 }, { code: 5 }, { silent: true }] satisfies Answer[]) {
      const timeout = other.silent ? SHORT_TIMEOUT : LONG_TIMEOUT;
      await using four = await serving({ addresses: [PUBLIC] }, other);
      await expect(resolved(four.servers, NAME, timeout)).resolves.toEqual([{ address: PUBLIC, family: 4 }]);
      await using six = await serving(other, { addresses: [PUBLIC_6] });
      await expect(resolved(six.servers, NAME, timeout)).resolves.toEqual([{ address: PUBLIC_6, family: 6 }]);
    }
  });

  it('asks no name server for localhost', async () => {
    await using dns = await serving({ addresses: ['10.0.0.1'] });
    const addresses = await resolveHost('localhost', 'loopback', dnsLookup(dns), never());
    expect(addresses.map(({ address }) => address)).toEqual(['127.0.0.1', '::1']);
    expect(dns.asked).toEqual([]);
  });
});

describe('checkDestination and post refuse a name when', () => {
  it.each<[string, Answer, Answer]>([
    ['its address is not public', { addresses: ['127.0.0.1'] }, NOTHING],
    ['a public address comes before an inner address', { addresses: [PUBLIC, '127.0.0.1'] }, NOTHING],
    ['a public address comes after an inner address', { addresses: ['10.0.0.1', PUBLIC] }, NOTHING],
    ['IPv4 is public and IPv6 is not', { addresses: [PUBLIC] }, { addresses: ['::1'] }],
    ['IPv6 is public and IPv4 is not', { addresses: ['169.254.169.254'] }, { addresses: [PUBLIC_6] }],
    ['an alias leads to an inner address', { aliases: ['db.corp.example'], addresses: ['172.31.0.2'] }, NOTHING],
    [
      'an alias of an alias leads to an inner address',
      { aliases: ['a.example', 'b.example'], addresses: ['10.1.2.3'] },
      NOTHING,
    ],
    ['an alias leads to localhost', { aliases: ['localhost'], addresses: ['127.0.0.1'] }, NOTHING],
    ['an IPv6 address contains an inner IPv4 address: mapped', NOTHING, { addresses: ['::ffff:127.0.0.1'] }],
    ['an IPv6 address contains an inner IPv4 address: compatible', NOTHING, { addresses: ['::127.0.0.1'] }],
    ['an IPv6 address contains an inner IPv4 address: NAT64', NOTHING, { addresses: ['64:ff9b::7f00:1'] }],
    [
      'an IPv6 address contains an inner IPv4 address: NAT64 of a network',
      NOTHING,
      { addresses: ['64:ff9b:1::7f00:1'] },
    ],
    ['an IPv6 address contains an inner IPv4 address: 6to4', NOTHING, { addresses: ['2002:7f00:1::1'] }],
    ['an IPv6 address contains an inner IPv4 address: Teredo', NOTHING, { addresses: ['2001:0:7f00:1::'] }],
    ['the address is the metadata service', NOTHING, { addresses: ['fd00:ec2::254'] }],
    ['the address is the Azure host', { addresses: ['168.63.129.16'] }, NOTHING],
    ['the address is 0.0.0.0', { addresses: ['0.0.0.0'] }, NOTHING],
    ['the last of 300 addresses is not public', { addresses: [...many(299), '127.0.0.1'] }, NOTHING],
    [
      'the last of 1,000 addresses over TCP is not public',
      { truncated: true, addresses: [...many(999), '127.0.0.1'] },
      NOTHING,
    ],
  ])('%s', async (_what, A, AAAA) => {
    const guarded = await counting();
    await using dns = await serving(A, AAAA);
    const lookup = dnsLookup({ ...LONG_TIMEOUT, servers: dns.servers });
    const url = `https://${NAME}:${guarded.port}/`;
    await expect(checked(url, lookup)).resolves.toEqual({ reason: REFUSED.message });
    await expect(post(to(url, { policy: 'strict' }), lookup)).rejects.toMatchObject(REFUSED);
    expect(guarded.connections).toBe(0);
  });
});

describe('a name server that changes its answers (DNS rebinding)', () => {
  /** Gives the answers one after the other, each for both questions about a name. The last answer stays. */
  const rebinding = (...answers: readonly (readonly string[])[]): Zone => {
    const times = { A: 0, AAAA: 0 };
    return (_name, type) => {
      const now = answers[Math.min(times[type]++, answers.length - 1)] ?? [];
      return { addresses: now.filter((address) => address.includes(':') === (type === 'AAAA')) };
    };
  };

  it('reaches no inner address when the answer changes between registration and delivery', async () => {
    const guarded = await counting();
    await using dns = await dnsServer(rebinding([PUBLIC], ['127.0.0.1', '::1']));
    const lookup = dnsLookup({ ...LONG_TIMEOUT, servers: dns.servers });
    const url = `https://${NAME}:${guarded.port}/`;
    await expect(checked(url, lookup)).resolves.toHaveProperty('url');
    for (const _attempt of Array(6)) {
      await expect(post(to(url, { policy: 'strict' }), lookup)).rejects.toMatchObject(REFUSED);
    }
    expect(dns.asked).toHaveLength(2 * 7);
    expect(guarded.connections).toBe(0);
  });

  it('is asked once per exchange, and a later answer of the same exchange is not used', async () => {
    const checkedReceiver = await receiver(ok);
    const rebound = receiving(ok);
    await listen(createServer(rebound.listener), '127.0.0.2', checkedReceiver.port);
    await using dns = await dnsServer(rebinding(['127.0.0.1'], ['127.0.0.2']));
    const asking = dnsLookup({ ...LONG_TIMEOUT, servers: dns.servers });
    // A test can only connect to this machine, and only as localhost, so this test sends a name like localhost to DNS.
    const lookup: Lookup = (_host, signal) => asking(NAME, signal);
    const url = `http://localhost:${checkedReceiver.port}/`;
    await expect(post(to(url), lookup)).resolves.toMatchObject({ statusCode: 200 });
    expect(dns.asked.toSorted()).toEqual([`udp A ${NAME}`, `udp AAAA ${NAME}`]);
    expect([checkedReceiver.received.length, rebound.received.length]).toEqual([1, 0]);
    // The next exchange asks the name server again.
    await expect(post(to(url), lookup)).resolves.toMatchObject({ statusCode: 200 });
    expect([checkedReceiver.received.length, rebound.received.length]).toEqual([1, 1]);
  });

  it('reaches no inner address in any order of public and inner answers', async () => {
    const address = fc.oneof(
      fc.constantFrom(PUBLIC, PUBLIC_6, '8.8.8.8', '127.0.0.1', '::1', '169.254.169.254', '::ffff:10.0.0.1'),
      fc.ipV4(),
      fc
        .array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 })
        .map((groups) => groups.map((group) => group.toString(16)).join(':')),
    );
    let now: readonly string[] = [];
    await using dns = await dnsServer((_name, type) => ({
      addresses: now.filter((each) => each.includes(':') === (type === 'AAAA')),
    }));
    await fc.assert(
      fc.asyncProperty(fc.array(address, { minLength: 1, maxLength: 5 }), async (addresses) => {
        now = addresses;
        const outcome = await resolved(dns.servers).then(
          (usable) => usable.length > 0,
          ({ kind }) => kind,
        );
        expect(outcome).toBe(addresses.every(isPublicAddress) ? true : 'address_refused');
      }),
      { numRuns: 300 },
    );
  });
});

describe('a name server that fails', () => {
  const failing: ReadonlyArray<readonly [string, Answer, string | null]> = [
    ['knows no such name', { code: 3 }, 'ENOTFOUND'],
    ['knows no address of the name', NOTHING, 'ENODATA'],
    ['has a fault', { code: 2 }, 'ESERVFAIL'],
    ['refuses', { code: 5 }, 'EREFUSED'],
    ['does not answer', { silent: true }, 'ETIMEOUT'],
    ['answers with an alias and no address', { aliases: ['elsewhere.example'] }, null],
    // The flags of an answer with 1 question and 1 record, then a name that points to itself.
    [
      'answers with a name without end',
      { bytes: Buffer.from('8180000100010000' + '0000c00c00010001', 'hex') },
      'EBADRESP',
    ],
    ['answers with half a head', { bytes: Buffer.from('8180', 'hex') }, 'EBADRESP'],
    ['answers with noise', { bytes: Buffer.alloc(1_000, 0xa5) }, 'EBADRESP'],
    ['answers another question', { bytes: Buffer.from('8180000100000000000001780000010001', 'hex') }, 'ETIMEOUT'],
    ['does not answer over TCP', { truncated: true, silent: true }, 'ETIMEOUT'],
  ];

  it.each(failing)(
    'makes the attempt fail with the code, but not the registration, when the server %s',
    async (_what, answer, code) => {
      await using dns = await serving(answer, answer);
      const lookup = dnsLookup({ servers: dns.servers, ...(code === 'ETIMEOUT' ? BRIEF_TIMEOUT : LONG_TIMEOUT) });
      await expect(post(to(`https://${NAME}/`, { policy: 'strict' }), lookup)).rejects.toMatchObject({
        kind: 'dns_failed',
        message: `The host name does not resolve${code === null ? '' : ` (${code})`}.`,
      });
      await expect(checkDestination(`https://${NAME}/`, 'strict', { lookup })).resolves.toHaveProperty('url');
    },
  );

  it('cannot exceed the deadline of the exchange and gets no question after the deadline', async () => {
    await using dns = await serving({ silent: true }, { silent: true });
    const lookup = dnsLookup(dns);
    let calledOff: Promise<unknown> = Promise.resolve();
    const watched: Lookup = (host, signal) => {
      const looking = lookup(host, signal);
      calledOff = looking.catch(({ code }) => code);
      return looking;
    };
    const failed = post(to(`https://${NAME}/`, { policy: 'strict', timeoutMs: 200 }), watched);
    await expect(failed).rejects.toMatchObject({ kind: 'timeout' });
    await expect(calledOff).resolves.toBe('ECANCELLED');
    // Earlier questions may still be on their way to the server.
    while (dns.asked.length < 2) await new Promise((resolve) => setImmediate(resolve));
    expect(dns.asked).toHaveLength(2);
  });

  it('delays a registration by the time-out at most, and the URL is accepted', async () => {
    await using dns = await serving({ silent: true }, { silent: true });
    const options = { lookup: dnsLookup(dns), timeoutMs: 50 };
    await expect(checkDestination(`https://${NAME}/`, 'strict', options)).resolves.toHaveProperty('url');
  });

  it('delays no look-up of another name, for any number of waiting look-ups', async () => {
    await using slow = await serving({ silent: true }, { silent: true });
    await using dns = await serving({ addresses: [PUBLIC] });
    const end = new AbortController();
    const waiting = Array.from({ length: 50 }, () => dnsLookup(slow)(NAME, end.signal).catch(() => 'slow'));
    await expect(Promise.race([...waiting, resolved(dns.servers)])).resolves.toEqual([{ address: PUBLIC, family: 4 }]);
    end.abort();
    await Promise.all(waiting);
  });
});

describe('a name with very many addresses', () => {
  it.each([
    ['over UDP', {}, 'udp'],
    ['over TCP', { truncated: true }, 'tcp'],
  ] as const)('has all its addresses checked, and four addresses are returned (%s)', async (_how, answer, protocol) => {
    await using dns = await serving({ ...answer, addresses: many(300) });
    const addresses = await resolved(dns.servers);
    expect(addresses.map(({ address }) => address)).toEqual(many(4));
    expect(dns.asked).toContain(`${protocol} A ${NAME}`);
  });

  it('gets connections to at most four addresses, so that an attempt cannot scan a network', async () => {
    const guarded = await counting();
    const lookup: Lookup = async () => [11, 12, 13, 14, 1].map((n) => ({ address: `127.0.0.${n}`, family: 4 }));
    await expect(post(to(`http://localhost:${guarded.port}/`), lookup)).rejects.toMatchObject({
      kind: 'connect_failed',
    });
    expect(guarded.connections).toBe(0);
  });
});
