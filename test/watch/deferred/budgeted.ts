import type { ChainReader } from '../../../lib/chains/port/chain.ts';
import { type ChainId, chainOf } from '../../../lib/chains/registry.ts';
import { overdue } from '../../../lib/platform/due/due.ts';
import { prefixes } from '../../../lib/platform/table/keys.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import { TransactionItem } from '../../../lib/transactions/item.ts';
import { OrganisationId } from '../../../lib/values/ids.ts';
import { walletChanges } from '../../../lib/wallets/change-wallet.ts';
import { CreateWallet } from '../../../lib/wallets/schema.ts';
import { recordMatchesDeps } from '../../../lib/watch/deferred/matches-wiring.ts';
import { recordMatchesOf } from '../../../lib/watch/deferred/record-matches-of.ts';
import { MatchesMessage } from '../../../lib/watch/match-queue.ts';
import { scan } from '../../../lib/watch/scan.ts';
import type { Budgets } from '../../../lib/watch/touches.ts';
import { watchDeps } from '../../../lib/watch/watch-wiring.ts';
import type { MadeChain } from '../../../local/chains/recorded/made-chain.ts';
import { type Payments, readerOf } from '../../../local/chains/recorded/payment-chain.ts';
import { recordingMatches, recordingQueue, type TestDeps, testDeps } from '../../support/deps.ts';
import { letLagPass } from '../../support/index-lag.ts';
import { organisationItems } from '../../support/organisation-items.ts';
import { etherAt } from '../../support/prices.ts';
import { makeTable } from '../../support/table.ts';

const { signal } = new AbortController();
const prices = etherAt('3000');

/** Time passes with each look at the clock, so that records have the order in which they were made. */
const ticking = (deps: TestDeps): TestDeps => ({
  ...deps,
  now() {
    deps.advance(0.001);
    return deps.now();
  },
});

/** A chain and a reader of it. */
interface Network {
  readonly id: ChainId;
  readonly reader: ChainReader;
}

/** A watcher and consumers of deferred matches on one chain of payments, with budgets. */
export const budgeted = (chain: MadeChain<Payments>, budgets: Budgets, on?: TestDeps) =>
  budgetedOn({ id: 'anvil', reader: readerOf(chain) }, budgets, on);

/** The same on any chain. */
export async function budgetedOn({ id: CHAIN, reader }: Network, budgets: Budgets, on?: TestDeps) {
  const deps = ticking(on ?? testDeps(await makeTable()));
  const matches = recordingMatches();
  const mails = recordingQueue();
  const processOn = (table: Table) => ({ ...deps, table });

  /** Does what a consumer does with a message, in a new process. */
  async function consumed(message: MatchesMessage, table = deps.table): Promise<void> {
    const work = recordMatchesDeps(processOn(table), { prices, matches, queue: mails, perHour: budgets.perHour });
    await recordMatchesOf(work, message);
  }

  return {
    deps,
    matches,
    mails,

    /** A new organisation that watches an address. */
    async watching(...addresses: readonly string[]): Promise<OrganisationId> {
      const organisation = OrganisationId.parse(deps.newId());
      // One after the other, because the item of the organisation counts its wallets.
      for (const address of addresses) {
        const input = CreateWallet.parse({ label: `Wallet ${address}`, address, chains: [CHAIN] });
        await walletChanges(deps).create(organisation, input, { address, destinationTag: null });
      }
      return organisation;
    },

    /**
     * Scans the chain to its head in a new process. `beforePut` runs when the process is about to store a block, and
     * `afterPut` when it has stored the block and has not yet recorded its matches.
     */
    async scanned(table = deps.table, beforePut = async () => {}, afterPut = async () => {}): Promise<void> {
      const work = watchDeps(processOn(table), {
        chain: CHAIN,
        reader,
        prices,
        queue: mails,
        budgets,
        matches,
      });
      const { put } = work.blocks;
      const slowPut: typeof put = async (...block) => {
        await beforePut();
        const stored = await put(...block);
        await afterPut();
        return stored;
      };
      const watcher = { ...work, blocks: { ...work.blocks, put: slowPut } };
      const options = { chain: chainOf(CHAIN), confirmations: 0, start: 0, signal };
      while ((await scan(watcher, options)).more);
      await watcher.deferral.end();
    },

    consumed,

    /** Takes the messages of the queue, including those that their consumers send, until none is left. */
    async drained(): Promise<void> {
      for (let next = matches.sent.shift(); next !== undefined; next = matches.sent.shift()) await consumed(next);
    },

    /** The messages that handover would send now. */
    async due(): Promise<MatchesMessage[]> {
      const found: MatchesMessage[] = [];
      await letLagPass(deps.table);
      for await (const round of overdue(deps.table, 'MATCHES', deps.now())) {
        const entries = round.flatMap((turn) => turn.entries);
        found.push(
          ...entries.map(({ organisation, id }) => MatchesMessage.parse({ organisationId: organisation, chain: id })),
        );
      }
      return found;
    },

    /** All records of an organisation, in the order in which they were made. */
    async records(organisation: OrganisationId) {
      const all = await organisationItems(deps.table, organisation, prefixes.transactions, TransactionItem);
      return all.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
    },
  };
}

export type Budgeted = Awaited<ReturnType<typeof budgeted>>;
