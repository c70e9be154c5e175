import { describe, expect, it } from '@jest/globals';
import { entriesOf, walletsOf } from '../../../cli/manifest/stated-records.ts';
import { createChainwatch } from '../../../sdk/index.ts';

interface FakeRecord {
  readonly id: string;
  readonly label: string;
  readonly address: string;
  readonly managedBy?: string;
}

const addressOf = (n: number): string => `0x${n.toString(16).padStart(40, '0')}`;

/** A service with records. It pages, filters and searches them as the API does, and notes each query. */
function serviceWith(records: readonly FakeRecord[]) {
  const queries: Record<string, string>[] = [];
  const api = createChainwatch({
    baseUrl: 'https://service.example',
    fetch: async ({ url }) => {
      const query = Object.fromEntries(new URL(url).searchParams);
      queries.push(query);
      const { managedBy, q, cursor = '0', pageSize = '25' } = query;
      const found = records.filter(
        (each) =>
          (managedBy === undefined || each.managedBy === managedBy) &&
          (q === undefined || each.address === q.toLowerCase() || each.label.startsWith(q)),
      );
      const end = Number(cursor) + Number(pageSize);
      const meta = { total: found.length, next: end < found.length ? String(end) : null };
      return Response.json({ data: found.slice(Number(cursor), end), meta });
    },
  });
  return { api, queries };
}

const of = (managedBy: string, label: string, n: number): FakeRecord => ({
  ...{ id: `${managedBy} ${label}`, label, address: addressOf(n), managedBy },
});
/** The 200,000 wallets of an exchange, which no file states. */
const crowd = Array.from({ length: 200_000 }, (_, n) => of('deposits', `Deposit ${n}`, 1_000 + n));
const stating = (label: string, n: number) => ({ label, address: addressOf(n), chains: ['base' as const] });
const idsOf = (records: readonly { readonly id: string }[]) => records.map(({ id }) => id).sort();

describe('the wallets that apply reads of 200,000', () => {
  const own = [of('ops', 'Hot', 1), of('ops', 'Abandoned', 2)];
  const byHand = of('person', 'By hand', 3);
  const named = [of('person', 'Vault', 4), of('person', 'Vault 2', 5)];
  const wallets = [...crowd.slice(0, 100_000), ...own, byHand, ...named, ...crowd.slice(100_000)];
  const manifest = {
    managedBy: 'ops',
    wallets: [stating('Hot', 1), stating('Mine', 3), stating('New', 6)],
    rules: [{ name: 'Large', ruleType: 'large_transfer', wallets: ['Hot', addressOf(3)] }],
  };

  it('are those of its mark and those that it states, by a few requests', async () => {
    const { api, queries } = serviceWith(wallets);
    expect(idsOf(await walletsOf(api, manifest))).toEqual(idsOf([...own, byHand]));
    // The first page of all, those of the mark, and the two addresses that none of them has.
    expect(queries).toHaveLength(4);
  });

  it('are also those that rules and matches name, by label or address', async () => {
    const { api, queries } = serviceWith(wallets);
    const match = { wallets: ['Vault', addressOf(1_007), '00000000-0000-4000-8000-000000000001'] };
    const webhooks = [{ url: 'https://a.example/h', events: ['ping' as const], match }];
    expect(idsOf(await walletsOf(api, { ...manifest, webhooks }))).toEqual(
      idsOf([...own, byHand, ...named, of('deposits', 'Deposit 7', 1_007)]),
    );
    expect(queries).toHaveLength(6);
  });

  it('are all of them, where a file states so many that pages take fewer requests', async () => {
    const { api, queries } = serviceWith(crowd.slice(0, 10_000));
    const many = Array.from({ length: 100 }, (_, n) => stating(`New ${n}`, 500_000 + n));
    expect(await walletsOf(api, { ...manifest, wallets: many })).toHaveLength(10_000);
    // The first page of all and those of the mark tell that. Then come the pages of all.
    expect(queries).toHaveLength(2 + 100);
  });
});

describe('the entries of the address book that apply reads of 30,000', () => {
  const book = crowd.slice(0, 30_000);
  const manifest = {
    managedBy: 'ops',
    addressBook: [
      { address: addressOf(1_009), label: 'Known' },
      { address: addressOf(9), label: 'New' },
    ],
  };

  it('are those at the addresses that it states', async () => {
    const { api, queries } = serviceWith(book);
    expect(idsOf(await entriesOf(api, manifest, false))).toEqual(['deposits Deposit 9']);
    expect(queries).toHaveLength(3);
  });

  it('are all of them with prune, which deletes the others', async () => {
    expect(await entriesOf(serviceWith(book).api, manifest, true)).toHaveLength(book.length);
  });
});
