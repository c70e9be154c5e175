import { afterAll, describe, expect, it } from '@jest/globals';
import { matchForm, parseAddress } from '../../lib/chains/address.ts';
import { chainsAt } from '../../lib/chains/chain-wiring.ts';
import type { BlockTransaction } from '../../lib/chains/port/chain.ts';
import { draftOf } from '../../lib/transactions/import.ts';
import type { Draft } from '../../lib/transactions/store.ts';
import { isTouched, touchedBy } from '../../lib/transactions/view.ts';
import { walletMatchesOf } from '../../lib/watch/wallet-matches.ts';
import type { Content, Link } from '../../local/chains/recorded/made-chain.ts';
import { bodyOf } from '../support/imports.ts';
import { quiet } from '../support/quiet.ts';
import { Matches } from '../support/recorded-chain/matches.ts';
import { RecordedNode } from '../support/recorded-chain/node.ts';
import { aWallet, organisation, uuid } from '../support/records.ts';
import { rpcNodes, thrice } from '../support/rpc-nodes.ts';
import { sampled } from '../support/sample.ts';
import { type RecordedSet, recordedSets, recordedSetsBeside } from './recorded-sets.ts';

quiet();
const { node } = rpcNodes();
const { signal } = new AbortController();

const table: string[] = ['Records of recorded transactions, as the watcher and an import make them:'];
afterAll(() => {
  process.stdout.write(`${table.join('\n')}\n`);
});

/** The wallets of an organisation: the addresses that `isOurs` accepts. */
const walletsWhere = (isOurs: (address: string) => boolean) => ({
  get: () => Promise.reject(new Error('no wallet is read')),
  owned: async (_organisation: unknown, _chains: unknown, asked: readonly string[]) =>
    new Map(asked.filter(isOurs).map((address) => [address, { untagged: uuid(2), tagged: new Map() }])),
});

/** Each way in which the wallets of an organisation can stand to a transaction: one takes part, or all parties do. */
const organisationsOf = (wallet: string) => [walletsWhere((address) => address === wallet), walletsWhere(() => true)];

/** Transactions of a sample of a set. The largest set has 1,930. */
const DRAWN = 50;

/** Compares the records of a sample of the transactions of a set, for each wallet that takes part. */
async function compared({ id, chain, methods, isTraced }: RecordedSet) {
  const { url } = await node(new RecordedNode(methods).listener);
  const urls = { [id]: thrice(url) };
  // The watcher and the import are processes of their own.
  const [watcher, importer] = [chainsAt(urls).reader(id), chainsAt(urls).reader(id)];
  const matches = new Matches();
  const count = { transactions: 0, records: 0 };

  async function compare(link: Link<Content>, transaction: BlockTransaction): Promise<void> {
    const { hash, parties } = transaction;
    const lookup = await importer.lookup(hash, signal);
    if (lookup === null) throw new Error(`the node does not know ${hash}`);
    const chains = async () => ({ reader: () => ({ lookup: async () => lookup }), find: async () => lookup });
    // Without traces, a block does not name the ends of the calls inside its transactions.
    const movements = lookup.movements.filter(({ origin }) => isTraced || origin !== 'call');
    for (const address of new Set(touchedBy({ ...lookup, movements }))) {
      matches.compare(`${hash} ${address}`, 'party', parties.includes(matchForm(id, address)), true);
    }
    const named = parties.flatMap((party) => parseAddress(id, party)?.address ?? []);
    for (const address of new Set([...named, ...touchedBy(lookup)])) {
      const { undecoded, ...decoded } = await transaction.decode(signal, new Set([matchForm(id, address)]));
      const inBlock = { ...decoded, undecoded, blockHash: link.hash };
      const about = `${hash} ${address}`;
      matches.compare(about, 'undecoded', null, undecoded);
      for (const wallets of organisationsOf(address)) {
        const [match] = await walletMatchesOf(wallets, organisation, [{ address, inBlock }]);
        matches.compare(about, 'record', match !== undefined, isTouched(lookup, address));
        if (match === undefined) continue;
        const body = bodyOf({ chain: id, hash, status: 'failed', blockNumber: 1 });
        const wallet = aWallet({ address, chains: [id] });
        const imported = await draftOf({ wallets, chains }, organisation, body, wallet);
        compareFields(matches, about, match.draft, imported);
        matches.compare(about, 'origin', [match.draft.source, match.draft.blockHash], ['watch', link.hash]);
        count.records += 1;
      }
    }
    count.transactions += 1;
  }

  const all: (readonly [Link<Content>, BlockTransaction])[] = [];
  for (const link of chain.links) {
    const whole = isTraced ? await watcher.tracedBlock?.(link, signal) : await watcher.block(link.height, signal);
    const recorded = new Set(link.content.hashes);
    // A block of an EVM chain also pays validators, without transactions.
    const transactions = whole?.transactions.filter(({ hash }) => recorded.has(hash)) ?? [];
    all.push(...transactions.map((each) => [link, each] as const));
  }
  for (const [link, transaction] of sampled(all, DRAWN)) await compare(link, transaction);
  return { matches, recorded: all.length, ...count };
}

/** Compares all fields except those that say how the record came in. */
function compareFields(matches: Matches, about: string, watched: Draft, imported: Draft): void {
  const { source: _, blockHash: __, ...expected } = watched;
  const { source, blockHash, ...actual } = imported;
  const fields: ReadonlyMap<string, unknown> = new Map(Object.entries(actual));
  for (const [field, value] of Object.entries(expected)) matches.compare(about, field, value, fields.get(field));
  matches.compare(about, 'fields', Object.keys(expected).sort(), Object.keys(actual).sort());
  matches.compare(about, 'import', ['import', null], [source, blockHash]);
}

/** The numbers of recorded transactions of the repository. */
const KNOWN: Readonly<Record<string, number>> = {
  'ethereum in the repository': 383,
  'ethereum in the repository, with traces of transactions': 254,
  'ethereum in the repository, with traces of blocks': 254,
  'arbitrum in the repository': 1,
  'polygon in the repository': 4,
  'polygon in the repository, with traces of transactions': 3,
  'polygon in the repository, with traces of blocks': 3,
  'solana in the repository': 102,
  'xrp in the repository': 431,
};

describe('an import of a recorded transaction', () => {
  it.each(recordedSets())('makes the record that the watcher makes: $title', async (set) => {
    const { matches, recorded, transactions, records } = await compared(set);
    table.push(`  ${set.title}: ${records} records of ${transactions} transactions`);
    expect(matches.unexplained).toEqual([]);
    expect(recorded).toBe(KNOWN[set.title]);
    expect(records).toBeGreaterThan(transactions);
  });

  const beside = recordedSetsBeside();
  if (beside.length === 0)
    it.skip('makes the record that the watcher makes: no recordings are beside', () => undefined);
  for (const set of beside) {
    it(`makes the record that the watcher makes: ${set.title}`, async () => {
      const { matches, transactions, records } = await compared(set);
      table.push(`  ${set.title}: ${records} records of ${transactions} transactions`);
      expect(matches.unexplained).toEqual([]);
      expect(records).toBeGreaterThan(transactions);
    });
  }
});
