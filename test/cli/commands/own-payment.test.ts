import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../../functions/routes.ts';
import { closeAll } from '../../platform/outbound/receiver.ts';
import { aTransaction } from '../../support/records.ts';
import { apiDouble, fixed, listOf } from '../api-double.ts';
import { OWN_HASH, organisation } from '../organisation.ts';
import { printed } from '../printed.ts';

// The records of a payment between own wallets have the same hash, and ids with the same beginning.

const PAYER = 'de1c5d74-a0b1-5111-8000-000000000001';
const PAYEE = 'de1c5d74-a0b1-5222-8000-000000000002';

const environmentOf = (url: string) => ({ CHAINWATCH_URL: url, CHAINWATCH_API_KEY: 'cw_test_1', NO_COLOR: '1' });
let environment: Record<string, string>;
beforeAll(async () => {
  environment = environmentOf(await apiDouble(organisation));
});
afterAll(closeAll);

const run = (...args: readonly string[]) => printed(args, { environment });

describe('A payment between own wallets is named', () => {
  it.each([OWN_HASH, '0x604B', 'de1c5d74'])('by %s, and each of its records is shown', async (name) => {
    const { code, out, err } = await run('tx', 'get', name);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^for Treasury:\nsummary .*\n\nfor Cold vault C:\nsummary /s);
    expect(out.match(/^(id|usd|fee) .*$/gm)?.map((line) => line.replace(/ +/, ' '))).toEqual([
      'usd 17,500 USD',
      `id ${PAYER}`,
      'fee 0.0021 ETH',
      'usd 17,500 USD',
      `id ${PAYEE}`,
      'fee 0.0021 ETH',
    ]);
  });

  it('in JSON by a list of its records; the whole id, or enough of it, names one record', async () => {
    const both = JSON.parse((await run('tx', 'get', OWN_HASH, '--json')).out);
    expect(both).toMatchObject({ data: [{ id: PAYER }, { id: PAYEE }], meta: { total: 2 } });
    for (const name of [PAYEE, PAYEE.slice(0, 16)]) {
      expect(JSON.parse((await run('tx', 'get', name, '--json')).out)).toMatchObject({ id: PAYEE });
    }
  });

  it('also when somebody asks why a rule made no alert, which names wallets by their labels', async () => {
    const { out } = await run('tx', 'why', '0x604b');
    expect(out).toMatch(/^for Treasury:\nRULE.*wallets: Treasury, not 資金 Exchange /ms);
    expect(out).toMatch(/^for Cold vault C:\nRULE.*wallets: Cold vault C, not 資金 Exchange /ms);
    expect(JSON.parse((await run('tx', 'why', '0x604b', '--json')).out)).toMatchObject({
      data: [
        { id: PAYER, wallet: { label: 'Treasury' }, data: [{ outcome: 'not_matched' }] },
        { id: PAYEE, wallet: { label: 'Cold vault C' }, data: [{ outcome: 'not_matched' }] },
      ],
      meta: { total: 2 },
    });
  });

  it('with its wallet, where a command needs one record', async () => {
    const test = ['rule', 'test', 'Any transfer', OWN_HASH];
    expect(await run(...test)).toEqual({
      code: 2,
      out: '',
      err:
        'Several wallets take part in the transaction: "Treasury" (de1c5d74-a0b1-51), ' +
        '"Cold vault C" (de1c5d74-a0b1-52). Choose one by --wallet.\n',
    });
    expect((await run(...test, '--wallet', 'cold vault c')).out).toContain('The rule matches.');
    expect(await run(...test, '--wallet', '資金 Exchange')).toMatchObject({
      code: 3,
      err: expect.stringContaining('takes no part in the transaction, but "Treasury" ('),
    });
    expect((await run('rule', 'test', 'Any transfer', PAYEE, '--wallet', 'Treasury')).code).toBe(2);
  });

  it('by longer ids than others in a list and in a completion', async () => {
    const { out } = await printed(['tx', 'list'], { environment, columns: 120 });
    expect(out.match(/(de1c|5f1c)\S+/g)).toEqual([
      ...['5f1c01d3', '5f1c03a6', 'de1c5d74-a0b1-51', 'de1c5d74-a0b1-52'],
      ...['5f1c091f', '5f1c0579', '5f1c074c'],
    ]);
    const offers = await run('__complete', 'fish', '--', 'tx', 'get', 'de1c');
    expect(offers.out.match(/^\S+/gm)).toEqual(['de1c5d74-a0b1-51', 'de1c5d74-a0b1-52']);
  });
});

it('Transactions whose hashes have the same beginning are told apart by longer beginnings', async () => {
  const hashes = [`0x604b11${'0'.repeat(58)}`, `0x604b1122${'0'.repeat(56)}`];
  const records = hashes.map((hash, n) => aTransaction({ hash, id: `0000000${n}-0000-4000-8000-000000000000` }));
  const url = await apiDouble([fixed(routes.listTransactions, listOf(...records, ...records.slice(1)))]);
  const { code, err } = await printed(['tx', 'get', '0x604b'], { environment: environmentOf(url) });
  expect([code, err]).toEqual([
    2,
    expect.stringMatching(
      /^"0x604b" names several: 0x604b1100 \(Treasury .*\), 0x604b1122 \([^()]*\([^()]*\)[^()]*\)\. Give/,
    ),
  ]);
});
