import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import { addRule, addWallet, importInto } from '../api/samples.ts';
import { type ApiClient, newOrganisation } from '../support/api.ts';
import { confirmEmails, mailsTo } from '../support/confirm-emails.ts';
import { eventually } from '../support/eventually.ts';
import { root } from '../support/sources.ts';
import { expectNoFaults, useBrowser } from './browser.ts';
import { expectAccessible, expectNoSidewaysScroll } from './console-user.ts';

/** The pictures of the last run, for people. */
const PICTURES = join(root, '.local/pictures');
const ADDRESS = `${randomUUID()}@example.com`;

const openPage = useBrowser();
let api: ApiClient;
let wallet: Awaited<ReturnType<typeof addWallet>>;
beforeAll(async () => {
  mkdirSync(PICTURES, { recursive: true });
  ({ api } = await newOrganisation());
  await api.ok(routes.updateSettings, { body: { emails: [ADDRESS] } });
  await confirmEmails([ADDRESS]);
  await addRule(api, { notifyEmail: true, cooldownMinutes: 0 });
  wallet = await addWallet(api);
});

/** The link in the mail about a new alert. */
async function newLink(): Promise<string> {
  const known = (await mailsTo(ADDRESS)).length;
  await importInto(api, wallet);
  const [mail] = await eventually(
    () => mailsTo(ADDRESS),
    ({ length }) => length > known,
  );
  return /http\S+\/a\/\S+/.exec(mail?.text ?? '')?.[0] ?? '';
}

describe('The page of a link in a message', () => {
  it.each([
    ['light', { width: 1280, height: 800 }],
    ['dark', { width: 390, height: 844 }],
  ] as const)('asks, and acknowledges when the button is pressed: %s', async (colorScheme, viewport) => {
    const watched = await openPage({ colorScheme, viewport });
    const { page } = watched;
    const picture = (name: string) =>
      page.screenshot({ path: join(PICTURES, `acknowledge-${name}-${colorScheme}.png`) });
    const link = await newLink();
    await page.goto(link);
    await expectAccessible(page, 'the question');
    await expectNoSidewaysScroll(page, 'the question');
    await picture('question');
    expect(await page.getByRole('heading').textContent()).toBe('Acknowledge this alert?');
    await page.getByRole('button', { name: 'Acknowledge' }).click();
    await page.getByRole('heading', { name: 'The alert is acknowledged.' }).waitFor();
    await expectAccessible(page, 'the answer');
    await picture('answer');
    const { data } = await api.ok(routes.listEvents);
    expect(data[0]).toMatchObject({ status: 'acknowledged', acknowledgedByName: ADDRESS });
    await page.goto(link);
    await page.getByRole('heading', { name: 'This link has nothing left to do.' }).waitFor();
    await expectNoSidewaysScroll(page, 'the refusal');
    expectNoFaults(watched, [/410/]);
  });
});
