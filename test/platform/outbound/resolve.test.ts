import { describe, expect, it } from '@jest/globals';
import type { Lookup } from '../../../lib/platform/outbound/dns.ts';
import { checkDestination } from '../../../lib/platform/outbound/resolve.ts';

const answering =
  (...addresses: string[]): Lookup =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

const refused = { reason: 'The host resolves to an address that is not public.' };

describe('checkDestination', () => {
  it('accepts a public name', async () => {
    const lookup = answering('93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c');
    await expect(checkDestination('https://Example.com/hook', 'strict', { lookup })).resolves.toEqual({
      url: new URL('https://example.com/hook'),
    });
  });

  it.each(['10.0.0.1', '169.254.169.254', '::1', '::ffff:93.184.215.14', 'fd00:ec2::254', 'fe80::1%eth0'])(
    'refuses a name when one answer is %s',
    async (address) => {
      const lookup = answering('93.184.215.14', address);
      await expect(checkDestination('https://example.com/', 'strict', { lookup })).resolves.toEqual(refused);
    },
  );

  it('refuses a URL without asking DNS when the URL itself is refused', async () => {
    const lookup: Lookup = () => Promise.reject(new Error('asked'));
    await expect(checkDestination('https://127.1/', 'strict', { lookup })).resolves.toEqual({
      reason: 'The host must be a public address.',
    });
    await expect(checkDestination('https://8.8.8.8/', 'strict', { lookup })).resolves.toEqual({
      url: new URL('https://8.8.8.8/'),
    });
  });

  it('asks DNS for the name without its final dot', async () => {
    const asked: string[] = [];
    const lookup: Lookup = async (host) => {
      asked.push(host);
      return [{ address: '93.184.215.14', family: 4 }];
    };
    await checkDestination('https://example.com./', 'strict', { lookup });
    expect(asked).toEqual(['example.com']);
  });

  it('accepts a name that does not resolve yet', async () => {
    const failing: Lookup = () => Promise.reject(new Error('ENOTFOUND'));
    for (const lookup of [failing, answering()]) {
      await expect(checkDestination('https://soon.example.com/', 'strict', { lookup })).resolves.toHaveProperty('url');
    }
  });

  it('accepts localhost in the local stack, without DNS', async () => {
    await expect(
      checkDestination('http://localhost:9000/', 'loopback', { lookup: answering('127.0.0.1', '::1') }),
    ).resolves.toHaveProperty('url');
    await expect(
      checkDestination('http://localhost:9000/', 'loopback', { lookup: answering('10.0.0.1') }),
    ).resolves.toEqual(refused);
  });
});
