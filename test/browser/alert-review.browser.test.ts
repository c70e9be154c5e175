import { expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import { addRule, addWallet, importInto } from '../api/samples.ts';
import { newOrganisation } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { expectNoFaults, useBrowser } from './browser.ts';
import { expectAccessible, openConsole, signIn } from './console-user.ts';

const openPage = useBrowser();

it('A review counts the alerts that it changes, and the keyboard submits its note and shows what is new', async () => {
  const { api, apiKey } = await newOrganisation();
  const wallet = await addWallet(api);
  for (const name of ['Any payment', 'Every payment']) await addRule(api, { name, cooldownMinutes: 0 });
  const pay = async (valueDecimal: string, alerts: number) => {
    await importInto(api, wallet, { valueDecimal });
    const { data } = await eventually(
      () => api.ok(routes.listEvents),
      ({ meta }) => meta.total === alerts,
    );
    return data;
  };
  const [first] = await pay('5', 2);
  const id = first?.id ?? '';
  await api.ok(routes.acknowledgeEvent, { params: { id } });
  const watched = await openPage({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  const { page } = watched;
  await page.goto('/console/');
  await signIn(page, apiKey);

  // One of the two alerts is acknowledged already, and no cooldown has suppressed anything.
  await openConsole(page, `/alerts?open=${id}`);
  const detail = page.getByRole('region', { name: 'Alert' });
  const button = (name: string) => detail.getByRole('button', { name, exact: true });
  await button('Acknowledge').waitFor();
  await button('Resolve all 2').waitFor();
  expect(await detail.getByText('Suppressed by the cooldown').count()).toBe(0);

  // A selection leaves the rows where they are.
  const rows = page.locator('main tbody tr', { hasText: 'ETH' });
  const top = async () => (await rows.first().boundingBox())?.y;
  const before = await top();
  await rows.first().getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Clear the selection of 2' }).waitFor();
  expect(await top()).toBe(before);
  await expectAccessible(page, 'selected alerts');
  await page.getByRole('button', { name: 'Clear the selection of 2' }).click();
  await page.getByRole('button', { name: 'All (2)', exact: true }).waitFor();

  // What is new has a key, which the help names.
  await pay('7', 4);
  await page.getByRole('button', { name: '2 new' }).waitFor();
  await page.getByRole('heading', { name: /^Alerts \(4 alerts/ }).waitFor();
  await detail.getByRole('heading').first().click();
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('Show the alerts that are new').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('n');
  await rows.filter({ hasText: '7 ETH' }).waitFor();
  await page.getByRole('button', { name: '2 new' }).waitFor({ state: 'detached' });

  await page.keyboard.press('r');
  await page.getByRole('dialog').getByLabel('Note').fill('Paid as agreed');
  await page.keyboard.press('Control+Enter');
  await page.getByText('2 alerts resolved.').waitFor();
  expect(await api.ok(routes.getEvent, { params: { id } })).toMatchObject({ resolutionNote: 'Paid as agreed' });

  await page.keyboard.press('2');
  await page.waitForURL(/status=open/);
  await page.getByRole('heading', { name: /^Alerts \(2 alerts/ }).waitFor();
  await page.getByRole('button', { name: 'Open (2)', exact: true }).waitFor();
  expectNoFaults(watched);
});

it('In a view of critical alerts, a key acknowledges all open alerts of the payment, and says how many', async () => {
  const { api, apiKey } = await newOrganisation();
  const wallet = await addWallet(api);
  for (const [n, severity] of (['critical', 'warning', 'info', 'info'] as const).entries()) {
    await addRule(api, { name: `Rule ${n}`, severity, cooldownMinutes: 0 });
  }
  const alertsAre = (status: string, count: number) =>
    eventually(
      () => api.ok(routes.listEvents),
      ({ data }) => data.filter((alert) => alert.status === status).length === count,
    );
  await importInto(api, wallet, { valueDecimal: '5' });
  await alertsAre('open', 4);
  const watched = await openPage({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  const { page } = watched;
  await page.goto('/console/');
  await signIn(page, apiKey);
  await openConsole(page, '/alerts?status=open&severity=critical');
  await page.getByRole('heading', { name: /^Alerts \(1 alert in 1 transaction/ }).waitFor();
  await page.keyboard.press('j');
  const detail = page.getByRole('region', { name: 'Alert' });
  await detail.getByRole('button', { name: 'Acknowledge all 4', exact: true }).waitFor();
  await page.keyboard.press('e');
  await page.getByText('4 alerts acknowledged.').waitFor();
  await alertsAre('acknowledged', 4);
  expectNoFaults(watched);
});

it('The keyboard submits a dialog also while the focus is on its button', async () => {
  const { api, apiKey } = await newOrganisation();
  const wallet = await addWallet(api);
  await addRule(api);
  await importInto(api, wallet, { valueDecimal: '5' });
  await eventually(
    () => api.ok(routes.listEvents),
    ({ meta }) => meta.total === 1,
  );
  const watched = await openPage({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  const { page } = watched;
  await page.goto('/console/');
  await signIn(page, apiKey);
  await openConsole(page, '/alerts?status=open');
  await page.locator('main tbody tr', { hasText: 'ETH' }).getByRole('checkbox').check();
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Acknowledge' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByText('1 alert acknowledged.').waitFor();
  expectNoFaults(watched);
});
