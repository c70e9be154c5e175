import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { routes } from '../../functions/routes.ts';
import type { Route } from '../../lib/platform/http/route.ts';
import { corpus } from './corpus.ts';
import { withTokens } from './render.ts';
import { anyRequest, validRequest } from './request.ts';

const all = Object.entries<Route>(routes).map(([name, route]) => ({ name, route }));
const nothing = { ids: new Map(), receiver: 'http://127.0.0.1:1' };

describe('The request generator of the fuzzer', () => {
  it.each(all.filter(({ route }) => route.body !== undefined))(
    'generates mostly bodies that the schema of $name accepts',
    ({ route }) => {
      const generated = fc.sample(validRequest(route), { seed: 1, numRuns: 100 });
      const taken = generated.filter(
        ({ body = '{}' }) => route.body?.safeParse(JSON.parse(withTokens(body, nothing))).success,
      );
      expect(taken.length).toBeGreaterThan(50);
    },
  );

  it('generates the same requests from the same seed, and other requests from another seed', () => {
    const generated = (seed: number) => JSON.stringify(fc.sample(anyRequest, { seed, numRuns: 50 }));
    expect(generated(1)).toBe(generated(1));
    expect(generated(1)).not.toBe(generated(2));
  });

  it('generates only URLs of this machine, of refused IP addresses and of domains that do not exist', () => {
    const texts = [...fc.sample(anyRequest, { seed: 3, numRuns: 2000 }), ...corpus].map((request) =>
      JSON.stringify(request),
    );
    const hosts = texts.flatMap((text) =>
      [...text.matchAll(/https:[\\/]+(?:[^"\\/]*@)?([^"\\/:?#]+)/g)].map(([, host]) => host),
    );
    const strange = hosts.filter(
      (host = '') => !/\.invalid\.?$|^(0x)?[\da-f.\u{ff10}-\u{ff19}]+$|^\[|^%|\.local$/u.test(host),
    );
    expect(strange).toEqual([]);
    expect(hosts.length).toBeGreaterThan(10);
  });
});

describe('A token of a generated request', () => {
  it('is replaced by the nth newest id, or by an unknown id if the stack has no such record', () => {
    const ids = new Map([['wallets', ['b', 'a']]]);
    expect(withTokens('{{wallets.0}} {{wallets.3}} {{repeat:3:x}}', { ...nothing, ids })).toBe('b a xxx');
    expect(withTokens('{{other.wallets.0}}', nothing)).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('repeats a text that contains brackets', () => {
    expect(withTokens('{{repeat:2:{"a":}}1{{repeat:2:}}}', nothing)).toBe('{"a":{"a":1}}');
  });
});
