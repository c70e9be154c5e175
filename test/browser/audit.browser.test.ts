import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import { addRule, addWallet, importInto } from '../api/samples.ts';
import { newOrganisation } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { root } from '../support/sources.ts';
import { expectNoFaults, useBrowser } from './browser.ts';
import { expectAccessible, expectNoSidewaysScroll, openConsole, signIn } from './console-user.ts';

/** The pictures of the last run, for people. */
const PICTURES = join(root, '.local/pictures');
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];

const openPage = useBrowser();

/** An organisation with a rule that was created, changed and given a secret, and with a deleted wallet. */
async function audited() {
  const { api, apiKey } = await newOrganisation();
  const rule = await addRule(api, { name: 'Large transfer', cooldownMinutes: 5 });
  const params = { id: rule.id };
  await api.ok(routes.updateRule, {
    params,
    body: { cooldownMinutes: 10, customWebhookUrl: 'https://8.8.8.8/first' },
  });
  const wallet = await addWallet(api, { label: 'Treasury' });
  await api.ok(routes.deleteWallet, { params: { id: wallet.id } });
  return { api, apiKey, rule };
}

async function visit(apiKey: string, path: string) {
  const watched = await openPage({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  const { page } = watched;
  page.setDefaultTimeout(60_000);
  await page.goto('/console/');
  await signIn(page, apiKey);
  await openConsole(page, path);
  return { watched, page, rows: page.locator('main tbody tr') };
}

describe('The page of the audit log', () => {
  it('says who changed what, and shows the values before and after', async () => {
    const { apiKey, rule } = await audited();
    const { watched, page, rows } = await visit(apiKey, '/audit');
    await page.getByRole('heading', { name: 'Audit (5)' }).waitFor();
    const changed = rows.filter({ hasText: 'cooldownMinutes: 5 -> 10' });
    await changed.getByRole('button', { name: /more changes?$/ }).click();
    await changed.getByText('cooldownMinutes: 5 -> 10').waitFor();
    await changed.getByText('customSecret: none -> (changed)').waitFor();
    await changed.getByText('Changed', { exact: true }).waitFor();
    await changed.getByText('(API key)').waitFor();
    const deleted = rows.filter({ hasText: 'Deleted' });
    expect(await deleted.getByRole('link').count()).toBe(1);
    mkdirSync(PICTURES, { recursive: true });
    for (const viewport of SIZES) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const look = `${viewport.width}-${colorScheme}`;
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme });
        await expectAccessible(page, `the audit log ${look}`);
        await expectNoSidewaysScroll(page, `the audit log ${look}`);
        await page.screenshot({ path: join(PICTURES, `audit-${look}.png`), fullPage: true });
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await changed.getByRole('link', { name: 'Large transfer' }).click();
    await page.waitForURL(`**/console/rules?open=${rule.id}`);
    expectNoFaults(watched);
  });

  it('keeps the filters in its address, with the exact total of what they leave', async () => {
    const { apiKey } = await audited();
    const { watched, page, rows } = await visit(apiKey, '/audit?resource=rule&pageSize=10');
    await page.getByRole('heading', { name: 'Audit (2)' }).waitFor();
    await page.getByRole('button', { name: /^Action/ }).click();
    await page.getByRole('option', { name: 'Created' }).click();
    await page.waitForURL(/resource=rule.*action=create|action=create.*resource=rule/);
    await page.getByRole('heading', { name: 'Audit (1)' }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('heading', { name: 'Audit (5)' }).waitFor();
    await rows.getByRole('link', { name: 'Operator' }).click();
    await page.waitForURL(/actor=operator/);
    await page.getByRole('heading', { name: 'Audit (1)' }).waitFor();
    await openConsole(page, '/audit?actor=nobody');
    await page.getByText('No entry matches. Clear a filter.').waitFor();
    expectNoFaults(watched);
  });

  it('names an alert by its sentence, and a list without brackets', async () => {
    const { api, apiKey } = await newOrganisation();
    const wallet = await addWallet(api, { label: 'Treasury' });
    await addRule(api);
    await importInto(api, wallet, { valueDecimal: '5' });
    const { data } = await eventually(
      () => api.ok(routes.listEvents),
      ({ meta }) => meta.total === 1,
    );
    await api.ok(routes.acknowledgeEvent, { params: { id: data[0]?.id ?? '' }, body: { note: 'Known payroll' } });
    await api.ok(routes.updateSettings, { body: { emails: ['duty@example.com'] } });
    const { watched, page, rows } = await visit(apiKey, '/audit');
    await rows.getByText('emails: nothing -> duty@example.com').waitFor();
    const reviewed = rows.filter({ hasText: 'Acknowledged' });
    await reviewed.getByRole('link', { name: /^Treasury received 5 ETH/ }).waitFor();
    await reviewed.getByText('(alert)').waitFor();
    // A row has two lines, also that of a record with many fields.
    for (const row of await rows.all()) expect((await row.boundingBox())?.height).toBeLessThan(65);
    await expectNoSidewaysScroll(page, 'the audit log');
    expectNoFaults(watched);
  });

  it('is one click away from a rule, and shows the id of a request to who asks for it', async () => {
    const { api, apiKey, rule } = await audited();
    const { watched, page, rows } = await visit(apiKey, `/rules?open=${rule.id}`);
    await page.getByRole('link', { name: 'Show who changed it' }).click();
    await page.getByRole('heading', { name: 'Audit (2)' }).waitFor();
    const { data } = await api.ok(routes.listAudit, { query: { resourceId: rule.id } });
    expect(await rows.getByRole('button', { name: 'Copy the id of the request' }).count()).toBe(0);
    await openConsole(page, `/audit?resourceId=${rule.id}&columns=at,action,requestId`);
    await rows
      .first()
      .getByTitle(data[0]?.requestId ?? '')
      .waitFor();
    expectNoFaults(watched);
  });

  it('tells a key without the scope admin that it needs this scope', async () => {
    const { api } = await newOrganisation();
    const { key } = await api.ok(routes.createKey, { body: { name: 'CI', scope: 'write' } });
    const { watched, page } = await visit(key, '/audit');
    await page.getByText('You have the scope "write". This needs the scope "admin".').waitFor();
    await expectAccessible(page, 'the audit log without the scope');
    expectNoFaults(watched);
  });

  it('says what is wrong with a filter, and that nothing was read', async () => {
    const { apiKey } = await newOrganisation();
    const { watched, page } = await visit(apiKey, '/audit?action=steal');
    await page.getByText('Nothing was read.').waitFor();
    await expectAccessible(page, 'the audit log with a wrong filter');
    expectNoFaults(watched, [/status of 400/]);
  });
});
