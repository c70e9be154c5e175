import { describe, expect, it } from '@jest/globals';
import { bookLabels } from '../../lib/address-book/book-labels.ts';
import { bookRepo } from '../../lib/address-book/repo.ts';
import { CreateBookEntry } from '../../lib/address-book/schema.ts';
import { keys } from '../../lib/platform/table/keys.ts';
import { openTable } from '../../lib/platform/table/table.ts';
import { write } from '../../lib/platform/table/write.ts';
import { OrganisationId } from '../../lib/values/ids.ts';
import { evmAddress } from '../api/samples.ts';
import { testDeps } from '../support/deps.ts';
import { Faults } from '../support/faults.ts';
import { dynamoDb, makeTable } from '../support/table.ts';

async function labelled() {
  const deps = testDeps(await makeTable());
  const organisation = OrganisationId.parse(deps.newId());
  await write(deps.table, { put: { ...keys.organisation(organisation) } });
  const faults = new Faults();
  const labelsOf = bookLabels({ ...deps, table: openTable(deps.table.name, faults.over(dynamoDb())) });
  return {
    deps,
    calls: faults.calls,
    labels: async (...addresses: string[]) => [...(await labelsOf(organisation, addresses))],
    add: (address: string, label: string) =>
      bookRepo(deps).create(organisation, CreateBookEntry.parse({ address, label })),
  };
}

describe('bookLabels', () => {
  it('names the addresses of the book in the spelling that was asked for, with one BatchGet', async () => {
    const { add, labels, calls } = await labelled();
    const [known, stranger] = [evmAddress(), evmAddress()];
    await add(known, 'Partner');
    expect(await labels(known, stranger, known.toLowerCase())).toEqual([
      [known, 'Partner'],
      [known.toLowerCase(), 'Partner'],
    ]);
    expect(calls).toEqual(['GetItemCommand', 'BatchGetItemCommand']);
  });

  it('reads once in ten seconds for an organisation without a book', async () => {
    const { deps, add, labels, calls } = await labelled();
    const address = evmAddress();
    for (let n = 0; n < 5; n++) expect(await labels(address)).toEqual([]);
    expect(calls).toEqual(['GetItemCommand']);
    await add(address, 'Partner');
    deps.advance(10);
    expect(await labels(address)).toEqual([[address, 'Partner']]);
  });
});
