import { expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import { addRule, addWallet, importInto } from '../api/samples.ts';
import { newOrganisation } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { expectNoFaults, useBrowser } from './browser.ts';
import { expectAccessible, expectNoSidewaysScroll, openConsole, signIn } from './console-user.ts';

const openPage = useBrowser();
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 900 },
  { width: 390, height: 844 },
];

it('A rule opens as a page to read: what it does, has done, and who would hear', async () => {
  const { api, apiKey } = await newOrganisation();
  const cold = await addWallet(api, { label: 'Vault', type: 'cold' });
  await addWallet(api, { label: 'Till', type: 'hot' });
  await api.ok(routes.createDestination, {
    body: { name: 'Council', kind: 'discord', config: { url: 'http://127.0.0.1:9/hooks' } },
  });
  const rule = await addRule(api, { name: 'Cold storage moves', cooldownMinutes: 60, wallets: { types: ['cold'] } });
  for (const valueDecimal of ['5', '6']) await importInto(api, cold, { valueDecimal });
  await eventually(
    () => api.ok(routes.getRule, { params: { id: rule.id } }),
    ({ firedCount, suppressedCount }) => firedCount + suppressedCount === 2,
  );
  const watched = await openPage({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  const { page } = watched;
  await page.goto('/console/');
  await signIn(page, apiKey);
  await openConsole(page, '/rules');
  await page.locator('main tbody').getByRole('link', { name: 'Cold storage moves' }).click();
  const detail = page.getByRole('region', { name: 'Rule' });
  for (const text of [
    'A wallet of the type cold pays or receives anything',
    '1 of 2 wallets',
    'Also each new wallet of the type cold.',
    '1 by the cooldown',
    '60 minutes after an alert, for each wallet',
    'Council (Discord)',
  ])
    await detail.getByText(text).waitFor();
  expect(await detail.getByRole('link', { name: 'Till' }).count()).toBe(0);
  for (const viewport of SIZES) {
    await page.setViewportSize(viewport);
    await expectAccessible(page, `a rule at ${viewport.width} pixels`);
    await expectNoSidewaysScroll(page, `a rule at ${viewport.width} pixels`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await detail.getByRole('button', { name: 'Test on the last 30 days' }).click();
  await detail.getByText(/in 30 days/).waitFor();
  await detail.getByRole('link', { name: /^Vault received/ }).click();
  await page.waitForURL(/\/alerts\?.*open=/);
  expectNoFaults(watched);
});

it('Its buttons edit, copy, disable and delete the rule', async () => {
  const { api, apiKey } = await newOrganisation();
  const { id } = await addRule(api, { name: 'Any payment' });
  const watched = await openPage({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  const { page } = watched;
  await page.goto('/console/');
  await signIn(page, apiKey);
  await openConsole(page, `/rules?open=${id}`);
  const detail = page.getByRole('region', { name: 'Rule' });
  const press = (name: string) => detail.getByRole('button', { name, exact: true }).click();
  await press('Edit');
  await detail.getByLabel('Name', { exact: true }).fill('Each payment');
  await press('Save the changes');
  await detail.getByRole('heading', { name: 'Each payment' }).waitFor();
  await press('Disable');
  await detail.getByText('Disabled').waitFor();
  await press('Duplicate');
  const copy = page.getByRole('region', { name: 'New rule' });
  await copy.getByRole('button', { name: 'Create the rule' }).click();
  await page.getByText('The rule “Copy of Each payment” is created and active').waitFor();
  await openConsole(page, `/rules?open=${id}`);
  await press('Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('The rule “Each payment” is deleted.').waitFor();
  await detail.waitFor({ state: 'detached' });
  expect((await api.ok(routes.listRules)).data).toMatchObject([{ name: 'Copy of Each payment', isActive: true }]);
  expectNoFaults(watched);
});

it('Before the first record a made-up payment says whether the rule of the form would fire', async () => {
  const { api, apiKey } = await newOrganisation();
  await addWallet(api, { label: 'Vault', type: 'cold' });
  const watched = await openPage({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  const { page } = watched;
  await page.goto('/console/');
  await signIn(page, apiKey);
  await openConsole(page, '/rules?open=new');
  await page.getByRole('button', { name: /^Template/ }).click();
  await page.getByRole('option', { name: 'Cold storage pays' }).click();
  await page.getByRole('button', { name: 'Test the rule' }).click();
  await page.getByText('The rule matches').waitFor();
  await page.getByRole('button', { name: /^Transaction/ }).click();
  await page.getByRole('option', { name: 'Sample: Vault pays 25,000 USD' }).click();
  await page.getByRole('button', { name: 'Test the rule' }).click();
  await page.getByText('The rule does not match').waitFor();
  await expectAccessible(page, 'the form of a rule');
  // What a usual rule needs is in view, above the buttons.
  const end = (await page.getByRole('button', { name: /^Cooldown/ }).boundingBox()) ?? { y: 900, height: 0 };
  const buttons = await page.locator('.form-actions').boundingBox();
  expect(end.y + end.height).toBeLessThan(buttons?.y ?? 0);
  for (const viewport of SIZES) {
    await page.setViewportSize(viewport);
    await expectNoSidewaysScroll(page, `the form of a rule at ${viewport.width} pixels`);
  }
  expectNoFaults(watched);
});

it('A rule about balances offers no test, and its errors stand at its folded fields', async () => {
  const { api, apiKey } = await newOrganisation();
  await addWallet(api);
  const watched = await openPage({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  const { page } = watched;
  await page.goto('/console/');
  await signIn(page, apiKey);
  await openConsole(page, '/rules?open=new');
  await page.getByRole('button', { name: /^Rule type/ }).click();
  await page.getByRole('option', { name: 'Balance', exact: true }).click();
  await page.getByText('The rule judges no transaction').waitFor();
  expect(await page.getByRole('button', { name: 'Test the rule' }).count()).toBe(0);
  await page.getByLabel('Name', { exact: true }).fill('Runs low');
  await page.getByLabel(/^Asset/).fill('native');
  await page.getByLabel(/^Balance falls below/).fill('1');
  const minutes = page.getByLabel('Cooldown in minutes');
  await page.getByRole('button', { name: /^Cooldown/ }).click();
  await minutes.fill('2000');
  await page.getByRole('button', { name: /^Cooldown/ }).click();
  await minutes.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Create the rule' }).click();
  await minutes.and(page.locator('[aria-invalid=true]')).waitFor();
  await minutes.fill('0');
  await page.getByRole('button', { name: 'Create the rule' }).click();
  await page.getByText('The rule “Runs low” is created and active').waitFor();
  expectNoFaults(watched, [/status of 400/]);
});
