import { afterAll, describe, expect, it } from '@jest/globals';
import { keys } from '../../lib/platform/table/keys.ts';
import { batchGet } from '../../lib/platform/table/table.ts';
import { draftOf } from '../../lib/transactions/import.ts';
import { TransactionItem } from '../../lib/transactions/item.ts';
import type { StoredTransaction } from '../../lib/transactions/schema.ts';
import type { Draft } from '../../lib/transactions/store.ts';
import { transactionId } from '../../lib/transactions/transaction-id.ts';
import { walletRepo } from '../../lib/wallets/repo.ts';
import { bodyOf } from '../support/imports.ts';
import { quiet } from '../support/quiet.ts';
import { Matches } from '../support/recorded-chain/matches.ts';
import { RecordedNode } from '../support/recorded-chain/node.ts';
import { aWallet } from '../support/records.ts';
import { rpcNodes, thrice } from '../support/rpc-nodes.ts';
import { type FamilyName, families, whole } from './recordings.ts';
import { fromFirst, scanAll, watchedTable, watcherOf } from './replaying.ts';

quiet();
const { node } = rpcNodes();

/** The balance keeps 16 digits, so its change can differ from the delivered amount that the record holds. */
const ROUNDED = 'the balance was rounded to 16 digits; the record holds the delivered amount';
/** Facts with a wrong expected value and a right record, each with the reason. All other facts must match. */
const EXPLAINED: Readonly<Record<string, string>> = {
  'tx/145-real-partial-1.json r4L6ZLHkTytPqDR81H1ysCr6qGv9oJJAKi balance': ROUNDED,
  'tx/146-real-partial-2.json r4L6ZLHkTytPqDR81H1ysCr6qGv9oJJAKi balance': ROUNDED,
  'tx/147-real-partial-3.json r4L6ZLHkTytPqDR81H1ysCr6qGv9oJJAKi balance': ROUNDED,
};

const table: string[] = ['Facts of recorded transactions found in the records of the watcher:'];
afterAll(() => {
  process.stdout.write(`${table.join('\n')}\n`);
});

/** The numbers of transactions with known facts. */
const KNOWN = { EVM: 26, Solana: 39, 'XRP Ledger': 66 };
/** The numbers of their records. */
const RECORDS = { EVM: 169, Solana: 162, 'XRP Ledger': 134 };

/** Replays all recorded blocks of a family while every wallet with known facts is watched. */
async function replay(family: FamilyName) {
  const recording = whole[family]();
  const { methods, reader, expected } = recording;
  const { deps, owners } = await watchedTable(recording);
  const { url } = await node(new RecordedNode(methods).listener);
  const nodes = reader(...thrice(url));
  await scanAll(watcherOf(deps, recording.id, nodes), fromFirst(recording));
  const wanted = expected.flatMap((each) => {
    const owner = owners.get(each.address);
    return owner ? [{ each, owner, id: transactionId(owner.organisation, owner.walletId, each.hash) }] : [];
  });
  const found = await batchGet(
    deps.table,
    wanted.map(({ owner, id }) => keys.transaction(owner.organisation, id)),
    TransactionItem,
  );
  const records = new Map(found.map((record) => [record.id, record]));
  const wallets = walletRepo(deps);
  const chains = async () => ({ reader: () => nodes, find: () => Promise.resolve(null) });
  return wanted.map(({ each, owner, id }) => ({
    ...each,
    owner,
    record: records.get(id),
    /** What an import of the transaction records. Its body is wrong. */
    imported: () =>
      draftOf(
        { wallets, chains },
        owner.organisation,
        bodyOf({ walletId: owner.walletId, chain: recording.id, hash: each.hash, status: 'failed', blockNumber: 1 }),
        aWallet({ id: owner.walletId, address: each.address, chains: [recording.id] }),
      ),
  }));
}

/** A record and a draft, without what the source, the prices and the time of recording add. */
function drafted(record: StoredTransaction, { source, blockHash, ...given }: Draft) {
  const transfers = given.transfers.map((transfer) => ({ ...transfer, valueUsd: null }));
  const draft = { unsigned: undefined, ...given, transfers };
  return {
    stored: Object.fromEntries(Object.entries(record).filter(([field]) => field in draft)),
    draft,
    origin: { source, blockHash },
  };
}

describe.each(families)('the watcher of replayed %s blocks', (family) => {
  it('stores a record with exact amounts for every wallet with known facts', async () => {
    const outcomes = await replay(family);
    const matches = new Matches(EXPLAINED);
    for (const { file, address, isTouched, record, owner, facts } of outcomes) {
      const about = `${file} ${address}`;
      matches.compare(about, 'record', isTouched, record !== undefined);
      if (record === undefined) continue;
      const { walletId, source, reorged } = record;
      matches.compare(about, 'wallet', [owner.walletId, 'watch', false], [walletId, source, reorged]);
      for (const { fact, expected, actual } of facts(record)) matches.compare(about, fact, expected, actual);
    }
    const transactions = new Set(outcomes.map(({ hash }) => hash)).size;
    table.push(`${family}, ${transactions} transactions as ${outcomes.length} wallets see them`, ...matches.lines());

    expect(transactions).toBe(KNOWN[family]);
    expect(matches.unexplained).toEqual([]);
    expect(matches.share).toBeGreaterThanOrEqual(0.99);
  });

  it('stores what an import of the transaction stores, field by field', async () => {
    let compared = 0;
    for (const { record, imported } of await replay(family)) {
      if (record === undefined) continue;
      const { stored, draft, origin } = drafted(record, await imported());
      expect(draft).toEqual(stored);
      expect(origin).toEqual({ source: 'import', blockHash: null });
      compared += 1;
    }
    expect(compared).toBe(RECORDS[family]);
  });
});
