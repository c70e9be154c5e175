import { randomUUID } from 'node:crypto';
import { PutSuppressedDestinationCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { routes } from '../../functions/routes.ts';
import { questionPage } from '../../lib/organisations/email-addresses/email-link-page.ts';
import { EmailStatus } from '../../lib/organisations/email-addresses/schema.ts';
import { type ApiClient, newOrganisation } from '../support/api.ts';
import { confirmationLink, confirmEmails, mailsTo } from '../support/confirm-emails.ts';
import { eventually } from '../support/eventually.ts';
import { stackUrl } from '../support/stack-url.ts';
import { addRule, addWallet, importInto } from './samples.ts';

const anAddress = (domain = 'example.com') => `${randomUUID()}@${domain}`;
const simulated = (name: string) => `${name}+${randomUUID()}@simulator.amazonses.com`;
const Shown = z.object({ emailStatus: z.array(EmailStatus) });
const setEmails = async (api: ApiClient, ...emails: string[]) =>
  Shown.parse(await api.ok(routes.updateSettings, { body: { emails } }));

async function statusOf(api: ApiClient, address: string) {
  const { emailStatus } = Shown.parse(await api.ok(routes.getSettings));
  return emailStatus.find((each) => each.address === address);
}

/** An organisation whose address has this status, and a wallet with a rule that mails. */
async function organisationWith(...emails: string[]) {
  const { api } = await newOrganisation();
  await setEmails(api, ...emails);
  await addRule(api, { notifyEmail: true });
  return { api, wallet: await addWallet(api) };
}

/** The only delivery of an alert that fires now, when its first attempt is over. */
async function alerted({ api, wallet }: Awaited<ReturnType<typeof organisationWith>>) {
  const before = await api.ok(routes.listDeliveries);
  await importInto(api, wallet);
  const { data } = await eventually(
    () => api.ok(routes.listDeliveries),
    (page) => page.meta.total > before.meta.total && page.data[0]?.status !== 'pending',
  );
  const [delivery] = data;
  if (delivery === undefined) throw new Error('no delivery');
  return delivery;
}

const post = (url: string, body?: URLSearchParams) => fetch(url, { method: 'POST', body });

/** The answer without the id of its request. */
const answerOf = async (response: Response) => ({
  status: response.status,
  text: (await response.text()).replace(/"requestId":"[^"]*"/, ''),
});

describe('A new address in the settings', () => {
  it('is pending and gets no alert, until its recipient confirms by the link', async () => {
    const address = anAddress();
    const organisation = await organisationWith(address);
    const { api } = organisation;
    expect(await statusOf(api, address)).toMatchObject({ status: 'pending', reason: null });
    const unsent = await alerted(organisation);
    expect(unsent).toMatchObject({
      status: 'not_sent',
      error: 'The e-mail address is not confirmed yet.',
      attempts: [{ error: 'The e-mail address is not confirmed yet.', statusCode: null }],
    });
    expect((await api.ok(routes.listDeliveries, { query: { status: 'failed' } })).data).toEqual([]);
    const { buckets } = await api.ok(routes.getStats);
    const counts = buckets.map(({ deliveries }) => deliveries);
    expect(counts.filter((each) => each !== null && each.other > 0)).toEqual([{ delivered: 0, failed: 0, other: 1 }]);
    expect(counts.filter((each) => each !== null && each.failed > 0)).toEqual([]);

    const link = await confirmationLink(address);
    const page = await fetch(link);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('cache-control')).toBe('no-store');
    const asked = await page.text();
    expect(asked).toContain('<form method="post">');
    expect(asked).toContain(`${address} for the organisation “Test”`);
    const [mail] = await mailsTo(address);
    expect(JSON.stringify(mail)).toContain(`${address} for the organisation “Test”`);
    // Whoever changes the link, or knows the ids alone, sees the same page without the names.
    const guessed = await fetch(`${link.slice(0, -4)}AAAA`);
    expect([guessed.status, await guessed.text()]).toEqual([200, questionPage('confirm', null)]);
    // A program that checks the links of mails has changed nothing.
    expect(await statusOf(api, address)).toMatchObject({ status: 'pending' });

    expect((await post(link)).status).toBe(200);
    expect(await statusOf(api, address)).toMatchObject({ status: 'confirmed', reason: null });
    // People click twice.
    expect((await post(link)).status).toBe(200);
    expect(await alerted(organisation)).toMatchObject({ status: 'delivered' });
    await api.ok(routes.replayDelivery, { params: { id: unsent.id } });
    await eventually(
      () => api.ok(routes.getDelivery, { params: { id: unsent.id } }),
      ({ status }) => status === 'delivered',
    );
    expect((await mailsTo(address)).filter(({ headers }) => headers['X-Chainwatch-Delivery'])).toHaveLength(2);
  });

  it('keeps its status when other addresses change, and when it leaves and returns', async () => {
    const [first, second] = [anAddress(), anAddress()];
    const { api } = await newOrganisation();
    await setEmails(api, first);
    await confirmEmails([first]);
    await setEmails(api, second, first);
    await setEmails(api, second);
    const { emailStatus } = await setEmails(api, first, second);
    expect(emailStatus).toMatchObject([
      { address: first, status: 'confirmed' },
      { address: second, status: 'pending' },
    ]);
    expect(await mailsTo(first)).toHaveLength(1);
  });

  it('has a status of its own in each organisation', async () => {
    const address = anAddress();
    const [one, other] = [await newOrganisation(), await newOrganisation()];
    await setEmails(one.api, address);
    await confirmEmails([address]);
    await setEmails(other.api, address);
    expect(await statusOf(one.api, address)).toMatchObject({ status: 'confirmed' });
    expect(await statusOf(other.api, address)).toMatchObject({ status: 'pending' });
  });
});

