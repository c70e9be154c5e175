import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { keys } from '../../lib/platform/table/keys.ts';
import { openTable } from '../../lib/platform/table/table.ts';
import { write } from '../../lib/platform/table/write.ts';
import type { StoredTransaction } from '../../lib/transactions/schema.ts';
import type { OrganisationId } from '../../lib/values/ids.ts';
import { walletChanges } from '../../lib/wallets/change-wallet.ts';
import type { StoredWallet } from '../../lib/wallets/schema.ts';
import { NO_BUDGETS } from '../../lib/watch/touches.ts';
import { Faults } from '../support/faults.ts';
import { quiet } from '../support/quiet.ts';
import { recorded } from '../support/recorded.ts';
import { runs } from '../support/sample.ts';
import { dynamoDb } from '../support/table.ts';
import { type Budgeted, budgetedOn } from './deferred/budgeted.ts';
import { CUSTOMER, TaggedChain, type TaggedPayment } from './tagged-payments.ts';
import { type Given, makeWallet, organisationWith } from './tagged-wallets.ts';

quiet();

/** The tags of the wallets that have a record of each transaction, by hash. */
function holders(records: readonly StoredTransaction[], wallets: readonly StoredWallet[]) {
  const tagOf = (id: string) => wallets.find((wallet) => wallet.id === id)?.destinationTag;
  const byHash = Map.groupBy(records, ({ hash }) => hash);
  return new Map([...byHash].map(([hash, own]) => [hash, own.map(({ walletId }) => tagOf(walletId) ?? null).sort()]));
}

async function watched() {
  const world = new TaggedChain();
  world.append([]);
  const at = await budgetedOn({ id: 'xrp', reader: world.reader }, NO_BUDGETS);
  return { world, at };
}

describe('the wallets of one account', () => {
  it('have the payments of their tags, and the wallet without a tag has the rest', async () => {
    const { world, at } = await watched();
    const { organisation, wallets } = await organisationWith(at.deps, { tag: null }, { tag: 0 }, { tag: 7 });
    const [to7, to0, to9, plain, from7, from9, both] = world.append([
      { kind: 'in', destinationTag: 7 },
      { kind: 'in', destinationTag: 0 },
      { kind: 'in', destinationTag: 9, sourceTag: 7 },
      { kind: 'in' },
      { kind: 'out', sourceTag: 7, destinationTag: 0 },
      { kind: 'out', sourceTag: 9 },
      { kind: 'conversion', sourceTag: 0, destinationTag: 7 },
    ]);
    await at.scanned();
    expect(holders(await at.records(organisation), wallets)).toEqual(
      new Map([
        [to7, [7]],
        [to0, [0]],
        [to9, [null]],
        [plain, [null]],
        [from7, [7]],
        [from9, [null]],
        [both, [0, 7]],
      ]),
    );
  });

  it('record their own payments alone when the account belongs to somebody else', async () => {
    const { world, at } = await watched();
    const { organisation, wallets } = await organisationWith(at.deps, { tag: 7 });
    const other = await organisationWith(at.deps, { tag: 8 });
    const [own] = world.append([{ kind: 'in', destinationTag: 7 }, { kind: 'in', destinationTag: 9 }, { kind: 'out' }]);
    await at.scanned();
    expect(holders(await at.records(organisation), wallets)).toEqual(new Map([[own, [7]]]));
    expect(await at.records(other.organisation)).toEqual([]);
  });

  it('keep their payments from the wallet without a tag while they are not watched, until deleted', async () => {
    const { world, at } = await watched();
    const { organisation, wallets } = await organisationWith(at.deps, { tag: null }, { tag: 7, watch: false });
    world.append([{ kind: 'in', destinationTag: 7 }]);
    await at.scanned();
    expect(await at.records(organisation)).toEqual([]);
    at.deps.advance(1);
    await walletChanges(at.deps).remove(organisation, wallets[1]?.id ?? '');
    const [later] = world.append([{ kind: 'in', destinationTag: 7 }]);
    await at.scanned();
    expect(holders(await at.records(organisation), wallets)).toEqual(new Map([[later, [null]]]));
  });

  it('are internal to each other and to other wallets, by their tags', async () => {
    const { world, at } = await watched();
    const { organisation, wallets } = await organisationWith(at.deps, { tag: 7 }, { tag: null, address: CUSTOMER });
    const [own, foreign] = world.append([
      { kind: 'in', destinationTag: 7, other: CUSTOMER },
      { kind: 'in', destinationTag: 8, other: CUSTOMER },
    ]);
    await at.scanned();
    const records = await at.records(organisation);
    const directions = (hash?: string) =>
      records.filter((each) => each.hash === hash).map(({ direction }) => direction);
    expect([directions(own), directions(foreign)]).toEqual([['internal', 'internal'], ['outbound']]);
    expect(wallets).toHaveLength(2);
  });
});

