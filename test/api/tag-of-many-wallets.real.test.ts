import { beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import { type ApiClient, newOrganisation } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { addRule, addWallet, evmAddress, importInto } from './samples.ts';

/** More than a page of records names. */
const WALLETS = 1_010;
const query = { walletTag: 'deposit' };

let api: ApiClient;
/** The records of two deposit wallets and, between them, of a wallet with another tag. */
let deposits: readonly string[];

beforeAll(async () => {
  api = (await newOrganisation()).api;
  await addRule(api, { name: 'Every payment' });
  const wallets = [];
  for (let n = 0; n < WALLETS; n += 100) {
    const rows = Array.from({ length: Math.min(100, WALLETS - n) }, (_, i) => ({
      ...{ label: `Deposit ${n + i}`, address: evmAddress(), chains: ['ethereum'], tags: ['deposit'] },
    }));
    wallets.push(...(await api.ok(routes.createWallets, { body: { wallets: rows } })).created);
  }
  const [first, last, cold] = [wallets[0], wallets.at(-1), await addWallet(api, { tags: ['cold'] })];
  if (first === undefined || last === undefined) throw new Error('the wallets were not created');
  const ids = [];
  for (const [n, wallet] of [first, cold, last, cold, first].entries()) {
    const { id } = await importInto(api, wallet, { blockTimestamp: `2026-03-01T11:0${n}:00.000Z` });
    if (wallet !== cold) ids.unshift(id);
  }
  deposits = ids;
});

describe('The filter `walletTag` with a tag of more than 1,000 wallets', () => {
  it('lists the transactions on pages, which a cursor continues', async () => {
    const { data, meta } = await api.ok(routes.listTransactions, { query });
    expect(data.map(({ id }) => id)).toEqual(deposits);
    expect(meta).toMatchObject({ total: 3, searched: 5, next: null });
    const first = await api.ok(routes.listTransactions, { query: { ...query, pageSize: 2 } });
    expect(first.meta).toMatchObject({ total: 2, searched: 3, totalIsExact: false });
    const cursor = first.meta.next ?? '';
    const second = await api.ok(routes.listTransactions, { query: { ...query, pageSize: 2, cursor } });
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(deposits);
    expect(second.meta).toMatchObject({ total: 1, next: null, totalIsExact: false });
    const oldest = await api.ok(routes.listTransactions, { query: { ...query, sort: 'blockTimestamp' } });
    expect(oldest.data.map(({ id }) => id)).toEqual(deposits.toReversed());
    const found = await api.ok(routes.listTransactions, { query: { ...query, q: 'deposit' } });
    expect(found.data.map(({ id }) => id)).toEqual(deposits);
  });

  it('lists the events', async () => {
    const { data } = await eventually(
      () => api.ok(routes.listEvents, { query }),
      (events) => events.data.length === deposits.length,
    );
    expect(data.map(({ transactionId }) => transactionId).sort()).toEqual([...deposits].sort());
  });

  it('counts and exports the transactions', async () => {
    const { buckets } = await api.ok(routes.getStats, { query: { ...query, from: '2026-03-01', to: '2026-03-01' } });
    expect(buckets.map(({ transactions }) => transactions)).toEqual([{ ethereum: 3 }]);
    const flows = await api.ok(routes.getFlows, { query: { ...query, from: '2026-03-01', to: '2026-03-01' } });
    expect(flows.days).toHaveLength(1);
    const csv = await api.ok(routes.exportTransactions, { query });
    expect(csv.trimEnd().split('\n')).toHaveLength(1 + deposits.length);
    const { id } = await api.ok(routes.createExport, { body: query });
    const job = await eventually(
      () => api.ok(routes.getExport, { params: { id } }),
      ({ status }) => status !== 'running',
    );
    expect(job).toMatchObject({ status: 'completed', rows: deposits.length });
  });
});
