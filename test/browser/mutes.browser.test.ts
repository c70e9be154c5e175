import { expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import { addRule, addWallet, importInto } from '../api/samples.ts';
import { newOrganisation } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { expectNoFaults, useBrowser } from './browser.ts';
import { expectAccessible, openConsole, signIn } from './console-user.ts';

const openPage = useBrowser();

it.each(['rules', 'wallets'] as const)('A person mutes and unmutes on the page of %s', async (pages) => {
  const { api, apiKey } = await newOrganisation();
  const { id } = pages === 'rules' ? await addRule(api, { severity: 'critical' }) : await addWallet(api);
  const read = () =>
    pages === 'rules' ? api.ok(routes.getRule, { params: { id } }) : api.ok(routes.getWallet, { params: { id } });
  const watched = await openPage({ locale: 'en-US', viewport: { width: 1600, height: 1200 } });
  const { page } = watched;
  await page.goto('/console/');
  await signIn(page, apiKey);
  await openConsole(page, `/${pages}?open=${id}`);
  await page.getByRole('button', { name: /^Mute the (rule|wallet)…$/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Mute', exact: true }).click();
  await dialog.getByText('is required').waitFor();
  await dialog.getByLabel('Reason').fill('Migration of the treasury');
  await dialog.getByLabel('Also mute critical alerts and changes of authority').check();
  await expectAccessible(page, `the dialog that mutes ${pages}`);
  await dialog.getByRole('button', { name: 'Mute', exact: true }).click();
  await page.getByText('Critical alerts and changes of authority are muted, too.').waitFor();
  expect(await read()).toMatchObject({ muteReason: 'Migration of the treasury', muteCritical: true });
  await page.getByRole('button', { name: 'End the mute' }).click();
  await page.getByRole('button', { name: /^Mute the (rule|wallet)…$/ }).waitFor();
  expect(await read()).toMatchObject({ mutedUntil: null, muteReason: null });
  expectNoFaults(watched, [/status of 400/]);
});

it('A person mutes the rule and the wallet of an alert in place, and the triage goes on', async () => {
  const { api, apiKey } = await newOrganisation();
  const wallet = await addWallet(api, { label: 'Noisy vault' });
  const rule = await addRule(api, { name: 'Noisy rule' });
  await importInto(api, wallet);
  const { data } = await eventually(
    () => api.ok(routes.listEvents, { query: {} }),
    ({ data: events }) => events.length > 0,
  );
  const watched = await openPage({ locale: 'en-US', viewport: { width: 1600, height: 1200 } });
  const { page } = watched;
  await page.goto('/console/');
  await signIn(page, apiKey);
  await openConsole(page, `/alerts?open=${data[0]?.id}`);
  const panel = page.getByRole('region', { name: 'Alert', exact: true });
  await eventually(
    () => page.title(),
    (title) => title === 'Noisy rule · Alerts · Chainwatch',
  );
  for (const what of ['rule', 'wallet']) {
    await panel.getByRole('button', { name: `Mute the ${what}…` }).click();
    const dialog = page.getByRole('dialog', { name: `Mute the ${what}` });
    await dialog.getByLabel('Reason').fill('A planned migration');
    await dialog.getByRole('button', { name: 'Mute', exact: true }).click();
    await panel.getByText(`The ${what} is muted`).waitFor();
  }
  expect(new URL(page.url()).pathname).toBe('/console/alerts');
  await expectAccessible(page, 'an alert with a muted rule and a muted wallet');
  const muted = { muteReason: 'A planned migration' };
  expect(await api.ok(routes.getRule, { params: { id: rule.id } })).toMatchObject(muted);
  expect(await api.ok(routes.getWallet, { params: { id: wallet.id } })).toMatchObject(muted);
  await page.getByRole('button', { name: 'Close the alert' }).click();
  await eventually(
    () => page.title(),
    (title) => title === 'Alerts · Chainwatch',
  );
  expectNoFaults(watched);
});

it('The page of a transaction says for each rule why it made an alert, or why not', async () => {
  const { api, apiKey } = await newOrganisation();
  const wallet = await addWallet(api);
  await addRule(api, { name: 'Any payment' });
  const muted = await addRule(api, { name: 'Quiet' });
  const mutedUntil = new Date(Date.now() + 3_600_000).toISOString();
  await api.ok(routes.updateRule, { params: { id: muted.id }, body: { mutedUntil, muteReason: 'Migration' } });
  await addRule(api, { name: 'Gas', ruleType: 'gas_spike', conditions: { gas_price_gwei: { gte: 1000 } } });
  const { id } = await importInto(api, wallet);
  await eventually(
    () => api.ok(routes.listDecisions, { params: { id } }),
    ({ data }) => data.every(({ outcome }) => outcome !== 'waiting'),
  );
  const watched = await openPage({ locale: 'en-US', viewport: { width: 1600, height: 1200 } });
  const { page } = watched;
  await page.goto('/console/');
  await signIn(page, apiKey);
  let asked = 0;
  let reads = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/decisions')) asked++;
    if (request.url().endsWith(`/transactions/${id}`)) reads++;
  });
  await openConsole(page, `/transactions?open=${id}`);
  await page.getByRole('button', { name: 'Why did it alert, or not?' }).click();
  for (const text of ['Made an alert', 'Muted', 'Does not match'])
    await page.getByText(text, { exact: true }).waitFor();
  await expectAccessible(page, 'the decisions of a transaction');
  // The page reads the record again and again, and asks every rule once: nothing waits, and the record is the same.
  const before = reads;
  await eventually(
    () => reads,
    (count) => count >= before + 3,
    60,
  );
  expect(asked).toBe(1);
  await page.getByRole('link', { name: 'Open the alert' }).click();
  await page.waitForURL(/\/console\/alerts\?open=/);
  expectNoFaults(watched);
});
