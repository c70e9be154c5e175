import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import { evaluationDeps } from '../../lib/alerts/evaluation/evaluation-wiring.ts';
import { sweepSilence } from '../../lib/alerts/silence/sweep-silence.ts';
import { openTable } from '../../lib/platform/table/table.ts';
import { OrganisationId } from '../../lib/values/ids.ts';
import { plusSeconds } from '../../lib/values/time.ts';
import { type WalletListing, walletListing } from '../../lib/wallets/wallet-listing.ts';
import { addRule, addWallet } from '../api/samples.ts';
import { newOrganisation } from '../support/api.ts';
import { recordingQueue, testDeps } from '../support/deps.ts';
import { eventually } from '../support/eventually.ts';
import { stackUrl } from '../support/stack-url.ts';
import { expectNoFaults, useBrowser } from './browser.ts';
import { expectAccessible, expectNoSidewaysScroll, openConsole, signIn } from './console-user.ts';

const openPage = useBrowser();
const client = new DynamoDBClient({ endpoint: stackUrl('STACK_AWS_URL') });
afterAll(() => client.destroy());

const HOUR = 3600;
const DECISION_DAYS = 30;
const SENTENCE = 'Payroll received nothing for 1 hour';

/** An organisation with an alert about a wallet that has received nothing for an hour. */
async function silentOrganisation() {
  const { api, apiKey, organisationId } = await newOrganisation();
  const organisation = OrganisationId.parse(organisationId);
  const { id: walletId } = await addWallet(api, { label: 'Payroll' });
  const now = new Date();
  const deps = testDeps(openTable('chainwatch-local', client), now.toISOString());
  const createdAt = plusSeconds(now, -3 * HOUR).toISOString();
  const sweeping = {
    ...evaluationDeps(deps, recordingQueue(), undefined, DECISION_DAYS),
    walletListing: {
      selected: async (...selector: Parameters<WalletListing['selected']>) => {
        const { wallets, isComplete } = await walletListing(deps).selected(...selector);
        return { wallets: wallets.map((wallet) => ({ ...wallet, createdAt })), isComplete };
      },
    },
    coverage: async () => [{ chain: 'ethereum', to: now.toISOString() }],
  };
  const conditions = { direction: 'inbound', hours: 1 };
  const rule = { name: 'Not funded', ruleType: 'silence', severity: 'critical', walletIds: [walletId], conditions };
  await eventually(
    async () => {
      // When the stack looks at the rule first, it sees how new the wallet is. Then the next rule is judged here.
      const { id } = await addRule(api, rule);
      await sweepSilence(sweeping, organisation, id, plusSeconds(now, HOUR));
      return (await api.ok(routes.listEvents)).meta.total;
    },
    (total) => total > 0,
  );
  return { api, apiKey };
}

it('A person reads and acknowledges an alert that no transaction caused', async () => {
  const { api, apiKey } = await silentOrganisation();
  const [event] = (await api.ok(routes.listEvents)).data;
  expect(event).toMatchObject({ transactionId: null, transaction: null, summary: SENTENCE });
  const watched = await openPage({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  const { page } = watched;
  await page.goto('/console/');
  await signIn(page, apiKey);
  await openConsole(page, '/alerts');
  const row = page.locator('main tbody tr', { hasText: SENTENCE });
  await row.getByText('Not funded').waitFor();
  await row.getByRole('link').first().click();

  const detail = page.getByRole('region', { name: 'Alert' });
  await detail.getByText('What the rule judged').waitFor();
  for (const text of ['Payroll', 'Ethereum', 'Any', '1 hour', 'Why the rule matched', 'Deliveries'])
    await detail.getByText(text, { exact: true }).first().waitFor();
  expect(await detail.getByText('Open the transaction').count()).toBe(0);
  expect(await detail.getByText(/\[object|undefined|\bnull\b|NaN/).count()).toBe(0);
  await expectAccessible(page, 'an alert without a transaction');
  await detail.getByRole('button', { name: 'Acknowledge', exact: true }).click();
  await page.getByText('1 alert acknowledged.').first().waitFor();
  expect((await api.ok(routes.listEvents)).data).toMatchObject([{ id: event?.id, status: 'acknowledged' }]);

  await page.setViewportSize({ width: 390, height: 844 });
  await openConsole(page, '/alerts?status=acknowledged');
  await page.locator('main li', { hasText: SENTENCE }).first().waitFor();
  await expectNoSidewaysScroll(page, 'an alert without a transaction on a telephone');
  expectNoFaults(watched);
});
