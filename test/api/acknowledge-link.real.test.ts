import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import type { AlertEvent } from '../../lib/alerts/events/schema.ts';
import { acknowledgeToken } from '../../lib/channels/acknowledge-link.ts';
import { OrganisationId } from '../../lib/values/ids.ts';
import { type ApiClient, api as clientOf, invalid, NOT_FOUND, newOrganisation, refusalOf } from '../support/api.ts';
import { confirmEmails, mailsTo } from '../support/confirm-emails.ts';
import { eventually } from '../support/eventually.ts';
import { testSealer } from '../support/scenario.ts';
import { stackUrl } from '../support/stack-url.ts';
import { addRule, addWallet, importInto } from './samples.ts';

const ADDRESS = `${randomUUID()}@example.com`;
const WITHOUT_KEY = clientOf();
const GONE = { status: 410, code: 'gone' };
const POST = { method: 'POST', path: '/api/links/acknowledge' };
const FORM = 'application/x-www-form-urlencoded';

let api: ApiClient;
let walletId: { id: string; address: string };
beforeAll(async () => {
  ({ api } = await newOrganisation());
  await api.ok(routes.updateSettings, { body: { emails: [ADDRESS] } });
  await confirmEmails([ADDRESS]);
  await addRule(api, { notifyEmail: true, cooldownMinutes: 0 });
  walletId = await addWallet(api);
});

/** A new alert, and the link in the mail about it. */
async function mailed(): Promise<{ event: AlertEvent; link: string; token: string }> {
  await importInto(api, walletId);
  const { data } = await eventually(
    () => api.ok(routes.listEvents, { query: { status: 'open' } }),
    (page) => page.meta.total === 1,
  );
  const [event] = data;
  if (event === undefined) throw new Error('no event');
  const links = await eventually(
    async () =>
      (await mailsTo(ADDRESS))
        .filter(({ text }) => text.includes(event.id))
        .flatMap(({ text }) => /http\S+\/a\/\S+/.exec(text)?.[0] ?? []),
    ({ length }) => length > 0,
  );
  const link = links[0] ?? '';
  return { event, link, token: link.slice(link.lastIndexOf('/') + 1) };
}

const stored = ({ id }: AlertEvent) => api.ok(routes.getEvent, { params: { id } });
const asBrowser = (url: string, init: RequestInit = {}) => fetch(url, { ...init, headers: { Accept: 'text/html' } });

describe('The link of a mail', () => {
  it('shows a page to everybody who opens it and changes nothing, until somebody presses the button', async () => {
    const { event, link, token } = await mailed();
    for (const method of ['GET', 'HEAD', 'GET']) await fetch(link, { method });
    const page = await asBrowser(link);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
      'content-security-policy': expect.stringMatching(
        /default-src 'none'.*form-action 'self'.*frame-ancestors 'none'/,
      ),
    });
    const text = await page.text();
    expect(text).toContain(ADDRESS);
    for (const hidden of [event.id, event.ruleId, event.ruleName, walletId.id]) expect(text).not.toContain(hidden);
    expect(await stored(event)).toEqual(event);

    const body = new URLSearchParams({ token });
    const done = await asBrowser(stackUrl('STACK_URL') + POST.path, { method: 'POST', body });
    expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('The alert is acknowledged.')]);
    expect(await stored(event)).toMatchObject({
      status: 'acknowledged',
      acknowledgedBy: null,
      acknowledgedByName: ADDRESS,
    });

    const again = await asBrowser(stackUrl('STACK_URL') + POST.path, { method: 'POST', body });
    expect([again.status, await again.text()]).toEqual([410, expect.stringContaining('nothing left to do')]);
    expect((await asBrowser(link)).status).toBe(410);
    expect(await WITHOUT_KEY.refused(routes.showAcknowledgeLink, { params: { token } })).toEqual(GONE);
    expect(await WITHOUT_KEY.refused(routes.useAcknowledgeLink, { body: { token } })).toEqual(GONE);
  });

  it('takes the token as JSON or as a form, and answers a program with JSON', async () => {
    const first = await mailed();
    const answer = await WITHOUT_KEY.ok(routes.useAcknowledgeLink, { body: { token: first.token } });
    const { acknowledgedAt, acknowledgedByName, summary } = await stored(first.event);
    expect(answer).toEqual({ summary, acknowledgedAt, acknowledgedByName });
    const second = await mailed();
    const form = { ...POST, headers: { 'Content-Type': FORM }, body: `token=${second.token}` };
    expect((await WITHOUT_KEY.raw(form)).body).toMatchObject({ acknowledgedByName: ADDRESS });
    expect(await stored(second.event)).toMatchObject({ status: 'acknowledged' });
  });
});