describe('POST /api/settings/emails/resend', () => {
  const resend = (api: ApiClient, address: string) => api.call(routes.resendConfirmation, { body: { address } });

  it('sends five mails a day with the first, and only the newest link works', async () => {
    const address = anAddress();
    const { api } = await newOrganisation();
    await setEmails(api, address);
    const first = await confirmationLink(address);
    for (let n = 2; n <= 5; n++) {
      expect(await api.ok(routes.resendConfirmation, { body: { address } })).toMatchObject({ status: 'pending' });
    }
    expect(await mailsTo(address)).toHaveLength(5);
    const refused = await resend(api, address);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await post(first)).status).toBe(404);
    await confirmEmails([address]);
    expect((await resend(api, address)).status).toBe(409);
    expect(await mailsTo(address)).toHaveLength(5);
  });

  it('refuses an address that is not in the settings', async () => {
    const { api } = await newOrganisation();
    const { status, body } = await resend(api, anAddress());
    expect([status, body]).toMatchObject([400, { errors: [{ path: 'address' }] }]);
  });
});

describe('The mails of an organisation to new addresses', () => {
  it('are fifty a day, and the settings change all the same', async () => {
    const { api } = await newOrganisation();
    const batches = Array.from({ length: 3 }, () => Array.from({ length: 20 }, () => anAddress()));
    let last: { status: string; reason: string | null }[] = [];
    for (const emails of batches) last = (await setEmails(api, ...emails)).emailStatus;
    expect(last.filter(({ reason }) => reason === null)).toHaveLength(10);
    expect(last.filter(({ reason }) => reason?.includes('used up'))).toHaveLength(10);
    expect(new Set(last.map(({ status }) => status))).toEqual(new Set(['pending']));
  });
});

