import { afterAll, describe, expect, it } from '@jest/globals';
import { addressed } from '../../../cli/manifest/labelled-addresses.ts';
import { routes } from '../../../functions/routes.ts';
import { createChainwatch } from '../../../sdk/index.ts';
import { closeAll } from '../../platform/outbound/receiver.ts';
import { shownWallet } from '../answers.ts';
import { apiDouble, fixed, listOf } from '../api-double.ts';

afterAll(closeAll);

const KRAKEN = '0x52908400098527886E0F7030069857D2E4169EE7';
const DEPOSIT = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const VAULT = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB';
const AT = '2026-11-29T12:00:00.000Z';
const entry = (n: number, address: string, label: string) => ({
  ...{ id: `5f1c01d3-0000-4000-8000-00000000000${n}`, address, family: 'evm' as const, label, note: '' },
  ...{ lists: [], createdAt: AT, updatedAt: AT },
});
const wallet = shownWallet({ label: 'Cold vault', address: VAULT });
const client = (baseUrl: string) => createChainwatch({ baseUrl, apiKey: 'cw_test_1' });

async function read(conditions: unknown, ...entries: ReturnType<typeof entry>[]): Promise<unknown> {
  const lists = [fixed(routes.listBookEntries, listOf(...entries)), fixed(routes.listWallets, listOf(wallet))];
  const answers = entries.length === 0 ? [] : lists;
  return addressed(client(await apiDouble(answers)), conditions);
}

describe('The conditions of a rule on the command line', () => {
  it('name an address by its label of the address book, in any case', async () => {
    const conditions = { value_usd: { gte: '1' }, counterparty_not_in: ['our account at kraken', 'own_wallets'] };
    expect(await read(conditions, entry(1, KRAKEN, 'Our account at Kraken'))).toEqual({
      value_usd: { gte: '1' },
      counterparty_not_in: [KRAKEN, 'own_wallets'],
    });
    expect(await read({ addresses: 'Thief' }, entry(1, DEPOSIT, 'Thief'))).toEqual({ addresses: [DEPOSIT] });
  });

  it('name an own wallet by its label', async () => {
    const conditions = { counterparty_in: ['Cold vault', 'Kraken'] };
    expect(await read(conditions, entry(1, KRAKEN, 'Kraken'))).toEqual({ counterparty_in: [VAULT, KRAKEN] });
  });

  it('refuse a label that no entry has, with the nearest, and a label that two entries have', async () => {
    const named = (label: string) =>
      read(
        { counterparty_in: [label] },
        entry(1, KRAKEN, 'Kraken'),
        entry(2, DEPOSIT, 'Desk'),
        entry(3, KRAKEN, 'Desk'),
      );
    await expect(named('Krakn')).rejects.toThrow(
      'no entry of the address book and no wallet has the label Krakn. Did you mean Kraken?',
    );
    await expect(named('Desk')).rejects.toThrow(`Desk is the label of 2 addresses: ${DEPOSIT}, ${KRAKEN}. Write one`);
  });

  it('stay as they are, and the address book unread, when no label stands in them', async () => {
    const conditions = { counterparty_in: [KRAKEN, 'list:banks', 'address_book'], method: 'Kraken' };
    expect(await read(conditions)).toEqual(conditions);
    expect(await read('not an object')).toBe('not an object');
  });
});
