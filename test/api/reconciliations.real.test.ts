import { beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import { differenceRepo } from '../../lib/balances/difference-repo.ts';
import type { StoredDifference } from '../../lib/balances/schema.ts';
import { OrganisationId } from '../../lib/values/ids.ts';
import { depsOfStack } from '../balances/stored-balances.ts';
import { type ApiClient, api, invalid, newOrganisation, type Parts } from '../support/api.ts';
import { aDifference, USDC, uuid } from '../support/records.ts';
import { addWallet, UNKNOWN_ID } from './samples.ts';

let reader: ApiClient;
let stranger: ApiClient;
/** The differences of an organisation, the newest first. */
let shown: readonly StoredDifference[];
/** The wallets of these differences. */
let [treasury, hot] = ['', ''];

const onDay = (day: number): string => `2026-02-${String(day).padStart(2, '0')}T09:00:00.000Z`;

beforeAll(async () => {
  const deps = depsOfStack();
  const { api: own, organisationId } = await newOrganisation();
  const others = await newOrganisation();
  reader = api((await own.ok(routes.createKey, { body: { name: 'Auditor', scope: 'read' } })).key);
  stranger = others.api;
  [treasury, hot] = [(await addWallet(own)).id, (await addWallet(own)).id];
  const explained = {
    status: 'explained' as const,
    explanation: 'A call inside a transaction moved the value.',
    transactionIds: [uuid(1), uuid(2)],
    explainedAt: onDay(20),
  };
  const negative = { expected: '1', actual: '0.5', difference: '-0.5' };
  shown = [
    aDifference({ id: deps.newId(), walletId: treasury, createdAt: onDay(5) }),
    aDifference({ id: deps.newId(), walletId: hot, createdAt: onDay(4), chain: 'base', ...negative }),
    aDifference({ id: deps.newId(), walletId: treasury, createdAt: onDay(3), ...explained }),
    aDifference({ id: deps.newId(), walletId: treasury, createdAt: onDay(2), asset: 'USDC', tokenAddress: USDC }),
    aDifference({ id: deps.newId(), walletId: hot, createdAt: onDay(1), chain: 'base', ...explained }),
  ];
  const differences = differenceRepo(deps);
  // Not in the order of their times.
  for (const each of [...shown.slice(2), ...shown.slice(0, 2)]) {
    await differences.create(OrganisationId.parse(organisationId), each, []);
  }
  const theirs = aDifference({ id: deps.newId(), walletId: treasury, createdAt: onDay(6) });
  await differences.create(OrganisationId.parse(others.organisationId), theirs, []);
});

const list = (query: Parts['query'] = {}, client = reader) => client.ok(routes.listReconciliations, { query });
const idsOf = ({ data }: { data: readonly { id: string }[] }) => data.map(({ id }) => id);

describe('GET /api/reconciliations', () => {
  it('shows the differences of the organisation, the newest first', async () => {
    const { data, meta } = await list();
    expect(idsOf({ data })).toEqual(shown.map(({ id }) => id));
    expect(meta).toMatchObject({ total: 5, page: 1, pageSize: 25 });
  });

  it('shows the fields of the contract, and no field that only the checks read', async () => {
    const { body } = await reader.call(routes.listReconciliations, { query: { walletId: hot, status: 'open' } });
    expect(body).toEqual({
      data: [
        {
          id: shown[1]?.id,
          walletId: hot,
          chain: 'base',
          asset: 'ETH',
          tokenAddress: null,
          expected: '1',
          actual: '0.5',
          difference: '-0.5',
          fromHeight: 19_000_000,
          toHeight: 19_000_000,
          status: 'open',
          explanation: null,
          transactionIds: [],
          createdAt: onDay(4),
          explainedAt: null,
        },
      ],
      meta: { total: 1, page: 1, pageSize: 25, next: null },
    });
  });

  it('shows what explains a difference', async () => {
    expect((await list({ chain: 'ethereum', status: 'explained' })).data).toMatchObject([
      {
        status: 'explained',
        explanation: 'A call inside a transaction moved the value.',
        transactionIds: [uuid(1), uuid(2)],
        explainedAt: onDay(20),
      },
    ]);
  });

  it('shows only what every given filter matches', async () => {
    for (const walletId of [undefined, treasury, hot]) {
      for (const chain of [undefined, 'ethereum', 'base', 'optimism']) {
        for (const status of [undefined, 'open', 'explained']) {
          const filter = Object.entries({ walletId, chain, status }).flatMap(([name, value]) =>
            value === undefined ? [] : [[name, value] as const],
          );
          const wanted = shown.filter((each) => filter.every(([name, value]) => Object(each)[name] === value));
          const found = await list(Object.fromEntries(filter));
          expect([filter, idsOf(found), found.meta.total]).toEqual([filter, wanted.map(({ id }) => id), wanted.length]);
        }
      }
    }
  });

  it('answers in pages', async () => {
    const found = await list({ page: 2, pageSize: 2 });
    expect(idsOf(found)).toEqual(shown.slice(2, 4).map(({ id }) => id));
    expect(found.meta).toMatchObject({ total: 5, page: 2, pageSize: 2 });
    expect(idsOf(await list({ page: 2, pageSize: 1, status: 'explained' }))).toEqual([shown[4]?.id]);
  });

  it('is empty for a wallet that the organisation does not have', async () => {
    expect(await list({ walletId: UNKNOWN_ID })).toMatchObject({ data: [], meta: { total: 0 } });
    expect(await list({ walletId: hot }, stranger)).toMatchObject({ data: [], meta: { total: 0 } });
  });

  it('shows the differences of no other organisation', async () => {
    const { data, meta } = await list({}, stranger);
    expect(data).toMatchObject([{ createdAt: onDay(6) }]);
    expect(meta.total).toBe(1);
  });

  it.each([
    ['walletId', 'not-a-uuid'],
    ['chain', 'dogecoin'],
    ['status', 'closed'],
    ['page', '0'],
    ['pageSize', '101'],
    ['surprise', '1'],
  ])('is 400 and names %s when it is %s', async (name, value) => {
    expect(await reader.refused(routes.listReconciliations, { query: { [name]: value } })).toEqual(invalid(name));
  });

  it('is 401 without a key', async () => {
    expect(await api().refused(routes.listReconciliations)).toMatchObject({ status: 401, code: 'unauthorized' });
  });
});
