import { describe, expect, it } from '@jest/globals';
import { newOrganisation } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { expectNoFaults, useBrowser } from './browser.ts';
import { expectAccessible, openConsole, signIn } from './console-user.ts';

const openPage = useBrowser();

const FORMS = [
  {
    title: 'a new address of the settings',
    place: '/settings',
    field: 'New address',
    send: 'Add',
    wrong: { text: 'foo', message: 'must be an email address' },
    right: 'foo@example.com',
  },
  {
    title: 'the Slack URL of the settings',
    place: '/settings',
    field: 'URL',
    send: 'Save',
    wrong: { text: 'foo', message: 'The URL cannot be parsed.' },
    right: 'https://hooks.slack.com/services/T0/B0/x',
  },
  {
    title: 'a hash to look up',
    place: '/transactions',
    opener: 'Look up a hash',
    field: 'Hash',
    send: 'Look up',
    wrong: { text: 'foo', message: 'is not a transaction hash of any chain' },
    right: `0x${'1'.repeat(64)}`,
  },
] as const;

describe('A field that the service refused', () => {
  it.each(FORMS)('$title: no error is left as soon as the user has corrected it', async (form) => {
    const { apiKey } = await newOrganisation();
    const watched = await openPage({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
    const { page } = watched;
    await page.goto('/console/');
    await signIn(page, apiKey);
    await openConsole(page, form.place);
    if ('opener' in form) await page.getByRole('button', { name: form.opener }).click();
    const within = page.locator('opener' in form ? '[role=dialog]' : 'form').filter({
      has: page.getByRole('button', { name: form.send, exact: true }),
    });
    const place = within.filter({ has: page.getByLabel(form.field, { exact: true }) }).first();
    await place.getByLabel(form.field, { exact: true }).fill(form.wrong.text);
    await place.getByRole('button', { name: form.send, exact: true }).click();
    const message = page.getByText(form.wrong.message);
    await message.first().waitFor();
    const box = page.getByText('The service refused this');
    // The message stands at the field, and nowhere else.
    expect([await message.count(), await box.count()]).toEqual([1, 0]);
    await expectAccessible(page, form.title);
    await place.getByLabel(form.field, { exact: true }).fill(form.right);
    await eventually(
      async () => [await message.count(), await box.count()],
      ([messages, boxes]) => messages === 0 && boxes === 0,
    );
    expectNoFaults(watched, [/status of 400/]);
  });
});
