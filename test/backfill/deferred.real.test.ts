import { expect, it } from '@jest/globals';
import { scanDeps } from '../../lib/backfill/backfill-wiring.ts';
import { backfillRepo } from '../../lib/backfill/repo.ts';
import { scanPart } from '../../lib/backfill/scan-part.ts';
import { CreateBackfill, type PartMessage } from '../../lib/backfill/schema.ts';
import { startBackfill } from '../../lib/backfill/start-backfill.ts';
import { transactionRepo } from '../../lib/transactions/repo.ts';
import type { OrganisationId } from '../../lib/values/ids.ts';
import { walletRepo } from '../../lib/wallets/repo.ts';
import { walletListing } from '../../lib/wallets/wallet-listing.ts';
import type { MadeChain } from '../../local/chains/recorded/made-chain.ts';
import { type Payments, paymentChain, readerOf } from '../../local/chains/recorded/payment-chain.ts';
import { etherAt } from '../support/prices.ts';
import { quiet } from '../support/quiet.ts';
import { SENDER } from '../support/scenario.ts';
import { type Budgeted, budgeted } from '../watch/deferred/budgeted.ts';
import { holding, payment, STRANGER } from '../watch/payments.ts';

quiet();

const BUDGETS = { perBlock: 3, atOnce: 5, perHour: 60 };

const signed = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => payment(from + n, { from: SENDER }));

/** Backfills of the wallet on the chain of a watcher. */
async function backfilling({ deps }: Budgeted, chain: MadeChain<Payments>, organisation: OrganisationId) {
  const { data } = await walletListing(deps).list(organisation, { pageSize: 1 });
  const parts: PartMessage[] = [];
  const send = async (messages: readonly PartMessage[]) => void parts.push(...messages);
  const chains = async () => ({ reader: () => readerOf(chain) });
  const worker = { ...scanDeps(deps, { chains, prices: etherAt('3000') }), wait: async () => undefined };
  const { signal } = new AbortController();
  return {
    start: (toHeight: number) =>
      startBackfill(
        { ...worker, backfills: backfillRepo(deps), parts: { send }, wallets: walletRepo(deps), chains },
        organisation,
        'anvil',
        CreateBackfill.parse({ walletId: data[0]?.id, fromHeight: 0, toHeight }),
      ),
    async scan({ isLastTry = false } = {}): Promise<void> {
      for (const part of parts) await scanPart(worker, part, isLastTry, signal);
    },
    job: (id: string) => backfillRepo(deps).get(organisation, 'anvil', id),
  };
}

/** The hashes of the records in the chain that no rule will see. */
async function silent({ deps, records }: Budgeted, organisation: OrganisationId): Promise<string[]> {
  const found: string[] = [];
  for (const { id, hash, reorged } of await records(organisation)) {
    if (!reorged && (await transactionRepo(deps).pending(organisation, id)) === null) found.push(hash);
  }
  return found;
}

// Attack: who may write starts a backfill without rules over the blocks whose matches wait. The backfill made the
// records, and the deferred matches then found nothing to do: nobody ever heard of the theft.
it('a backfill takes no alert away from the deferred matches of the wallet', async () => {
  const chain = paymentChain(holding(), holding(...signed(0, 9)), holding());
  const budget = await budgeted(chain, BUDGETS);
  const organisation = await budget.watching(SENDER);
  await budget.scanned();
  const { start, scan } = await backfilling(budget, chain, organisation);
  const refusal = [{ path: 'toHeight', message: expect.stringContaining('still being made') }];
  for (const height of [1, 2]) await expect(start(height)).rejects.toMatchObject({ errors: refusal });
  await expect(start(3)).rejects.toMatchObject({ errors: [{ message: expect.stringContaining('scanned') }] });
  expect(await start(0)).toMatchObject({ blocksTotal: 1 });

  await budget.drained();
  expect(await start(2)).toMatchObject({ blocksTotal: 3 });
  await scan();
  expect(await budget.records(organisation)).toHaveLength(9);
  expect(await silent(budget, organisation)).toEqual([]);
});

// The blocks were complete when the backfill began. Then a reorganisation brought other blocks at these heights.
it('a backfill takes no alert away when a reorganisation defers matches while its parts wait', async () => {
  const chain = paymentChain(holding(), holding(payment(100, { from: STRANGER, to: SENDER })), holding());
  const budget = await budgeted(chain, BUDGETS);
  const organisation = await budget.watching(SENDER);
  await budget.scanned();
  const { start, scan, job } = await backfilling(budget, chain, organisation);
  const { id } = await start(2);
  chain.reorg(2, [holding(...signed(0, 9)), holding(), holding()]);
  await expect(scan()).rejects.toThrow('replaced');
  await budget.scanned();
  await expect(scan({ isLastTry: true })).rejects.toThrow('recorded up to 0');
  expect(await job(id)).toMatchObject({ status: 'failed', failure: expect.stringContaining('still being made') });
  await budget.drained();
  expect(await silent(budget, organisation)).toEqual([]);
});

// The watcher has stored the new block and has not yet recorded its matches.
it('a backfill takes no alert away from a block that the watcher is about to record', async () => {
  const chain = paymentChain(holding(), holding(payment(100, { from: STRANGER, to: SENDER })), holding());
  const budget = await budgeted(chain, BUDGETS);
  const organisation = await budget.watching(SENDER);
  await budget.scanned();
  const { start, scan } = await backfilling(budget, chain, organisation);
  await start(1);
  const theft = payment(1, { from: SENDER });
  chain.reorg(2, [holding(theft), holding(), holding()]);
  const refused: unknown[] = [];
  const scanning = () => scan().catch((error: unknown) => void refused.push(error));
  await budget.scanned(undefined, undefined, scanning);
  expect(refused.map(String)).toEqual(expect.arrayContaining([expect.stringContaining('recorded up to')]));
  expect((await budget.records(organisation)).map(({ hash }) => hash)).toContain(theft.hash);
  expect(await silent(budget, organisation)).toEqual([]);
});
