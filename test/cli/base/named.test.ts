import { describe, expect, it } from '@jest/globals';
import { EXIT } from '../../../cli/base/failures.ts';
import { idOf, idsOf } from '../../../cli/base/named.ts';
import { createChainwatch } from '../../../sdk/index.ts';
import { aTransaction } from '../../support/records.ts';

const ids = [
  '0c7d1111-0000-4000-8000-000000000001',
  '0c7d2222-0000-4000-8000-000000000002',
  '91ab0000-0000-4000-8000-000000000003',
] as const;
const rules = [
  { id: ids[0], name: 'Large payment out' },
  { id: ids[1], name: 'Large payment in' },
  { id: ids[2], name: 'Large' },
];

/** A service with two pages of rules. */
function service(data: readonly object[] = rules) {
  const asked: string[] = [];
  const api = createChainwatch({
    baseUrl: 'http://service.test',
    apiKey: 'cw_test_key',
    fetch: async (request) => {
      const { searchParams } = new URL(request.url);
      asked.push(searchParams.get('cursor') ?? '');
      const [from, next] = searchParams.has('cursor') ? [2, null] : [0, 'second'];
      return Response.json({ data: data.slice(from, next === null ? undefined : 2), meta: { total: 3, next } });
    },
  });
  return { api, asked };
}

describe('What a user names', () => {
  it.each([
    [ids[0], ids[0]],
    ['0c7d1', ids[0]],
    ['0C7D2', ids[1]],
    ['large payment OUT', ids[0]],
    ['91ab', ids[2]],
  ])('is found by "%s"', async (text, id) => {
    expect(await idOf(service().api, 'rule', text)).toBe(id);
  });

  it('is the one with exactly this name, although other names begin with it', async () => {
    expect(await idOf(service().api, 'rule', 'large')).toBe(ids[2]);
  });

  it('needs no list when all are whole ids, and one list for all others', async () => {
    const { api, asked } = service();
    expect(await idsOf(api, 'rule', ids)).toEqual(ids);
    expect(asked).toEqual([]);
    expect(await idsOf(api, 'rule', ['0c7d1', ids[1], '91AB'])).toEqual([ids[0], ids[1], ids[2]]);
    expect(asked).toEqual(['', 'second']);
  });

  it('is refused when the text names several, or nothing', async () => {
    const { api } = service();
    await expect(idOf(api, 'rule', '0c7d')).rejects.toMatchObject({
      message:
        '"0c7d" names several: "Large payment out" (0c7d1111), "Large payment in" (0c7d2222). ' +
        'Give more of the name, or the whole id.',
      exitCode: EXIT.wrongUse,
    });
    await expect(idOf(api, 'rule', 'payment out')).rejects.toMatchObject({
      message:
        'There is no rule "payment out". Did you mean "Large payment out" (0c7d1111), "Large payment in" (0c7d2222)? ' +
        'See `chainwatch rule list`.',
      exitCode: EXIT.notFound,
    });
    await expect(idOf(api, 'rule', 'Larg payment in')).rejects.toMatchObject({
      message: expect.stringContaining('Did you mean "Large payment in" (0c7d2222), "Large payment out" (0c7d1111)'),
    });
    await expect(idOf(api, 'rule', 'paymnt')).rejects.toMatchObject({
      message: expect.stringMatching(/Did you mean "Large payment (in|out)"/),
    });
    await expect(idOf(api, 'rule', 'Lrage paymnet in')).rejects.toMatchObject({
      message:
        'There is no rule "Lrage paymnet in". Did you mean "Large payment in" (0c7d2222)? See `chainwatch rule list`.',
    });
    await expect(idOf(api, 'rule', 'Larg')).rejects.toMatchObject({
      message: expect.stringContaining('"Large" (91ab'),
    });
    await expect(idOf(api, 'rule', 'Nonsense')).rejects.toMatchObject({
      message: 'There is no rule "Nonsense". See `chainwatch rule list`.',
    });
  });

  it.each(['', ' ', '91a', 'Large payment i'])('is never chosen by "%s", which is too little', async (text) => {
    await expect(idOf(service().api, 'rule', text)).rejects.toThrow('There is no rule');
  });

  it('is a transaction by the beginning of its hash', async () => {
    const { api } = service([aTransaction({ id: ids[0], hash: '0x5c504ed432cb' })]);
    expect(await idOf(api, 'transaction', '0x5C50')).toBe(ids[0]);
  });
});
