import { afterAll, describe, expect, it } from '@jest/globals';
import { keys } from '../../lib/platform/table/keys.ts';
import { batchGet } from '../../lib/platform/table/table.ts';
import { TransactionItem } from '../../lib/transactions/item.ts';
import { transactionId } from '../../lib/transactions/transaction-id.ts';
import { quiet } from '../support/quiet.ts';
import { Matches } from '../support/recorded-chain/matches.ts';
import { RecordedNode } from '../support/recorded-chain/node.ts';
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
const KNOWN = { EVM: 26, Solana: 39, 'XRP Ledger': 58 };

/** Replays all recorded blocks of a family while every wallet with known facts is watched. */
async function replay(family: FamilyName) {
  const recording = whole[family]();
  const { methods, reader, expected } = recording;
  const { deps, owners } = await watchedTable(recording);
  const { url } = await node(new RecordedNode(methods).listener);
  await scanAll(watcherOf(deps, recording.id, reader(...thrice(url))), fromFirst(recording));
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
  return wanted.map(({ each, owner, id }) => ({ ...each, owner, record: records.get(id) }));
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
});
