import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isPublicAddress } from '../../../lib/platform/outbound/ip-address.ts';
import { checkUrl } from '../../../lib/platform/outbound/url.ts';
import { inward, tricks } from './spellings.ts';

const reasonOf = (text: string, policy: 'strict' | 'loopback' = 'strict') => {
  const checked = checkUrl(text, policy);
  return 'reason' in checked ? checked.reason : undefined;
};
const hrefOf = (text: string, policy: 'strict' | 'loopback' = 'strict') => {
  const checked = checkUrl(text, policy);
  return 'url' in checked ? checked.url.href : undefined;
};

describe('checkUrl', () => {
  it.each(inward)('refuses https://%s/', (host) => {
    expect(reasonOf(`https://${host}/hook`)).toBe('The host must be a public address.');
  });

  it.each(['fe80::1%25eth0', '::1%25lo', '::1', '1::2::3', '1.2.3.4.5'].map((host) => `https://[${host}/`))(
    'refuses %s, which does not parse',
    (text) => {
      expect(reasonOf(text)).toBe('The URL cannot be parsed.');
    },
  );

  it.each([
    'https://256.0.0.1/',
    'https://1.2.3.4.5/',
    'https://09.0.0.1/',
    'https://0xg.1/',
    'https://',
    '/hook',
    'hook',
    '',
  ])('refuses %j, which cannot be parsed as a URL', (text) => {
    expect(reasonOf(text)).toBe('The URL cannot be parsed.');
  });

  it.each(['localhost', 'LOCALHOST', 'localhost.', 'ｌocalhost', 'lo\u00ADcalhost', 'api.localhost', 'a.b.LocalHost.'])(
    'refuses the name https://%s/',
    (host) => {
      expect(reasonOf(`https://${host}/`)).toBe('The host must be public, not localhost.');
    },
  );

  it.each([
    ['metadata.google.internal', '.internal'],
    ['ip-10-0-0-12.ec2.internal', '.internal'],
    ['instance-data.ec2.INTERNAL.', '.internal'],
    ['printer.local', '.local'],
    ['router.home.arpa', '.home.arpa'],
  ])('refuses the name https://%s/, which exists only inside a network', (host, suffix) => {
    expect(reasonOf(`https://${host}/`)).toBe(`The host must be public, not ${suffix}.`);
    expect(reasonOf(`https://${host}/`, 'loopback')).toBe(`The host must be public, not ${suffix}.`);
  });

  it.each(tricks)('gives the expected verdict for %j', (text, verdict) => {
    expect(reasonOf(text) ?? hrefOf(text)).toBe(verdict);
  });

  it.each(['intranet', 'intranet.', 'router', 'xn--nxasmq6b'])(
    'refuses the name https://%s/, which has no dot',
    (host) => {
      expect(reasonOf(`https://${host}/`)).toBe('The host must be a full domain name.');
    },
  );

  it.each([
    'a..example.com',
    '.example.com',
    'example.com..',
    "it's.example.com",
    'a,b.example.com',
    `${'a'.repeat(64)}.example.com`,
    `${'a.'.repeat(130)}example.com`,
  ])('refuses https://%s/, which is no valid DNS name', (host) => {
    expect(reasonOf(`https://${host}/`)).toBe('The host is not a valid domain name.');
  });

  it.each([
    'http://example.com/',
    'ftp://example.com/',
    'ws://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:,x',
  ])('refuses %s, which is not https', (text) => {
    expect(reasonOf(text)).toBe('The URL must use https.');
  });

  it.each([
    'https://u:p@example.com/',
    'https://u@example.com/',
    'https://:p@example.com/',
    'https://example.com%40u@8.8.8.8/',
  ])('refuses %s, which has credentials', (text) => {
    expect(reasonOf(text)).toBe('The URL must not contain credentials.');
  });

  it.each([0, 1, 22, 25, 80, 442, 444, 1023])('refuses port %d', (port) => {
    expect(reasonOf(`https://example.com:${port}/`)).toBe('The port must be 443 or at least 1024.');
  });

  it.each([
    ['https://example.com:443/', 'https://example.com/'],
    ['https://example.com:1024/', 'https://example.com:1024/'],
    ['https://example.com:65535/', 'https://example.com:65535/'],
  ])('accepts %s', (text, href) => {
    expect(hrefOf(text)).toBe(href);
  });

  it.each([
    ' https://example.com/',
    'https://example.com/ ',
    'https://exam\nple.com/',
    'https://example.com/\t',
    'https://example.com/a b',
    'https://example.com/\0',
    'https://example.com/\u0085',
    'https://example.com/\ud800',
  ])('refuses %j and does not repair it', (text) => {
    expect(reasonOf(text)).toBe('The URL must not contain spaces or control characters.');
  });

  it('limits the length to 2,048 characters, as given and as sent', () => {
    const base = 'https://example.com/';
    expect(hrefOf(base + 'a'.repeat(2_048 - base.length))).toHaveLength(2_048);
    expect(reasonOf(base + 'a'.repeat(2_049 - base.length))).toBe('The URL must be at most 2048 characters.');
    expect(reasonOf(base + '€'.repeat(1_000))).toBe('The URL must be at most 2048 characters.');
  });

  it.each([
    ['https://hooks.example.com/a?b=c', 'https://hooks.example.com/a?b=c'],
    ['https://EXAMPLE.com', 'https://example.com/'],
    ['https://example.com./hook', 'https://example.com./hook'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['https://_x.example.com/', 'https://_x.example.com/'],
    ['https://localhost.example.com/', 'https://localhost.example.com/'],
    ['https://8.8.8.8/', 'https://8.8.8.8/'],
    ['https://134744072/', 'https://8.8.8.8/'],
    ['https://[2606:4700:4700::1111]:8443/', 'https://[2606:4700:4700::1111]:8443/'],
    ['https://127.0.0.1.nip.example/', 'https://127.0.0.1.nip.example/'],
  ])('accepts the public URL %s', (text, href) => {
    expect([hrefOf(text), hrefOf(text, 'loopback')]).toEqual([href, href]);
  });
});

describe('an IPv4 address', () => {
  const digits = fc.constantFrom(...['0123456789', '０１２３４５６７８９', '𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗'].map((each) => [...each]));
  const spelled = fc.constantFrom<(part: number) => string>(
    (part) => String(part),
    (part) => `0${part.toString(8)}`,
    (part) => `0x${part.toString(16)}`,
    (part) => `0X000${part.toString(16).toUpperCase()}`,
    (part) => `0000${part.toString(8)}`,
  );
  /** An address in one of its spellings: 1 to 4 parts. The last part holds the remaining bytes. */
  const spelling = fc
    .record({
      address: fc.ipV4(),
      parts: fc.integer({ min: 1, max: 4 }),
      ways: fc.array(spelled, { minLength: 4, maxLength: 4 }),
      dot: fc.constantFrom('.', '。', '．', '｡', '%2e', '%E3%80%82'),
      end: fc.constantFrom('', '.'),
      digits,
      percent: fc.boolean(),
    })
    .map(({ address, parts, ways, dot, end, digits: ten, percent }) => {
      const bytes = address.split('.').map(Number);
      const last = bytes.slice(parts - 1).reduce((value, byte) => value * 256 + byte, 0);
      const text = [...bytes.slice(0, parts - 1), last].map((part, i) => ways[i]?.(part) ?? '').join(dot) + end;
      const encoded = percent ? text.replace(/^\d/, (digit) => `%3${digit}`) : text;
      return { address, host: encoded.replace(/(?<!%.?)\d/g, (digit) => ten[Number(digit)] ?? digit) };
    });

  it('is parsed and checked equally in every spelling', () => {
    fc.assert(
      fc.property(spelling, ({ address, host }) => {
        const text = `https://${host}/`;
        const verdict = isPublicAddress(address) ? `https://${address}/` : 'The host must be a public address.';
        expect(reasonOf(text) ?? hrefOf(text)).toBe(verdict);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('checkUrl for the local stack', () => {
  it.each([
    'http://127.0.0.1:9000/hook',
    'http://127.0.0.1/',
    'http://127.1.2.3:1/',
    'https://127.0.0.1:8443/',
    'http://[::1]:9000/',
    'http://localhost:9000/',
    'https://localhost:1/',
    'http://LOCALHOST./',
    'http://2130706433/',
  ])('accepts %s', (text) => {
    expect(reasonOf(text, 'loopback')).toBeUndefined();
    expect(reasonOf(text, 'strict')).toBeDefined();
  });

  it.each([
    'http://example.com/',
    'http://10.0.0.1/',
    'https://10.0.0.1/',
    'http://0.0.0.0/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://api.localhost/',
    'http://169.254.169.254/',
    'https://intranet/',
    'https://example.com:80/',
    'ftp://localhost/',
    'ws://127.0.0.1/',
    'http://u:p@localhost/',
    `http://localhost/${'a'.repeat(2_048)}`,
  ])('still refuses %s', (text) => {
    expect(reasonOf(text, 'loopback')).toBeDefined();
  });
});
