import { afterAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../../functions/routes.ts';
import { closeAll } from '../../platform/outbound/receiver.ts';
import { shownRule, shownWallet } from '../answers.ts';
import { apiDouble, type FixedAnswer, fixed, listOf } from '../api-double.ts';
import { printed } from '../printed.ts';

afterAll(closeAll);

const KRAKEN = '0x52908400098527886E0F7030069857D2E4169EE7';
const rule = shownRule({
  name: 'Payments out',
  ruleType: 'large_transfer',
  conditions: { side: 'sends', other_end: 'any', value_usd: { gte: '50000' }, counterparty_not_in: [KRAKEN] },
});
const bookWith = (label: string) => {
  const at = '2026-11-29T12:00:00.000Z';
  return fixed(
    routes.listBookEntries,
    listOf({
      ...{ id: '5f1c01d3-0000-4000-8000-000000000001', address: KRAKEN, family: 'evm' as const, label, note: '' },
      ...{ lists: [], createdAt: at, updatedAt: at },
    }),
  );
};

const ofOneWallet = shownRule({ walletIds: [shownWallet().id] });

async function ruleList(answers: readonly FixedAnswer[], ...more: string[]) {
  const url = await apiDouble([...answers, fixed(routes.listRules, listOf(rule))]);
  const environment = { CHAINWATCH_URL: url, CHAINWATCH_API_KEY: 'cw_test_1', NO_COLOR: '1' };
  return printed(['rule', 'list', ...more], { environment });
}

describe('chainwatch rule list', () => {
  it('names an address by its label of the address book', async () => {
    const { out, code } = await ruleList([bookWith('Our account at Kraken')]);
    expect({ out, code }).toEqual({
      out: expect.stringContaining('to anybody, unless the other end is “Our account at Kraken”'),
      code: 0,
    });
  });

  it.each([
    ['names the only wallet of a rule by its label', [shownWallet({ label: 'Deposit 17' })], 'Deposit 17 pays'],
    ['says nothing wrong of a wallet that is deleted', [], 'One wallet pays'],
  ])('%s', async (_, wallets, sentence) => {
    const rules = fixed(routes.listRules, listOf(ofOneWallet));
    const { out, code } = await ruleList([fixed(routes.listWallets, listOf(...wallets)), rules]);
    expect({ out, code }).toEqual({ out: expect.stringContaining(sentence), code: 0 });
  });

  it('makes a hostile label harmless', async () => {
    const { out } = await ruleList([bookWith('Kraken\u202e\u001b[2J”\nfake row')]);
    expect(out).toContain('unless the other end is “Kraken');
    expect(['\u202e', '\u001b'].filter((hidden) => out.includes(hidden))).toEqual([]);
    expect(out.trim().split('\n')).toHaveLength(2);
  });

  it('reads no address book for JSON, which has no sentence', async () => {
    const { out, code } = await ruleList([], '--json');
    expect({ document: JSON.parse(out), code }).toMatchObject({ document: { data: [{ id: rule.id }] }, code: 0 });
  });
});