describe('a wallet with a tag that an earlier version made', () => {
  it('becomes a wallet of its tag, and the account is free for others', async () => {
    const { world, at } = await watched();
    const { organisation, wallets } = await organisationWith(at.deps, { tag: null });
    const [old] = wallets;
    if (old === undefined) throw new Error('the organisation has no wallet');
    await withStoredTag(at, organisation, old, 7);
    const [own] = world.append([{ kind: 'in', destinationTag: 7 }, { kind: 'in' }]);
    await at.scanned();
    expect((await at.records(organisation)).map(({ hash }) => hash)).toEqual([own]);
    await expect(makeWallet(at.deps, organisation, { tag: 7 })).rejects.toMatchObject({ code: 'conflict' });
    const plain = await makeWallet(at.deps, organisation, { tag: null });
    const [, rest] = world.append([{ kind: 'in', destinationTag: 7 }, { kind: 'in' }]);
    await at.scanned();
    const ofPlain = (await at.records(organisation)).filter(({ walletId }) => walletId === plain.id);
    expect(ofPlain.map(({ hash }) => hash)).toEqual([rest]);
    at.deps.advance(1);
    await walletChanges(at.deps).update(organisation, old.id, { watch: false });
    await walletChanges(at.deps).remove(organisation, old.id);
    await makeWallet(at.deps, organisation, { tag: 7 });
  });
});

it('A ledger costs no table action for tags, after the first one that touches a wallet', async () => {
  const { world, at } = await watched();
  await organisationWith(at.deps, { tag: null });
  const { client, actions } = recorded(dynamoDb());
  const table = openTable(at.deps.table.name, client);
  const reads: number[] = [];
  for (let n = 0; n < 3; n++) {
    world.append([{ kind: 'in', destinationTag: n }]);
    actions.length = 0;
    await at.scanned(table);
    reads.push(actions.filter((action) => action === 'BatchGetItem').length);
  }
  // The watched address and the other parties of the payment; for the first ledger also the item of the wallet, and
  // since when the organisation notes whom its wallets have met.
  expect(reads).toEqual([4, 2, 2]);
});

const TAGS = [undefined, 0, 1, 2] as const;
const tag = fc.constantFrom(...TAGS);
const payment: fc.Arbitrary<TaggedPayment> = fc.record({
  kind: fc.constantFrom('in', 'out', 'conversion'),
  sourceTag: tag,
  destinationTag: tag,
});
const ledgers = fc.array(fc.array(payment, { maxLength: 8 }), { minLength: 1, maxLength: 6 });
const deaths = fc.array(fc.record({ at: fc.integer({ min: 1, max: 25 }), fails: fc.constantFrom('before', 'after') }), {
  maxLength: 4,
});

const ORGANISATIONS: readonly (readonly Given[])[] = [
  [{ tag: null }, { tag: 0 }, { tag: 1 }],
  [{ tag: 1 }],
  [{ tag: null }],
  [{ tag: null }, { tag: 2, watch: false }],
];

/** Who has a payment, by the words of the contract. */
function ownersOf({ kind, sourceTag, destinationTag }: TaggedPayment, wallets: readonly Given[]): (number | null)[] {
  const stated = [...(kind === 'in' ? [] : [sourceTag]), ...(kind === 'out' ? [] : [destinationTag])];
  const claiming = wallets.filter((wallet) => wallet.tag !== null && stated.includes(wallet.tag));
  const owners = claiming.length > 0 ? claiming : wallets.filter((wallet) => wallet.tag === null);
  return owners.filter(({ watch = true }) => watch).map((wallet) => wallet.tag);
}

it('gives each payment to exactly the wallets that claim it, whatever is deferred and whatever dies', async () => {
  await fc.assert(
    fc.asyncProperty(ledgers, deaths, async (all, dying) => {
      const world = new TaggedChain();
      for (const payments of all) world.append(payments);
      const at = await budgetedOn({ id: 'xrp', reader: world.reader }, { perBlock: 2, atOnce: 3, perHour: 1_000 });
      const made = [];
      for (const given of ORGANISATIONS) made.push({ given, ...(await organisationWith(at.deps, ...given)) });
      const faults = new Faults();
      const table = openTable(at.deps.table.name, faults.over(dynamoDb()));
      for (const { at: nth, fails } of dying) {
        faults.arm({ at: nth, fails: fails === 'after' ? 'after' : 'before', process: 'dies' });
        await faults.process(() => at.scanned(table));
        const [message] = at.matches.sent;
        if (message !== undefined) await faults.process(() => at.consumed(message, table));
      }
      await at.scanned();
      at.matches.sent.length = 0;
      for (let hours = 0; hours < 3; hours++) {
        at.deps.advance(3600);
        for (const message of await at.due()) await at.consumed(message);
      }
      for (const { given, organisation, wallets } of made) {
        const expected = world.payments
          .map(([hash, each]) => [hash, ownersOf(each, given).sort()] as const)
          .filter(([, owners]) => owners.length > 0);
        expect(holders(await at.records(organisation), wallets)).toEqual(new Map(expected));
      }
    }),
    { numRuns: runs(8, 200) },
  );
});

/** Stores a tag as an earlier version did: in the item of the wallet alone. */
async function withStoredTag(
  { deps: { table } }: Budgeted,
  organisation: OrganisationId,
  { id }: StoredWallet,
  destinationTag: number,
): Promise<void> {
  await write(table, { update: keys.wallet(organisation, id), set: { destinationTag } });
}
