import { afterAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../../functions/routes.ts';
import { closeAll } from '../../platform/outbound/receiver.ts';
import { aTransaction } from '../../support/records.ts';
import { shownRule, shownWallet } from '../answers.ts';
import { apiDouble, type FixedAnswer, fixed, listOf, serving } from '../api-double.ts';
import { organisation } from '../organisation.ts';
import { printed } from '../printed.ts';

afterAll(closeAll);

const environmentOf = (url: string) => ({ CHAINWATCH_URL: url, CHAINWATCH_API_KEY: 'cw_test_1' });

/** What the hidden command offers to fish, as pairs of a word and its description. The last word is at the cursor. */
async function offered(answers: readonly FixedAnswer[], ...words: readonly string[]): Promise<string[][]> {
  const environment = environmentOf(await apiDouble(answers));
  const { code, out, err } = await printed(['__complete', 'fish', '--', ...words], { environment });
  expect([code, err]).toEqual([0, '']);
  return out.split('\n').flatMap((line) => (line === '' ? [] : [line.split('\t')]));
}

const valuesOf = async (...given: Parameters<typeof offered>) => (await offered(...given)).map(([value]) => value);
const idOf = (n: number): string => `${String(n).padStart(8, '0')}-0000-4000-8000-000000000000`;
const walletsCalled = (...labels: readonly string[]) => [
  fixed(routes.listWallets, listOf(...labels.map((label, n) => shownWallet({ id: idOf(n), label })))),
];

describe('The command line offers', () => {
  it.each([
    [[''], ['login', 'wallet', 'doctor'], ['__complete']],
    [
      ['wallet', ''],
      ['add', 'list'],
      ['wallet', '--json'],
    ],
    [
      ['tx', 'list', ''],
      ['--direction', '--since', '--from', '--url', '--help'],
      ['-q', 'list'],
    ],
    [['tx', 'list', '--direction', ''], ['inbound', 'outbound', 'internal'], ['--direction']],
    [['tx', 'list', '--direction=in'], ['--direction=inbound', '--direction=internal'], ['inbound']],
    [['--url', 'wallet', 'rule', 'li'], ['list'], []],
    [['rule', 'add', 'A', '--type', 'la'], ['large_transfer'], ['any_transfer']],
    [['completion', ''], ['bash', 'zsh', 'fish'], []],
    [['completion', '--', ''], ['bash'], ['--json']],
  ])('after %j the words %j, and not %j', async (words, some, none) => {
    const values = await valuesOf([], ...words);
    expect(values).toEqual(expect.arrayContaining(some));
    for (const other of none) expect(values).not.toContain(other);
  });

  it('nothing for a text of the user', async () => {
    expect(await offered([], 'wallet', 'add', '')).toEqual([]);
    expect(await offered([], 'webhook', 'add', 'https://hooks.example.com', '--event', '')).toEqual([]);
    expect(await offered([], 'tx', 'get', 'a', 'b', '--', '')).toEqual([]);
  });

  it('each of several events or deliveries, and the second argument', async () => {
    const answers = [
      fixed(routes.listTransactions, listOf(aTransaction({ id: idOf(7) }))),
      fixed(routes.listRules, listOf(shownRule({ name: 'Large payment out' }))),
    ];
    expect(await offered(answers, 'rule', 'test', '')).toEqual([
      ['Large payment out', 'A wallet pays or receives anything'],
    ]);
    const [transaction] = await offered(answers, 'rule', 'test', 'Large payment out', '');
    expect(transaction).toEqual(['00000007', expect.stringContaining('Treasury received 1 ETH')]);
    expect(await valuesOf(answers, 'tx', 'get', '0xab')).toEqual([aTransaction().hash]);
  });

  it('a name by its id, when several have the name, or the name would be read or seen as something else', async () => {
    const labels = ['Treasury', 'Payroll', 'Payroll', '--critical', 'עברית', 'zero\u200bwidth', 'bell\u0007', ' '];
    const all = await offered(walletsCalled(...labels), 'wallet', 'mute', '');
    expect(all.map(([value]) => value)).toEqual(['Treasury', ...[1, 2, 3, 4, 5, 6, 7].map((n) => idOf(n).slice(0, 8))]);
    expect(all[3]?.[1]).toMatch(/^--critical: hot, 0x5290/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for control characters.
    expect(all.flat().filter((text) => /[\u0000-\u001f\u200b]/.test(text))).toEqual([]);
  });

  it('names in upper and lower case, and longer beginnings of ids', async () => {
    const answers = walletsCalled('Treasury', 'TRezor', 'other');
    expect(await valuesOf(answers, 'wallet', 'mute', 'tr')).toEqual(['Treasury']);
    expect(await valuesOf(answers, 'wallet', 'mute', 'TR')).toEqual(['TRezor']);
    expect(await valuesOf(answers, 'wallet', 'mute', '00000001-0')).toEqual([idOf(1)]);
  });

  it.each([
    ['wallet', 'Treasury'],
    ['rule', '"Any transfer"'],
    ['events', '5f1c247c'],
    ['webhook', '"Old SIEM"'],
  ])('what `%s get` can show', async (group, one) => {
    expect(await valuesOf(organisation, group, 'get', '')).toContain(one.replaceAll('"', ''));
  });

  it('at most a hundred words', async () => {
    const labels = Array.from({ length: 150 }, (_, n) => `Wallet ${n}`);
    expect(await offered(walletsCalled(...labels), 'wallet', 'mute', '')).toHaveLength(100);
  });
});

describe('The command line offers nothing', () => {
  it.each([
    ['without a key', {}],
    ['while nothing answers', environmentOf('http://127.0.0.1:9')],
  ])('%s', async (_when, environment) => {
    const { code, out } = await printed(['__complete', 'zsh', '--', 'wallet', 'mute', ''], { environment });
    expect(code).not.toBe(0);
    expect(out).toBe('');
  });

  it.each([500, 401, 429])('when the service answers %i', async (status) => {
    const url = await serving((_request, response) => response.writeHead(status, { 'retry-after': '3' }).end('{}'));
    const given = { environment: environmentOf(url) };
    expect((await printed(['__complete', 'zsh', '--', 'rule', 'mute', ''], given)).out).toBe('');
  });

  it('when the service does not answer in time', async () => {
    const given = { environment: environmentOf(await serving(() => {})) };
    expect(await printed(['__complete', 'zsh', '--', 'rule', 'mute', ''], given)).toEqual({
      code: 1,
      out: '',
      err: 'The service has not answered in time.\n',
    });
  });
});
