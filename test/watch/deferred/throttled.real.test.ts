import { expect, it } from '@jest/globals';
import { WalletThrottledBody } from '../../../functions/api-document/webhook-bodies.ts';
import { settingsRepo } from '../../../lib/channels/settings/repo.ts';
import { deliveryRepo } from '../../../lib/deliveries/repo.ts';
import type { OrganisationId } from '../../../lib/values/ids.ts';
import { throttlings } from '../../../lib/wallets/throttled-wallets.ts';
import { walletListing } from '../../../lib/wallets/wallet-listing.ts';
import { walletResponse } from '../../../lib/wallets/wallet-response.ts';
import { webhookRepo } from '../../../lib/webhooks/repo.ts';
import { paymentChain } from '../../../local/chains/recorded/payment-chain.ts';
import { quiet } from '../../support/quiet.ts';
import { aWebhook, uuid } from '../../support/records.ts';
import { RECEIVER, SENDER } from '../../support/scenario.ts';
import { holding, payment } from '../payments.ts';
import { type Budgeted, budgeted } from './budgeted.ts';

quiet();

const BUDGETS = { perBlock: 3, atOnce: 5, perHour: 60 };
const HOUR = 3600;

const busy = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => payment(from + n, { from: SENDER }));

/** The wallets of an organisation as the API shows them, by address. */
async function wallets({ deps }: Budgeted, organisation: OrganisationId) {
  const { data } = await walletListing(deps).list(organisation, { pageSize: 100 });
  const throttled = await throttlings(deps.table, organisation);
  return new Map(
    data.map((wallet) => [wallet.address, walletResponse(wallet, { throttled, mutes: [], now: deps.now() })]),
  );
}

async function mailsOf({ deps }: Budgeted, organisation: OrganisationId) {
  const { data } = await deliveryRepo(deps).list(organisation, { page: 1, pageSize: 100 });
  return data.filter(({ eventKind }) => eventKind === 'wallet.throttled');
}

/** Does what handover and the consumers do in so many minutes. */
async function minutes(budget: Budgeted, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    budget.deps.advance(60);
    for (const message of await budget.due()) await budget.consumed(message);
    await budget.drained();
  }
}

/** An organisation with a wallet whose matches of one block are more than the budget of two hours. */
async function exceeding(count = 180) {
  const chain = paymentChain(holding(...busy(0, count)));
  const budget = await budgeted(chain, BUDGETS);
  const organisation = await budget.watching(SENDER, RECEIVER);
  const { watching, scanned, drained } = budget;
  const other = await watching(RECEIVER);
  const emails = ['ops@example.com', 'risk@example.com'];
  await settingsRepo(budget.deps).change(organisation, { emails });
  await scanned();
  await drained();
  return { chain, budget, organisation, other };
}

it('marks the wallet, sends one e-mail to each address, and records the rest as the budget allows', async () => {
  const { budget, organisation, other } = await exceeding();
  const first = (await budget.records(organisation)).length;
  expect(first).toBeLessThan(BUDGETS.perHour + 10);
  const marked = await wallets(budget, organisation);
  expect(marked.get(SENDER)).toMatchObject({ status: 'throttled', throttledSince: expect.any(String) });
  expect(marked.get(RECEIVER)).toMatchObject({ status: 'active', throttledSince: null });
  expect((await wallets(budget, other)).get(RECEIVER)).toMatchObject({ status: 'active' });

  await minutes(budget, 60);
  const second = (await budget.records(organisation)).length;
  expect(second - first).toBeGreaterThan(BUDGETS.perHour / 2);
  expect(second - first).toBeLessThan(BUDGETS.perHour + 30);
  const since = (await wallets(budget, organisation)).get(SENDER)?.throttledSince;
  expect(since).toBe(marked.get(SENDER)?.throttledSince);
  const mails = await mailsOf(budget, organisation);
  expect(mails.map(({ url }) => url).sort()).toEqual(['mailto:ops@example.com', 'mailto:risk@example.com']);
  expect(mails[0]?.body).toContain('throttled');
  expect(budget.mails.sent).toHaveLength(2);
});

it('tells subscriptions that ask for it, and Slack', async () => {
  const budget = await budgeted(paymentChain(holding(...busy(0, 180))), BUDGETS);
  const { deps, watching, scanned, drained } = budget;
  const organisation = await watching(SENDER);
  const sealedAs = { sealedSlackUrl: 'sealed', maskedSlackUrl: 'https://hooks.slack.com/…' };
  await settingsRepo(deps).change(organisation, sealedAs);
  const asking = aWebhook({ id: uuid(21), events: ['wallet.throttled'] });
  for (const webhook of [asking, aWebhook({ id: uuid(22), events: ['alert.fired'] })]) {
    await webhookRepo(deps).create(organisation, webhook);
  }
  await scanned();
  await drained();
  await minutes(budget, 5);
  const sent = await mailsOf(budget, organisation);
  expect(sent.map(({ channel, webhookId }) => [channel.kind, webhookId]).sort()).toEqual([
    ['slack', null],
    ['webhook', asking.id],
  ]);
  const body = WalletThrottledBody.parse(JSON.parse(sent.find(({ webhookId }) => webhookId !== null)?.body ?? ''));
  expect(body).toMatchObject({ chain: 'anvil', records_per_hour: BUDGETS.perHour, more: 0 });
  expect(body.wallets.map(({ address }) => address)).toEqual([SENDER]);
  expect(sent.find(({ webhookId }) => webhookId === null)?.body).toContain('throttled');
});

it('unmarks the wallet when nothing waits, and sends the next e-mail only after a calm hour', async () => {
  const { chain, budget, organisation } = await exceeding(100);
  await minutes(budget, 60);
  expect(await budget.records(organisation)).toHaveLength(100);
  expect((await wallets(budget, organisation)).get(SENDER)).toMatchObject({ status: 'active', throttledSince: null });

  chain.append(holding(...busy(200, 100)));
  await budget.scanned();
  await budget.drained();
  expect((await wallets(budget, organisation)).get(SENDER)).toMatchObject({ status: 'throttled' });
  expect(await mailsOf(budget, organisation)).toHaveLength(2);

  await minutes(budget, 180);
  expect(await throttlings(budget.deps.table, organisation)).toEqual([]);
  budget.deps.advance(HOUR);
  expect(await budget.due()).toEqual([]);
  chain.append(holding(...busy(400, 100)));
  await budget.scanned();
  await budget.drained();
  expect(await mailsOf(budget, organisation)).toHaveLength(4);
});

it('counts the records that the watcher makes itself, and then defers', async () => {
  const chain = paymentChain();
  const budget = await budgeted(chain, { perBlock: 10, atOnce: 10, perHour: 60 });
  const organisation = await budget.watching(SENDER);
  for (let n = 0; n < 20; n++) chain.append(holding(...busy(n * 10, 10)));
  await budget.scanned();
  expect((await budget.records(organisation)).length).toBeLessThan(120);
  await budget.drained();
  expect((await budget.records(organisation)).length).toBeLessThan(120);
  expect((await wallets(budget, organisation)).get(SENDER)).toMatchObject({ status: 'throttled' });
});

it('gives a quiet wallet its turn beside a busy wallet of the same organisation', async () => {
  const { chain, budget, organisation } = await exceeding(1_000);
  chain.append(holding(...busy(2_000, 10), payment(5_000, { to: RECEIVER })));
  await budget.scanned();
  await budget.drained();
  await minutes(budget, 30);
  const found = (await budget.records(organisation)).filter(({ blockNumber }) => blockNumber === 1);
  expect(found.map(({ direction }) => direction)).toEqual(['inbound']);
});
