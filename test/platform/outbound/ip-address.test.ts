import { describe, expect, it } from '@jest/globals';
import { isLoopbackAddress, isPublicAddress } from '../../../lib/platform/outbound/ip-address.ts';

/** The first and the last address of every range that is not public. */
const refused: ReadonlyArray<readonly [string, string, string]> = [
  ['this network', '0.0.0.0', '0.255.255.255'],
  ['private 10/8', '10.0.0.0', '10.255.255.255'],
  ['CGNAT', '100.64.0.0', '100.127.255.255'],
  ['loopback', '127.0.0.0', '127.255.255.255'],
  ['link-local', '169.254.0.0', '169.254.255.255'],
  ['private 172.16/12', '172.16.0.0', '172.31.255.255'],
  ['IETF protocol assignments', '192.0.0.0', '192.0.0.255'],
  ['documentation 1', '192.0.2.0', '192.0.2.255'],
  ['AS112', '192.31.196.0', '192.31.196.255'],
  ['AMT', '192.52.193.0', '192.52.193.255'],
  ['6to4 relay', '192.88.99.0', '192.88.99.255'],
  ['private 192.168/16', '192.168.0.0', '192.168.255.255'],
  ['direct delegation AS112', '192.175.48.0', '192.175.48.255'],
  ['benchmarking', '198.18.0.0', '198.19.255.255'],
  ['documentation 2', '198.51.100.0', '198.51.100.255'],
  ['documentation 3', '203.0.113.0', '203.0.113.255'],
  ['multicast', '224.0.0.0', '239.255.255.255'],
  ['reserved', '240.0.0.0', '255.255.255.254'],
  ['broadcast', '255.255.255.255', '255.255.255.255'],
  ['Azure host', '168.63.129.16', '168.63.129.16'],
  ['AWS metadata', '169.254.169.254', '169.254.169.254'],
  ['Alibaba metadata', '100.100.100.200', '100.100.100.200'],
  ['IPv6 unspecified', '::', '::'],
  ['IPv6 loopback', '::1', '::1'],
  ['v4-compatible', '::7f00:1', '::ffff:ffff'],
  ['v4-mapped', '::ffff:0:0', '::ffff:ffff:ffff'],
  ['v4-mapped public', '::ffff:8.8.8.8', '::ffff:808:808'],
  ['v4-translated', '::ffff:0:0:0', '::ffff:0:ffff:ffff'],
  ['NAT64', '64:ff9b::', '64:ff9b::ffff:ffff'],
  ['local NAT64', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['discard', '100::', '100::ffff:ffff:ffff:ffff'],
  ['dummy prefix', '100:0:0:1::', '100:0:0:1:ffff:ffff:ffff:ffff'],
  ['Teredo', '2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['IPv6 protocol assignments', '2001:1::1', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['IPv6 benchmarking', '2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff'],
  ['IPv6 AMT', '2001:3::', '2001:3:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['IPv6 AS112', '2001:4:112::', '2001:4:112:ffff:ffff:ffff:ffff:ffff'],
  ['ORCHID', '2001:10::', '2001:1f:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['ORCHIDv2', '2001:20::', '2001:2f:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['drone remote id', '2001:30::', '2001:3f:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['IPv6 documentation', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['6to4', '2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['IPv6 direct delegation AS112', '2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff'],
  ['IPv6 documentation 2', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['not yet given out', '4000::', '5eff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['segment routing', '5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['unique local', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['AWS metadata, IPv6', 'fd00:ec2::254', 'fd00:ec2::254'],
  ['IPv6 link-local', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['site-local', 'fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['IPv6 multicast', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
];

describe('isPublicAddress', () => {
  it.each(refused)('refuses %s: %s to %s', (_range, first, last) => {
    expect([isPublicAddress(first), isPublicAddress(last)]).toEqual([false, false]);
  });

  it.each([
    ['beside 10/8', '9.255.255.255', '11.0.0.0'],
    ['beside CGNAT', '100.63.255.255', '100.128.0.0'],
    ['beside loopback', '126.255.255.255', '128.0.0.0'],
    ['beside link-local', '169.253.255.255', '169.255.0.0'],
    ['beside 172.16/12', '172.15.255.255', '172.32.0.0'],
    ['beside 192.168/16', '192.167.255.255', '192.169.0.0'],
    ['beside benchmarking', '198.17.255.255', '198.20.0.0'],
    ['beside the Azure host', '168.63.129.15', '168.63.129.17'],
    ['below multicast', '223.255.255.255', '1.0.0.0'],
    ['resolvers', '8.8.8.8', '1.1.1.1'],
    ['IPv6 resolvers', '2606:4700:4700::1111', '2001:4860:4860::8888'],
    ['beside 2001::/23', '2001:200::', '2003::'],
    ['beside IPv6 documentation', '2001:db7::1', '2001:db9::1'],
    ['beside 6to4', '2001:ffff::1', '2003::1'],
    ['the ends of global unicast', '2000::1', '3ffe:ffff::1'],
  ])('accepts %s: %s and %s', (_where, one, other) => {
    expect([isPublicAddress(one), isPublicAddress(other)]).toEqual([true, true]);
  });

  it.each([
    '',
    'example.com',
    '8.8.8',
    '010.8.8.8',
    '0x8.8.8.8',
    '134744072',
    '8.8.8.8 ',
    '2606:4700::1%eth0',
    '[::1]',
  ])('refuses the unusual spelling %j, which no resolver returns', (text) => {
    expect(isPublicAddress(text)).toBe(false);
  });
});

describe('isLoopbackAddress', () => {
  it.each(['127.0.0.1', '127.255.255.254', '::1', '0:0:0:0:0:0:0:1'])('recognises %s', (address) => {
    expect(isLoopbackAddress(address)).toBe(true);
  });

  it.each(['0.0.0.0', '10.0.0.1', '128.0.0.1', '::', '::2', '::ffff:127.0.0.1', '::127.0.0.1', '127.1', 'localhost'])(
    'does not accept %s',
    (address) => {
      expect(isLoopbackAddress(address)).toBe(false);
    },
  );
});
