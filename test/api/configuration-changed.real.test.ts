import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConfigurationChangedBody } from '../../functions/api-document/webhook-bodies.ts';
import { routes } from '../../functions/routes.ts';
import { closeAll, listen, receiving } from '../platform/outbound/receiver.ts';
import { type ApiClient, invoke, newOrganisation } from '../support/api.ts';
import { confirmEmails, mailsTo } from '../support/confirm-emails.ts';
import { eventually } from '../support/eventually.ts';
import { addRule } from './samples.ts';

const { listener, received } = receiving((response) => void response.writeHead(200).end());
let url: string;
beforeAll(async () => {
  url = `http://127.0.0.1:${await listen(createServer(listener))}/changes`;
});
afterAll(closeAll);

/** An organisation with a confirmed address and a subscription to changes of its configuration. */
async function listening() {
  const { api } = await newOrganisation();
  const address = `${crypto.randomUUID()}@example.com`;
  await api.ok(routes.updateSettings, { body: { emails: [address] } });
  await confirmEmails([address]);
  const { id } = await api.ok(routes.createWebhook, { body: { url, events: ['configuration.changed'] } });
  const mails = async () => (await mailsTo(address)).filter(({ subject }) => !/confirm/i.test(subject));
  return { api, id, address, mails };
}

const toldOf = (id: string | null) =>
  received
    .map(({ body }) => ConfigurationChangedBody.parse(JSON.parse(body.toString())))
    .filter(({ resourceId }) => resourceId === id);

const isOf = (changes: readonly { before?: unknown }[], address: string) =>
  changes.some(({ before }) => Array.isArray(before) && before.includes(address));

const disabled = async (api: ApiClient) => {
  const { id } = await addRule(api, { name: 'Large' });
  await api.ok(routes.updateRule, { params: { id }, body: { name: 'Larger' } });
  await api.ok(routes.updateRule, { params: { id }, body: { isActive: false } });
  return id;
};

describe('The notice of a changed configuration', () => {
  it('comes as a signed body and by mail, names the entry of the audit log, and is not about a rename', async () => {
    const { api, mails } = await listening();
    const id = await disabled(api);
    const handedOver = () => invoke('handover', {}).then(() => toldOf(id));
    const [told, ...more] = await eventually(handedOver, ({ length }) => length > 0);
    expect(more).toEqual([]);
    const { data } = await api.ok(routes.listAudit, { query: { resourceId: id, action: 'update' } });
    const entry = data.find(({ id: entryId }) => entryId === told?.entryId);
    expect(told).toMatchObject({ action: 'disabled', resource: 'rule', name: 'Larger', actor: entry?.actor });
    expect(told?.changes).toEqual([{ path: 'isActive', before: true, after: false }]);
    const [mail] = await eventually(mails, ({ length }) => length > 0);
    expect(mail?.subject).toBe('[Chainwatch] Rule disabled: Larger');
    await handedOver();
    expect([toldOf(id).length, (await mails()).length]).toEqual([1, 1]);
  });

  it('about a deleted subscription comes by mail, and its receiver hears nothing more', async () => {
    const { api, id, mails } = await listening();
    await api.ok(routes.deleteWebhook, { params: { id } });
    const handedOver = () => invoke('handover', {}).then(mails);
    const [mail] = await eventually(handedOver, ({ length }) => length > 0);
    expect(mail?.subject).toMatch(/^\[Chainwatch\] Webhook deleted: 127/);
    expect(toldOf(id)).toEqual([]);
  });

  // Handover may run between two requests. `many-changes.real.test.ts` plays several changes before a run.
  it('about removed mail addresses goes to them, and they hear of what somebody changes next', async () => {
    const { api, mails } = await listening();
    await api.ok(routes.updateSettings, { body: { emails: [] } });
    const handedOver = () => invoke('handover', {}).then(mails);
    const told = await eventually(handedOver, ({ length }) => length > 0);
    expect(told.map(({ subject }) => subject)).toEqual(['[Chainwatch] Setting disabled: e-mail addresses']);
    await disabled(api);
    const both = await eventually(handedOver, ({ length }) => length > 1);
    expect(both.map(({ subject }) => subject)).toContain('[Chainwatch] Rule disabled: Larger');
  });

  it('about an address in the place of another goes to the confirmed one alone, with both', async () => {
    const { api, address, mails } = await listening();
    const theirs = `${crypto.randomUUID()}@example.com`;
    await api.ok(routes.updateSettings, { body: { emails: [theirs] } });
    const handedOver = () => invoke('handover', {}).then(() => toldOf(null));
    const told = await eventually(handedOver, (bodies) => bodies.some(({ changes }) => isOf(changes, address)));
    expect(told.find(({ changes }) => isOf(changes, address))).toMatchObject({
      ...{ action: 'repointed', resource: 'settings', name: 'e-mail addresses' },
      changes: [{ path: 'emails', before: [address], after: [theirs] }],
    });
    const [mail] = await eventually(mails, ({ length }) => length > 0);
    expect(mail?.subject).toBe('[Chainwatch] Setting repointed: e-mail addresses');
    expect((await mailsTo(theirs)).map(({ subject }) => subject)).toEqual([expect.stringMatching(/confirm/i)]);
  });
});