describe('A link that does not work', () => {
  it('gets one answer, whatever the cause', async () => {
    const address = anAddress();
    const { api, organisationId } = await newOrganisation();
    await setEmails(api, address);
    const link = await confirmationLink(address);
    const [base = '', token = ''] = link.split('?token=');
    const [, , addressId, secret] = token.split('.');
    const wrong = [
      '',
      '?token=',
      '?token=nonsense',
      `?token=confirm.${organisationId}.${addressId}.${'x'.repeat(32)}`,
      `?token=confirm.${organisationId}.${randomUUID()}.${secret}`,
      `?token=confirm.${randomUUID()}.${addressId}.${secret}`,
      `?token=unsubscribe.${organisationId}.${addressId}.${secret}`,
      `?token=unsubscribe.${organisationId}.${addressId}.v1.${'A'.repeat(60)}`,
    ];
    const answers = await Promise.all(wrong.map(async (query) => answerOf(await post(`${base}${query}`))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await statusOf(api, address)).toMatchObject({ status: 'pending' });
    expect((await fetch(`${base}?token=nonsense`)).status).toBe(404);
    // A browser gets a page for people.
    const page = await fetch(link.replace('confirm.', 'other.'), { headers: { accept: 'text/html' } });
    expect([page.status, await page.text()]).toEqual([404, expect.stringContaining('This link does not work.')]);
  });
});

describe('The recipient of an alert', () => {
  it('unsubscribes with one click, as RFC 8058 says, and can be asked again', async () => {
    const address = anAddress();
    const organisation = await organisationWith(address);
    const { api } = organisation;
    await confirmEmails([address]);
    await alerted(organisation);
    const [mail] = await mailsTo(address);
    expect(mail?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const url = /^<(http[^>]+)>$/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1] ?? '';
    expect((await fetch(url)).status).toBe(200);
    expect(await statusOf(api, address)).toMatchObject({ status: 'confirmed' });
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    for (let n = 0; n < 2; n++) expect((await post(url, body)).status).toBe(200);
    expect(await statusOf(api, address)).toMatchObject({
      status: 'unsubscribed',
      reason: 'The recipient unsubscribed.',
    });
    expect(await alerted(organisation)).toMatchObject({
      status: 'not_sent',
      attempts: [{ error: 'The e-mail address gets no mail (unsubscribed). The recipient unsubscribed.' }],
    });
    await api.ok(routes.resendConfirmation, { body: { address } });
    await confirmEmails([address]);
    expect(await statusOf(api, address)).toMatchObject({ status: 'confirmed' });
  });
});

describe('Feedback of the mail service', () => {
  const hasStatus = (api: ApiClient, address: string, wanted: string) =>
    eventually(
      () => statusOf(api, address),
      (shown) => shown?.status === wanted,
    );

  it('deactivates an address that bounces, and its link does not work any more', async () => {
    const address = simulated('bounce');
    const { api } = await newOrganisation();
    await setEmails(api, address);
    expect(await hasStatus(api, address, 'bounced')).toMatchObject({
      reason: 'The mail came back: the address takes no mail (General, 5.1.1).',
    });
    expect(await mailsTo(address)).toEqual([]);
  });

  it('deactivates an address for good when its recipient complains', async () => {
    const address = simulated('complaint');
    const organisation = await organisationWith(address);
    const { api } = organisation;
    const reason = 'The recipient marked a mail as spam.';
    expect(await hasStatus(api, address, 'complained')).toMatchObject({ reason });
    expect((await post(await confirmationLink(address))).status).toBe(404);
    expect((await api.call(routes.resendConfirmation, { body: { address } })).status).toBe(409);
    expect(await alerted(organisation)).toMatchObject({
      status: 'not_sent',
      attempts: [{ error: `The e-mail address gets no mail (complained). ${reason}` }],
    });
  });

  it('leaves an address alone that only sends an automatic reply', async () => {
    const address = simulated('ooto');
    const { api } = await newOrganisation();
    await setEmails(api, address);
    await confirmEmails([address]);
    expect(await statusOf(api, address)).toMatchObject({ status: 'confirmed' });
  });

  it('ends the delivery to a suppressed address as failed, and the deliveries after it', async () => {
    const address = anAddress();
    const organisation = await organisationWith(address);
    const { api } = organisation;
    await confirmEmails([address]);
    const credentials = { accessKeyId: 'operator', secretAccessKey: 'x' };
    const ses = new SESv2Client({ endpoint: stackUrl('STACK_AWS_URL'), region: 'us-east-1', credentials });
    await ses.send(new PutSuppressedDestinationCommand({ EmailAddress: address, Reason: 'BOUNCE' }));
    const reason = 'The mail service suppresses this address (OnAccountSuppressionList).';

    const { id } = await alerted(organisation);
    const ended = await eventually(
      () => api.ok(routes.getDelivery, { params: { id } }),
      ({ status }) => status === 'failed',
    );
    expect(ended).toMatchObject({ deliveredAt: null, attempts: [{ error: reason }] });
    expect((await api.ok(routes.listDeliveries, { query: { status: 'failed' } })).meta.total).toBe(1);
    expect(await hasStatus(api, address, 'bounced')).toMatchObject({ reason });
    const error = `The e-mail address gets no mail (bounced). ${reason}`;
    expect(await alerted(organisation)).toMatchObject({ status: 'not_sent', attempts: [{ error }] });
  });
});
