import { createServer } from 'node:http';
import { afterAll, expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import { evmAddress } from '../api/samples.ts';
import { closeAll, listen } from '../platform/outbound/receiver.ts';
import { newOrganisation } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { expectNoFaults, useBrowser } from './browser.ts';
import { expectAccessible, openConsole, signIn } from './console-user.ts';

const openPage = useBrowser();
afterAll(closeAll);

it('A guard edits a list, and accepts a much shorter source after reading how many addresses go', async () => {
  const { api, apiKey } = await newOrganisation();
  const addresses = Array.from({ length: 10 }, evmAddress);
  const port = await listen(
    createServer((_, response) => response.writeHead(200, { 'Content-Type': 'text/plain' }).end(addresses.join('\n'))),
  );
  const source = { url: `http://127.0.0.1:${port}/list`, format: 'text' };
  const { id } = await api.ok(routes.createAddressList, { body: { name: 'sanctioned', purpose: 'info', source } });
  const ran = (size: number, hasError: boolean) =>
    eventually(
      () => api.ok(routes.getAddressList, { params: { id } }),
      (list) => list.size === size && list.lastRun !== null && (list.lastRun.error !== null) === hasError,
    );
  await ran(10, false);
  addresses.splice(5);
  await api.ok(routes.refreshAddressList, { params: { id } });
  await ran(10, true);

  const watched = await openPage({ locale: 'en-US', viewport: { width: 1600, height: 1200 } });
  const { page } = watched;
  await page.goto('/console/');
  await signIn(page, apiKey);
  await openConsole(page, '/address-lists');
  await page.getByRole('button', { name: 'Edit sanctioned' }).click();
  const form = page.getByRole('dialog', { name: 'Change the address list' });
  expect(await form.getByLabel('Name').isDisabled()).toBe(true);
  await form.getByRole('button', { name: 'Deny' }).click();
  await expectAccessible(page, 'the form of an address list');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'hidden' });
  // The form did not write the source again, so that the refused run stays.
  expect(await ran(10, true)).toMatchObject({ purpose: 'deny', lastRun: { refused: { added: 0, removed: 5 } } });

  await page.getByRole('button', { name: 'Accept the smaller list sanctioned' }).click();
  const question = page.getByRole('dialog', { name: 'Accept the smaller list?' });
  await question.getByText('Of the 10 addresses of the list sanctioned, 5 go and 0 come.').waitFor();
  await expectAccessible(page, 'the question about a smaller list');
  await question.getByRole('button', { name: 'Accept the smaller list' }).click();
  expect((await ran(5, false)).lastRun).toMatchObject({ removed: 5, error: null });
  await page.getByText('0 added, 5 removed').waitFor();
  expectNoFaults(watched);
});
