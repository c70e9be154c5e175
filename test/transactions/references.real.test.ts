import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { csvPieces } from '../../lib/transactions/csv.ts';
import { type TransactionRepo, transactionRepo } from '../../lib/transactions/repo.ts';
import type { Reference, StoredTransaction } from '../../lib/transactions/schema.ts';
import { search } from '../../lib/transactions/search.ts';
import type { TransactionSearch } from '../../lib/transactions/transaction-query.ts';
import { OrganisationId } from '../../lib/values/ids.ts';
import { testDeps } from '../support/deps.ts';
import { aStoredTransaction, aWallet } from '../support/records.ts';
import { makeTable } from '../support/table.ts';

const text = (kind: Reference['kind'], value: string): Reference => ({
  kind,
  value,
  encoding: 'text',
  truncated: false,
});
const hex: Reference = { kind: 'memo', value: 'FF4711', encoding: 'hex', truncated: false };
/** The payments of each organisation: both have the same tags and memos. */
const PAYMENTS: readonly Partial<StoredTransaction>[] = [
  { hash: 'invoice', destinationTag: 0, references: [text('memo', 'Invoice 4711 März'), hex] },
  { hash: 'source', destinationTag: 4_294_967_295, references: [text('source_tag', '4711')] },
  { hash: 'plain', notes: 'paid' },
];

let transactions: TransactionRepo;
const organisations = [OrganisationId.parse(randomUUID()), OrganisationId.parse(randomUUID())] as const;
const [ours, theirs] = organisations;
/** The ids of the records of an organisation, by the hashes above. */
const recorded = new Map<OrganisationId, Map<string, string>>();
const wallets = {
  byId: async (_: OrganisationId, ids: readonly string[]) => new Map(ids.map((id) => [id, aWallet()])),
};

beforeAll(async () => {
  transactions = transactionRepo(testDeps(await makeTable()));
  for (const organisation of organisations) {
    recorded.set(organisation, new Map());
    for (const payment of PAYMENTS) {
      const { transaction } = await transactions.record(
        organisation,
        aStoredTransaction({ id: randomUUID(), ...payment }),
      );
      recorded.get(organisation)?.set(transaction.hash, transaction.id);
    }
  }
});

const FIRST = { page: 1, pageSize: 100 };
/** The hashes that a list, a search and a CSV find alike, all of them of this organisation. */
async function found(organisation: OrganisationId, { q, ...filters }: TransactionSearch): Promise<string[]> {
  const page =
    q === undefined
      ? await transactions.page(organisation, filters, FIRST)
      : await search({ transactions, wallets }, organisation, { q, ...filters }, FIRST);
  const own = recorded.get(organisation);
  expect(page.data.map(({ id }) => id)).toEqual(page.data.map(({ hash }) => own?.get(hash)));
  const pieces: string[] = [];
  for await (const piece of csvPieces({ transactions, wallets }, organisation, { q, ...filters })) pieces.push(piece);
  expect(pieces.join('').trimEnd().split('\r\n')).toHaveLength(1 + page.data.length);
  return page.data.map(({ hash }) => hash).sort();
}

describe('The payments of an organisation are found', () => {
  it.each<[string, TransactionSearch, string[]]>([
    ['the tag 0', { destinationTag: '0' }, ['invoice']],
    ['the largest tag', { destinationTag: '4294967295' }, ['source']],
    ['no tag', { destinationTag: 'none' }, ['plain']],
    ['a tag that no payment has', { destinationTag: '1' }, []],
    ['the whole memo', { reference: 'Invoice 4711 März' }, ['invoice']],
    ['a part of a memo, which is none', { reference: 'Invoice 4711' }, []],
    ['a memo of hex', { reference: 'FF4711' }, ['invoice']],
    ['tag and memo', { destinationTag: '0', reference: '4711' }, []],
    ['words of a memo in any case', { q: 'MÄRZ invoice' }, ['invoice']],
    ['the beginning of a word of several', { q: '471' }, ['invoice', 'source']],
    ['words of a search beside a filter', { q: '4711', destinationTag: '4294967295' }, ['source']],
    ['hex, in which no search looks', { q: 'FF47' }, []],
    ['words of the notes', { q: 'paid' }, ['plain']],
  ])('by %s, and never those of another organisation', async (_what, filters, hashes) => {
    expect(await found(ours, filters)).toEqual(hashes);
    expect(await found(theirs, filters)).toEqual(hashes);
    expect(await found(OrganisationId.parse(randomUUID()), filters)).toEqual([]);
  });
});
