import { describe, expect, it } from '@jest/globals';
import { entriesOf, walletsOf } from '../../../cli/manifest/stated-records.ts';
import { hasWords, wordsOf } from '../../../lib/values/search-words.ts';
import { createChainwatch } from '../../../sdk/index.ts';

interface FakeRecord {
  readonly id: string;
  readonly label: string;
  readonly address: string;
  readonly managedBy?: string;
  readonly chains: readonly string[];
  readonly destinationTag?: number;
}

/** Records that the service looks through for a label in one request. */
const SEARCHED = 3_000;

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
      const isWhole = q === undefined || /^(0x[0-9a-f]{40}|r\w{24,34})$/.test(q);
      const end = Number(cursor) + (isWhole ? Number(pageSize) : SEARCHED);
      const found = records.filter(
        (each) =>
          (managedBy === undefined || each.managedBy === managedBy) &&
          (q === undefined || !isWhole || each.address === q),
      );
      const meta = { total: found.length, next: end < found.length ? String(end) : null };
      const data = found.slice(Number(cursor), end);
      if (!isWhole) return Response.json({ data: data.filter(({ label }) => hasWords(wordsOf(label), q)), meta });
      return Response.json({ data, meta });
    },
  });
  return { api, queries };
}

const of = (managedBy: string, label: string, n: number): FakeRecord => ({
  ...{ id: `${managedBy} ${label}`, label, address: addressOf(n), chains: ['base'], managedBy },
});
/** The 200,000 wallets of an exchange, which no file states. */
const crowd = Array.from({ length: 200_000 }, (_, n) => of('deposits', `Deposit ${n}`, 1_000 + n));
const stating = (label: string, n: number) => ({ label, address: addressOf(n), chains: ['base' as const] });
const families = new Map([
  ['base', 'evm'],
  ['xrp', 'xrp'],
  ['xrp-testnet', 'xrp'],
]);
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
    expect(idsOf(await walletsOf(api, manifest, families))).toEqual(idsOf([...own, byHand]));
    // The first page of all, those of the mark, and the two addresses that none of them has.
    expect(queries).toHaveLength(4);
  });

  it('are also those that rules and matches name, by label or address', async () => {
    const { api, queries } = serviceWith(wallets);
    const match = { wallets: ['Vault', addressOf(1_007), '00000000-0000-4000-8000-000000000001'] };
    const webhooks = [{ url: 'https://a.example/h', events: ['ping' as const], match }];
    expect(idsOf(await walletsOf(api, { ...manifest, webhooks }, families))).toEqual(
      idsOf([...own, byHand, ...named, of('deposits', 'Deposit 7', 1_007)]),
    );
    // A label costs a request for each 3,000 wallets.
    expect(queries).toHaveLength(5 + Math.ceil(wallets.length / SEARCHED));
  });

  it('are also those at an address that the mark has with another destination tag', async () => {
    const [CLASSIC, TAGGED] = ['rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN', 'XVw9UfvRwx2mSjxk4YaDyd59dzCf6MTsKGdFKxUDCNJZDPV'];
    const account = { address: CLASSIC, chains: ['xrp'] };
    const tagged = { ...account, id: 'tagged', label: 'Tagged', managedBy: 'ops', destinationTag: 7 };
    const untagged = { ...account, id: 'untagged', label: 'By hand' };
    const stated = (label: string, address: string) => ({ label, address, chains: ['xrp' as const] });
    const both = [stated('Tagged', TAGGED), stated('Untagged', CLASSIC)];
    const { api, queries } = serviceWith([...crowd, tagged, untagged]);
    const found = await walletsOf(api, { managedBy: 'ops', wallets: both }, families);
    expect(idsOf(found)).toEqual(['tagged', 'untagged']);
    // The mark has the wallet of the X-address, so that no request asks for this wallet.
    expect(queries).toHaveLength(3);
  });

  it('are also those at an X-address of a test network, which a search does not know', async () => {
    const byHand = { id: 'x', label: 'By hand', address: 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN', destinationTag: 7 };
    const { api } = serviceWith([...crowd, { ...byHand, chains: ['xrp-testnet'] }]);
    const stated = {
      label: 'Test',
      address: 'TVnCcNnQpv38tEjMeLFz1d7hfSBvUAfnGSbGddRkEF58ECC',
      chains: ['xrp-testnet' as const],
    };
    expect(idsOf(await walletsOf(api, { managedBy: 'ops', wallets: [stated] }, families))).toEqual(['x']);
  });

  it.each(['🔥', '***'])('are all of them for the label %s, which has no word to search for', async (label) => {
    const some = [...crowd.slice(0, 10_000), of('person', label, 4)];
    const { api } = serviceWith(some);
    const rules = [{ name: 'Large', ruleType: 'large_transfer', wallets: [label] }];
    expect(idsOf(await walletsOf(api, { managedBy: 'ops', rules }, families))).toContain(`person ${label}`);
  });

  it('are all of them, where a file states so many that pages take fewer requests', async () => {
    const { api, queries } = serviceWith(crowd.slice(0, 10_000));
    const many = Array.from({ length: 100 }, (_, n) => stating(`New ${n}`, 500_000 + n));
    expect(await walletsOf(api, { ...manifest, wallets: many }, families)).toHaveLength(10_000);
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
