import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod';
import { minus, sum } from '../../lib/values/decimal.ts';
import { quiet } from '../support/quiet.ts';
import { runs } from '../support/sample.ts';
import { AnyPlan, type Plan, WALLETS } from './any-plan.ts';
import { anotherOrganisation, checkedScenario, notified } from './checked.ts';
import { balancesOf, chainOfChanges, changing } from './made-balances.ts';

quiet();

const { signal } = new AbortController();

/** Two organisations watch the first wallet. The first organisation also watches the others. */
async function played({ steps, late }: Plan) {
  const chain = chainOfChanges(changing(), changing());
  const { reader } = balancesOf(chain);
  const { deps, scenario, cursor, ...watcher } = await checkedScenario(reader);
  await watcher.run({ start: 0 });
  const [first, second, third] = WALLETS;
  const wallets = [
    await notified(scenario, first),
    await scenario.makeWallet({ label: 'Second', address: second, chains: ['anvil'] }),
  ];
  const other = await anotherOrganisation(deps, first);
  /** The last block that was scanned before the wallet was made. */
  const since = new Map<string, number>([
    [first, chain.head],
    [second, chain.head],
  ]);
  for (const [n, { blocks, every }] of [...steps, { blocks: [[]], every: 1 }].entries()) {
    if (n === Math.min(late, steps.length)) {
      since.set(third, (await cursor())?.height ?? 0);
      wallets.push(await scenario.makeWallet({ label: 'Third', address: third, chains: ['anvil'] }));
    }
    for (const changes of blocks) chain.append(changing(...changes));
    await watcher.run({ every });
  }
  const own = { ...watcher, addresses: new Map(wallets.map(({ id, address }) => [id, address])) };
  const theirs = { ...other, addresses: new Map([[other.wallet.id, other.wallet.address]]) };
  return { chain, reader, since, organisations: [own, theirs], amounts: watcher.amounts };
}

type Played = Awaited<ReturnType<typeof played>>;
type Organisation = Played['organisations'][number];

/** The changes of an address after its wallet was made, with their heights. */
const changesOf = ({ chain, since }: Played, address: string) =>
  chain.links
    .filter(({ height }) => height > (since.get(address) ?? 0))
    .flatMap(({ height, content }) => content.changes.map((change) => ({ height, ...change })))
    .filter(({ from, to }) => from === address || to === address);

type Changed = ReturnType<typeof changesOf>[number];

const gained = (address: string, { from, to, amount }: Changed): string =>
  minus(to === address ? amount : '0', from === address ? amount : '0');

/** Each transaction is one record of each wallet that takes part, by what found the transaction. */
const wantedRecords = (model: Played, { addresses }: Organisation): string[] =>
  [...addresses.values()].flatMap((address) =>
    changesOf(model, address)
      .filter(({ by }) => by !== 'none')
      .map(({ by, hash }) => `${address} ${hash} ${by === 'hidden' ? 'reconcile' : 'watch'}`),
  );

/** What moved without a transaction is one difference for each wallet and block. */
const wantedDifferences = (model: Played, { addresses }: Organisation): string[] =>
  [...addresses.values()].flatMap((address) => {
    const unexplained = changesOf(model, address).filter(({ by }) => by === 'none');
    return [...Map.groupBy(unexplained, ({ height }) => height)].map(
      ([height, changes]) => `${address} ${height} ${sum(changes.map((change) => gained(address, change)))}`,
    );
  });

async function foundBy({ since }: Played, { addresses, recorded, found }: Organisation) {
  const records = (await recorded()).map(({ walletId, ...record }) => ({
    ...record,
    address: addresses.get(walletId) ?? walletId,
  }));
  const open = (await found()).filter(({ status }) => status === 'open');
  return {
    // The trace of an earlier block may add a record to a wallet that was made later.
    records: records
      .filter(({ address, blockNumber }) => blockNumber > (since.get(address) ?? 0))
      .map(({ address, hash, source }) => `${address} ${hash} ${source}`),
    differences: open.map(
      ({ walletId, fromHeight, toHeight, difference }) =>
        `${addresses.get(walletId)} ${fromHeight === toHeight ? toHeight : `${fromHeight}-${toHeight}`} ${difference}`,
    ),
    openIds: open.map(({ id }) => id),
  };
}

const Body = z.object({ reconciliation_id: z.string() });

/** The differences that webhooks report, and the number of e-mails. */
async function reportedTo({ reports }: Organisation) {
  const sent = await reports();
  const webhooks = sent.filter(({ channel }) => channel.kind === 'webhook');
  return {
    ids: webhooks.map(({ body }) => Body.parse(JSON.parse(body)).reconciliation_id).sort(),
    mails: sent.length - webhooks.length,
  };
}

/** The balances of the chain by address in match form. */
async function modelBalances({ chain, reader }: Played) {
  const last = chain.links.at(-1);
  if (last === undefined) throw new Error('the chain has no block');
  const answer = await reader.accounts?.(WALLETS, last, signal);
  return Object.fromEntries([...(answer?.amounts ?? [])].map(([address, amount]) => [address.toLowerCase(), amount]));
}

it('checks find every hidden payment and every unexplained change once, however they are spread', async () => {
  const property = fc.asyncProperty(AnyPlan, async (plan) => {
    const model = await played(plan);
    for (const organisation of model.organisations) {
      const { records, differences, openIds } = await foundBy(model, organisation);
      expect(records.sort()).toEqual(wantedRecords(model, organisation).sort());
      expect(differences.sort()).toEqual(wantedDifferences(model, organisation).sort());
      expect(await reportedTo(organisation)).toEqual({ ids: openIds.sort(), mails: openIds.length });
    }
    expect(await model.amounts()).toEqual(await modelBalances(model));
  });
  await fc.assert(property, { numRuns: runs(6, 300) });
});
