import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MAX_WEBHOOKS } from '../../lib/organisations/limits/recipient-room.ts';
import type { Table } from '../../lib/platform/table/table.ts';
import { BusyError } from '../../lib/values/errors.ts';
import { rotateSecret, updateWebhook } from '../../lib/webhooks/change-webhook.ts';
import { settled } from '../support/concurrent.ts';
import { type TestDeps, testDeps } from '../support/deps.ts';
import { makeScenario, type Scenario, testSealer } from '../support/scenario.ts';
import { makeTable } from '../support/table.ts';

const CONFLICT = expect.objectContaining({ code: 'conflict' });
let table: Table;
let deps: TestDeps;
let scenario: Scenario;
let webhooks: Scenario['evaluation']['webhooks'];
beforeAll(async () => {
  table = await makeTable();
});
beforeEach(async () => {
  deps = testDeps(table);
  scenario = await makeScenario(deps);
  ({ webhooks } = scenario.evaluation);
});

/** Asks again while other writes hold the items, as a client does after a 503. */
const make = async (): ReturnType<Scenario['makeWebhook']> => {
  try {
    return await scenario.makeWebhook('http://127.0.0.1:9/');
  } catch (error) {
    if (error instanceof BusyError) return make();
    throw error;
  }
};

describe('the limit of subscriptions of an organisation', () => {
  it('holds when several requests create more subscriptions at the same time', async () => {
    const { fulfilled, rejected } = await settled(30, make);
    expect(fulfilled).toHaveLength(MAX_WEBHOOKS);
    expect(rejected).toEqual(Array(10).fill(CONFLICT));
    expect(await webhooks.all(scenario.organisation)).toHaveLength(MAX_WEBHOOKS);
  });

  it('leaves room for as many new subscriptions as were deleted', async () => {
    const { fulfilled } = await settled(MAX_WEBHOOKS, make);
    const { id } = fulfilled[0] ?? { id: '' };
    // Several deletions of the same subscription make room for one new subscription.
    const deletions = await settled(5, () => webhooks.remove(scenario.organisation, id));
    expect(deletions.fulfilled).toHaveLength(1);
    expect((await settled(3, make)).fulfilled).toHaveLength(1);
  });

  it('does not count the subscriptions of other organisations', async () => {
    await settled(MAX_WEBHOOKS, make);
    const other = await makeScenario(deps);
    await expect(other.makeWebhook('http://127.0.0.1:9/')).resolves.toBeDefined();
  });
});

describe('a subscription', () => {
  it('stores the reason of its deactivation until the organisation turns the subscription on', async () => {
    const webhook = await make();
    await webhooks.update(scenario.organisation, webhook, {
      isActive: false,
      disabledReason: 'The receiver answered 410 Gone',
    });
    const change = (isActive: boolean) =>
      updateWebhook(scenario.changing, scenario.organisation, webhook.id, { isActive });
    expect(await change(true)).toMatchObject({ isActive: true, disabledReason: null });
    expect(await change(false)).toMatchObject({ isActive: false, disabledReason: 'Turned off by the organisation' });
  });

  it('changes its headers only if nobody changed them since they were read', async () => {
    const webhook = await make();
    const change = (headers: Record<string, string>) =>
      updateWebhook(scenario.changing, scenario.organisation, webhook.id, { headers });
    const seen = await change({ Authorization: 'Bearer one two three' });
    await change({ Authorization: 'Bearer another one' });
    const late = webhooks.update(scenario.organisation, seen, { headers: {}, sealedHeaders: null });
    await expect(late).rejects.toMatchObject({ code: 'conflict' });
    expect(await webhooks.get(scenario.organisation, webhook.id)).toMatchObject({
      headers: { Authorization: '… one' },
    });
    expect(JSON.stringify(await webhooks.get(scenario.organisation, webhook.id))).not.toContain('another');
    await webhooks.remove(scenario.organisation, webhook.id);
    await expect(change({})).rejects.toMatchObject({ code: 'not_found' });
  });

  it('sends no header to another host whose value the caller does not state', async () => {
    const { id } = await make();
    const change = (more: Parameters<typeof updateWebhook>[3]) =>
      updateWebhook(scenario.changing, scenario.organisation, id, more);
    const url = 'http://127.0.0.1:8/elsewhere';
    const { headers } = await change({ headers: { Authorization: 'Bearer one two three' } });
    expect(await change({ url: 'http://127.0.0.1:9/other-path', headers })).toMatchObject({ headers });
    for (const refused of [{ url }, { url, headers }]) {
      await expect(change(refused)).rejects.toMatchObject({
        code: 'validation_failed',
        errors: [{ path: 'headers.Authorization' }],
      });
    }
    expect((await webhooks.get(scenario.organisation, id)).url).toBe('http://127.0.0.1:9/other-path');
    expect(await change({ url, headers: { Authorization: 'Bearer of elsewhere' } })).toMatchObject({ url });
    expect(await change({ headers: {} })).toMatchObject({ headers: {} });
    expect(await change({ url: 'http://127.0.0.1:9/' })).toMatchObject({ url: 'http://127.0.0.1:9/' });
  });

  it('stores its secrets sealed, and the secret before a rotation for 24 hours', async () => {
    const created = await make();
    const { secret } = await rotateSecret(scenario.changing, scenario.organisation, created.id);
    const stored = await webhooks.get(scenario.organisation, created.id);
    const context = { organisationId: scenario.organisation, recordId: created.id };
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect(testSealer.open(stored.sealedSecret, context)).toBe(secret);
    const [previous, ...more] = stored.previousSecrets;
    expect(testSealer.open(previous?.sealed ?? '', context)).toBe(created.secret);
    expect(previous?.until).toBe('2026-03-02T12:00:00.000Z');
    expect(more).toEqual([]);
  });

  it('keeps each previous secret for its own 24 hours when its secret is rotated again', async () => {
    const { id, ...created } = await make();
    const context = { organisationId: scenario.organisation, recordId: id };
    const first = await rotateSecret(scenario.changing, scenario.organisation, id);
    deps.advance(3600);
    const second = await rotateSecret(scenario.changing, scenario.organisation, id);
    const stored = await webhooks.get(scenario.organisation, id);
    expect(testSealer.open(stored.sealedSecret, context)).toBe(second.secret);
    expect(stored.previousSecrets.map(({ sealed, until }) => [testSealer.open(sealed, context), until])).toEqual([
      [first.secret, '2026-03-02T13:00:00.000Z'],
      [created.secret, '2026-03-02T12:00:00.000Z'],
    ]);
  });

  it('refuses one of two rotations at the same time, because only one new secret can sign', async () => {
    const { id } = await make();
    const seen = await webhooks.get(scenario.organisation, id);
    await webhooks.rotate(scenario.organisation, seen, { sealedSecret: 'one' });
    await expect(webhooks.rotate(scenario.organisation, seen, { sealedSecret: 'two' })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await webhooks.get(scenario.organisation, id)).toMatchObject({ sealedSecret: 'one' });
  });
});
