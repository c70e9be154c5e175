import { afterAll, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { addressesNamed, bookLabels } from '../../sdk/book-labels.ts';
import { createChainwatch } from '../../sdk/index.ts';
import { listOf, serving } from '../cli/api-double.ts';
import { closeAll } from '../platform/outbound/receiver.ts';

afterAll(closeAll);

const KRAKEN = '0x52908400098527886E0F7030069857D2E4169EE7';
const SOLANA = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV';
const entry = (address: string, label: string) => ({ address, label });

/** A book whose first page holds the entries of `newest`. Returns what was asked of it, too. */
async function bookOf(newest: readonly object[], others: Readonly<Record<string, object>> = {}) {
  const asked: (string | null)[] = [];
  const url = await serving((request, response) => {
    const q = new URL(request.url ?? '', 'http://127.0.0.1').searchParams.get('q');
    asked.push(q);
    const page = q === null ? listOf(...newest) : listOf(...[others[q]].flatMap((found) => found ?? []));
    const next = q === null && Object.keys(others).length > 0 ? 'more' : null;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ ...page, meta: { ...page.meta, next } }));
  });
  return { api: createChainwatch({ baseUrl: url, apiKey: 'cw_test_1' }), asked };
}

describe('The labels of the address book', () => {
  it('are read at once from a small book, for an EVM address in any case', async () => {
    const { api, asked } = await bookOf([entry(KRAKEN, 'Our account at Kraken'), entry(SOLANA, 'Payroll')]);
    const labelOf = await bookLabels(api, [KRAKEN.toLowerCase(), SOLANA]);
    expect([KRAKEN, KRAKEN.toLowerCase(), SOLANA, SOLANA.toLowerCase()].map(labelOf)).toEqual([
      'Our account at Kraken',
      'Our account at Kraken',
      'Payroll',
      undefined,
    ]);
    expect(asked).toEqual([null]);
  });

  it('are asked for by address beyond the first page of a large book, and for twenty addresses at most', async () => {
    const { api, asked } = await bookOf([entry(SOLANA, 'Payroll')], {
      [KRAKEN.toLowerCase()]: entry(KRAKEN, 'Our account at Kraken'),
    });
    const many = Array.from({ length: 30 }, (_, n) => `0x${String(n).padStart(40, '0')}`);
    const labelOf = await bookLabels(api, [SOLANA, KRAKEN, KRAKEN, ...many]);
    expect([labelOf(KRAKEN), labelOf(SOLANA), labelOf('0x1')]).toEqual(['Our account at Kraken', 'Payroll', undefined]);
    expect(asked).toHaveLength(21);
    expect(z.array(z.string()).parse(asked.slice(1))).not.toContain(SOLANA);
  });

  it('are not read when no address is asked for', async () => {
    const { api, asked } = await bookOf([]);
    expect((await bookLabels(api, []))(KRAKEN)).toBeUndefined();
    expect(asked).toEqual([]);
  });
});

it('The addresses that a sentence names are the other ends and contracts, without groups and lists', () => {
  const conditions = {
    counterparty_not_in: [KRAKEN, 'own_wallets', 'list:exchanges-of-europe'],
    asset: 'native',
    method: KRAKEN,
  };
  expect(addressesNamed({ conditions })).toEqual([KRAKEN]);
  expect(addressesNamed({ conditions: { token_address: KRAKEN } })).toEqual([KRAKEN]);
});
