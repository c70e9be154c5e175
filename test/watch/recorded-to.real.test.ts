import { describe, expect, it } from '@jest/globals';
import type { OrganisationId } from '../../lib/values/ids.ts';
import { cursorRepo } from '../../lib/watch/cursor.ts';
import { deferredMatches } from '../../lib/watch/deferred-matches.ts';
import { recordedTo, walletRecordedTo } from '../../lib/watch/recorded-to.ts';
import { paymentChain } from '../../local/chains/recorded/payment-chain.ts';
import { quiet } from '../support/quiet.ts';
import { RECEIVER, SENDER } from '../support/scenario.ts';
import { type Budgeted, budgeted } from './deferred/budgeted.ts';
import { holding, payment, STRANGER } from './payments.ts';

quiet();

const BUDGETS = { perBlock: 3, atOnce: 5, perHour: 60 };

const busy = (from: number, count: number, more: object = { from: SENDER }) =>
  Array.from({ length: count }, (_, n) => payment(from + n, more));

/** What the coverage claims of the records of the chain and of the two wallets. */
async function claims({ deps }: Budgeted, organisation: OrganisationId) {
  const cursor = await cursorRepo(deps).get('anvil');
  const deferred = deferredMatches(deps);
  const ofWallet = (address: string) => walletRecordedTo(deferred, organisation, cursor, address);
  return {
    scanned: cursor?.height,
    chain: await recordedTo(deferred, organisation, cursor),
    sender: await ofWallet(SENDER),
    receiver: await ofWallet(RECEIVER),
  };
}

describe('recordedTo', () => {
  it('is null before the first block', async () => {
    const budget = await budgeted(paymentChain(), BUDGETS);
    const organisation = await budget.watching(SENDER, RECEIVER);
    expect(await claims(budget, organisation)).toMatchObject({ chain: null, sender: null, receiver: null });
  });

  // Attack on trust: after power cuts the messages of deferred matches were lost. Minutes later, records were still
  // missing that the coverage called complete.
  it('claims no record that a power cut delays, until handover has brought it', async () => {
    const chain = paymentChain(holding(), holding(...busy(0, 9)), holding(payment(20, { to: RECEIVER })), holding());
    const budget = await budgeted(chain, BUDGETS);
    const organisation = await budget.watching(SENDER, RECEIVER);
    const other = await budget.watching(RECEIVER);
    await budget.scanned();
    budget.matches.sent.length = 0;
    expect(await claims(budget, organisation)).toEqual({ scanned: 3, chain: 0, sender: 0, receiver: 3 });
    expect(await claims(budget, other)).toMatchObject({ chain: 3 });
    expect(await budget.records(organisation)).toHaveLength(4);

    budget.deps.advance(200);
    for (const message of await budget.due()) await budget.consumed(message);
    expect(await claims(budget, organisation)).toEqual({ scanned: 3, chain: 3, sender: 3, receiver: 3 });
    expect(await budget.records(organisation)).toHaveLength(10);
  });

  it('stays behind the dust of a throttled wallet, also when a later block of the wallet is recorded', async () => {
    const chain = paymentChain(holding(...busy(0, 200, { from: STRANGER, to: SENDER })), holding(...busy(300, 1)));
    const budget = await budgeted(chain, BUDGETS);
    const organisation = await budget.watching(SENDER, RECEIVER);
    await budget.scanned();
    await budget.drained();
    const outbound = (await budget.records(organisation)).filter(({ direction }) => direction === 'outbound');
    expect(outbound).toHaveLength(1);
    expect(await claims(budget, organisation)).toEqual({ scanned: 1, chain: -1, sender: -1, receiver: 1 });
  });
});
