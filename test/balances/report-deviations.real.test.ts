import { describe, expect, it } from '@jest/globals';
import { balanceChecks } from '../../lib/balances/balance-wiring.ts';
import { differenceRepo } from '../../lib/balances/difference-repo.ts';
import type { ChainReader, Deviation } from '../../lib/chains/port/chain.ts';
import { fixedPrices } from '../../lib/prices/fixed.ts';
import { fakeChain } from '../backfill/fake-chain.ts';
import { quiet } from '../support/quiet.ts';
import { RECEIVER, SENDER } from '../support/scenario.ts';
import { watchedScenario } from '../watch/watched.ts';

quiet();

/** A chain with one payment, whose metadata contradict its movements at the given addresses. */
function deviating(deviations: readonly Deviation[]): ChainReader {
  const chain = fakeChain({ head: 3, payments: [{ height: 2, to: RECEIVER }], payer: SENDER });
  return {
    ...chain,
    async block(height, signal) {
      const block = await chain.block(height, signal);
      const transactions = block.transactions.map((each) => ({
        ...each,
        decode: async () => {
          const { transaction, undecoded } = await each.decode(signal);
          return { transaction: { ...transaction, deviations }, undecoded };
        },
      }));
      return { ...block, transactions };
    },
  };
}

const OF_SENDER = { address: SENDER, asset: 'ETH', tokenAddress: null, expected: '3', actual: '2.5' };

/** Scans the chain twice, as a watcher whose cursor did not move. */
async function scanned(deviations: readonly Deviation[]) {
  const reader = deviating(deviations);
  const { deps, scenario, watcher, once } = await watchedScenario(reader, 'ethereum');
  await scenario.makeWebhook('http://127.0.0.1:1/', { events: ['coverage.difference'] });
  const { reportDeviations } = balanceChecks(deps, { reader, prices: fixedPrices('{}'), queue: scenario.queue });
  Object.assign(watcher, { reportDeviations });
  await once();
  const found = await differenceRepo(deps).page(scenario.organisation, { page: 1, pageSize: 100 });
  return { scenario, reportDeviations, deps, found: found.data };
}

describe('a transaction whose metadata contradict its movements', () => {
  it('is reported for the watched wallet, with what its records say and what the chain says', async () => {
    const { scenario, found } = await scanned([OF_SENDER]);
    expect(found).toMatchObject([
      {
        walletId: scenario.wallet.id,
        chain: 'ethereum',
        asset: 'ETH',
        status: 'open',
        expected: '3',
        actual: '2.5',
        difference: '-0.5',
        fromHeight: 2,
        toHeight: 2,
      },
    ]);
    expect(await scenario.deliveries()).toMatchObject([{ eventKind: 'coverage.difference', status: 'pending' }]);
  });

  it('is reported once when its block is scanned again', async () => {
    const { scenario, reportDeviations, found } = await scanned([OF_SENDER]);
    const block = await deviating([]).block(2, AbortSignal.timeout(1_000));
    await reportDeviations('ethereum', block, [OF_SENDER]);
    expect(found).toHaveLength(1);
    expect(await scenario.deliveries()).toHaveLength(1);
  });

  it('is not reported for an address that nobody watches', async () => {
    const { found } = await scanned([{ ...OF_SENDER, address: RECEIVER }]);
    expect(found).toEqual([]);
  });
});