describe('The link of a mail about a payment that two rules match', () => {
  it('acknowledges both alerts for its recipient when the form asks so', async () => {
    const { id } = await addRule(api, { name: 'Also this', notifyEmail: true });
    await importInto(api, walletId);
    const open = () => api.ok(routes.listEvents, { query: { status: 'open' } });
    const { data } = await eventually(open, ({ meta }) => meta.total === 2);
    const mails = await eventually(
      async () => (await mailsTo(ADDRESS)).filter(({ text }) => data.some((event) => text.includes(event.id))),
      ({ length }) => length > 0,
    );
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('and 1 more rule')]);
    const ofMail = ({ event, kind, status }: { event: string; kind: string; status: string }) =>
      event === 'alert.fired' && kind === 'email' ? [status] : [];
    const deliveries = await Promise.all(
      data.map(async ({ id: eventId }) => (await api.ok(routes.listDeliveries, { query: { eventId } })).data),
    );
    expect(deliveries.flat().flatMap(ofMail).toSorted()).toEqual(['delivered', 'summarised']);

    const [link = ''] = /http\S+\/a\/\S+/.exec(mails[0]?.text ?? '') ?? [];
    expect(await (await asBrowser(link)).text()).toContain('Acknowledge all 2 alerts of this payment');
    const body = { token: link.slice(link.lastIndexOf('/') + 1), alerts: 'transaction' };
    expect(await WITHOUT_KEY.ok(routes.useAcknowledgeLink, { body })).toMatchObject({ others: 1 });
    expect((await open()).meta.total).toBe(0);
    await api.ok(routes.deleteRule, { params: { id } });
  });
});

describe('POST /api/links/acknowledge', () => {
  const posted = async (type: string, body: string) =>
    refusalOf(await WITHOUT_KEY.raw({ ...POST, headers: { 'Content-Type': type }, body }));

  it('refuses tokens that this stage did not make', async () => {
    const forged = acknowledgeToken(testSealer, {
      organisationId: OrganisationId.parse(randomUUID()),
      deliveryId: randomUUID(),
    });
    for (const token of ['x', '__ACKNOWLEDGE__', forged]) {
      expect(await WITHOUT_KEY.refused(routes.useAcknowledgeLink, { body: { token } })).toEqual(NOT_FOUND);
      expect(await WITHOUT_KEY.refused(routes.showAcknowledgeLink, { params: { token } })).toEqual(NOT_FOUND);
    }
  });

  it('refuses bodies that have no token', async () => {
    expect(await posted('application/json', '{}')).toEqual(invalid('token'));
    expect(await posted(FORM, 'tok=1')).toEqual(invalid('tok', 'token'));
    expect(await posted(FORM, 'token=x&alerts=all')).toEqual(invalid('alerts'));
    expect(await posted(FORM, `token=${'x'.repeat(1025)}`)).toEqual(invalid('token'));
    expect(await posted('text/plain', 'token=1')).toEqual({ status: 415, code: 'unsupported_media_type' });
    expect(await posted(FORM, '')).toEqual({ status: 400, code: 'invalid_json' });
    expect(await posted(FORM, `token=${'x'.repeat(300_000)}`)).toMatchObject({ status: 413 });
    expect(await WITHOUT_KEY.refused(routes.showAcknowledgeLink, { params: { token: 'x'.repeat(1025) } })).toEqual(
      invalid('token'),
    );
  });
});
