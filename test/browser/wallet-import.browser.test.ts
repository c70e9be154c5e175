import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import { addWallet, evmAddress } from '../api/samples.ts';
import { newOrganisation } from '../support/api.ts';
import { expectNoFaults, useBrowser } from './browser.ts';
import { expectAccessible, openConsole, signIn } from './console-user.ts';

const openPage = useBrowser();
/** More than the console knows at once. */
const WALLETS = 1_050;

it('An operator imports a thousand wallets, and repairs the rows that failed in a file', async () => {
  const { api, apiKey } = await newOrganisation();
  const present = await addWallet(api, { label: 'Treasury', chains: ['ethereum'] });
  const watched = await openPage({ locale: 'en-US', viewport: { width: 1600, height: 1400 } });
  const { page } = watched;
  await page.goto('/console/');
  await signIn(page, apiKey);
  await openConsole(page, '/wallets');
  const keys: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/wallets/bulk')) keys.push(request.headers()['idempotency-key'] ?? 'none');
  });
  const choose = (text: string) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 'deposits.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  const rows = Array.from({ length: WALLETS }, (_, n) => `Deposit ${n},${evmAddress()},base,deposit;eu,account-${n}`);
  const lines = [...rows, `Treasury again,${present.address},ethereum,,`, 'Nowhere,0x12,base,,', 'No chain,0x1,,,'];
  await page.getByRole('button', { name: 'Import from CSV' }).click();
  await choose(`label,address,chains,tags,externalId\n${lines.join('\n')}\n`);
  await page.getByRole('button', { name: 'Import 1,052 wallets' }).click();
  await page.getByText('1,052 of 1,052 rows. In all 1,050 created, 1 existed already, 1 refused, 0 failed.').waitFor();
  expect(new Set(keys).size).toBe(11);
  expect(keys).not.toContain('none');
  await expectAccessible(page, 'a finished import');

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the failed rows (2)' }).click();
  const text = readFileSync(await (await downloading).path(), 'utf8');
  expect(text.split('\r\n')).toEqual([
    'label,address,chains,destinationTag,type,color,tags,externalId,problem',
    expect.stringMatching(/^Nowhere,0x12,base,,,,,,address: /),
    'No chain,0x1,,,,,,,chains: is missing',
    '',
  ]);
  await choose(text.replace('0x12', evmAddress()).replace('0x1,,', `${evmAddress()},base,`));
  await page.getByRole('button', { name: 'Import 2 wallets' }).click();
  await page.getByText('2 of 2 rows. In all 2 created').waitFor();
  await page.getByText('2 wallets are added. Next: say where to tell you.').waitFor({ state: 'attached' });

  const { data, meta } = await api.ok(routes.listWallets, { query: { externalId: 'account-7' } });
  expect([meta.total, data[0]?.label, data[0]?.tags]).toEqual([1, 'Deposit 7', ['deposit', 'eu']]);
  expect((await api.ok(routes.listWallets, { query: { tag: 'deposit' } })).meta.total).toBe(WALLETS);

  await openConsole(page, '/');
  await page.getByText(`1,052 wallets use Base, which Chainwatch does not record here`).waitFor();
  // However many wallets there are, somebody who asks learns what they hold.
  await page.getByRole('button', { name: /^Add up 1,05\d wallets$/ }).click();
  await page.getByText('No value of a wallet is known yet.').waitFor();
  await page.getByText('1 wallet uses Ethereum, which Chainwatch does not record here').click();
  await page.locator('main tbody tr').filter({ hasText: 'Treasury' }).waitFor();
  expect(await page.locator('main tbody tr').count()).toBe(1);
  expectNoFaults(watched);
});
