import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { routes } from '../../functions/routes.ts';
import { type LocalStack, startStack } from '../../local/cli/local-stack.ts';
import { addRule, addWallet, importInto } from '../api/samples.ts';
import { api } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { expectNoFaults, useBrowser } from './browser.ts';
import { expectAccessible } from './console-user.ts';

const openPage = useBrowser();
let stack: LocalStack;
let dataDir: string;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'chainwatch-people-'));
  stack = await startStack({ port: 0, dataDir, signIn: true, watch: [], log: () => {} });
});
afterAll(async () => {
  await stack?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The identity provider is another origin, which the page visits on purpose. */
const atProvider = () => [new RegExp(`^other origin: ${stack.issuer}/`)];
const continueButton = (page: Page) => page.getByRole('button', { name: /^Continue with 127\.0\.0\.1/ });

/** A browser of a person who signed in on this page of the console. */
async function signedIn(name: string, path = '/console/') {
  const watched = await openPage({ baseURL: stack.baseUrl });
  const { page } = watched;
  // A missing element must not hold up the other tests for long.
  page.setDefaultTimeout(60_000);
  await page.goto(path);
  await expectAccessible(page, 'the sign-in');
  await continueButton(page).click();
  await page.getByRole('heading', { name: 'Who signs in?' }).waitFor();
  await expectAccessible(page, 'the identity provider');
  await page.getByRole('link', { name }).click();
  await page.locator('#top').waitFor();
  return watched;
}

const firstAlert = async () => {
  const mine = api(stack.apiKey, stack.baseUrl);
  const wallet = await addWallet(mine);
  await addRule(mine, { name: 'Any transfer' });
  await importInto(mine, wallet);
  await eventually(
    () => mine.ok(routes.listEvents),
    ({ meta }) => meta.total === 1,
  );
  return mine;
};

describe('A person with the scope review', () => {
  it('signs in, returns to the page of the address, reviews an alert and signs out', async () => {
    const mine = await firstAlert();
    const watched = await signedIn('Ravi Reviewer', '/console/alerts?status=open');
    const { page } = watched;
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/console/alerts?status=open');
    await page.locator('.sentence').first().click();
    await page.locator('.thumb-bar').getByRole('button', { name: 'Acknowledge', exact: true }).click();
    const { data } = await eventually(
      () => mine.ok(routes.listEvents),
      ({ data: [event] }) => event?.status === 'acknowledged',
    );
    expect(data[0]).toMatchObject({ acknowledgedBy: 'person:ravi', acknowledgedByName: 'Ravi Reviewer' });
    await expectAccessible(page, 'the alerts of a person');

    await page.getByRole('button', { name: 'Local', exact: true }).click();
    await expectAccessible(page, 'the menu of a person');
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(`${stack.baseUrl}/console/`);
    await continueButton(page).waitFor();
    await page.reload();
    await continueButton(page).waitFor();
    expectNoFaults(watched, atProvider());
  });

  it('is asked again by the identity provider after a sign-out, and not after a reload', async () => {
    const watched = await signedIn('Rita Reader', '/console/rules');
    const { page } = watched;
    await page.reload();
    await continueButton(page).click();
    await page.locator('#top').waitFor();
    await page.waitForURL(`${stack.baseUrl}/console/rules`);
    await page.getByRole('button', { name: 'Local', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(`${stack.baseUrl}/console/`);
    await continueButton(page).click();
    await page.getByRole('heading', { name: 'Who signs in?' }).waitFor();
    expectNoFaults(watched, atProvider());
  });

  it('has the token in no storage of the browser and not in the address', async () => {
    const watched = await signedIn('Ravi Reviewer');
    const stored = await watched.page.evaluate<string>(
      'JSON.stringify([localStorage, sessionStorage, document.cookie, location.href])',
    );
    expect(stored).not.toMatch(/eyJ|code=|access_token/);
    await watched.page.reload();
    await continueButton(watched.page).waitFor();
    expectNoFaults(watched, atProvider());
  });
});

describe('A sign-in that this tab did not begin', () => {
  it('is refused, and takes the code out of the address', async () => {
    const watched = await openPage({ baseURL: stack.baseUrl });
    await watched.page.goto('/console/?code=stolen&state=stolen');
    await watched.page.getByText('You are not signed in').waitFor();
    await expectAccessible(watched.page, 'a refused sign-in');
    expect(new URL(watched.page.url()).search).toBe('');
    expectNoFaults(watched);
  });
});
