import { beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import { type ApiClient, api, invalid, NOT_FOUND, newOrganisation, refusalOf } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { addRule, addWallet, importInto, UNKNOWN_ID } from './samples.ts';

const PAYMENTS = 3;
let client: ApiClient;
let ruleId: string;

/** A critical alert and a warning for each payment. */
beforeAll(async () => {
  client = (await newOrganisation()).api;
  const wallet = await addWallet(client);
  ruleId = (await addRule(client, { severity: 'critical', cooldownMinutes: 0 })).id;
  await addRule(client, { severity: 'warning', cooldownMinutes: 0 });
  for (let n = 0; n < PAYMENTS; n++) await importInto(client, wallet);
  await eventually(
    () => total('open'),
    (open) => open === 2 * PAYMENTS,
  );
});

const total = async (status: string) =>
  (await client.ok(routes.listEvents, { query: { status, pageSize: 1 } })).meta.total;
const ended = (id: string) =>
  eventually(
    () => client.ok(routes.getReview, { params: { id } }),
    ({ status }) => status !== 'running',
  );

describe('POST /api/alerts/reviews', () => {
  it('acknowledges what a filter finds, then resolves the whole payments', async () => {
    const made = await client.call(routes.createReview, { body: { action: 'acknowledge', ruleId, note: 'Payroll' } });
    expect(made).toMatchObject({ status: 201, body: { status: 'running', total: null, wholePayments: false } });
    expect(Object.keys(Object(made.body))).not.toContain('page');
    const first = await ended(Object(made.body).id);
    expect(first).toMatchObject({ status: 'completed', total: PAYMENTS, reviewed: PAYMENTS, failed: 0 });
    expect([await total('acknowledged'), await total('open')]).toEqual([PAYMENTS, PAYMENTS]);
    const body = { action: 'resolve', status: 'acknowledged', wholePayments: true };
    const second = await ended((await client.ok(routes.createReview, { body })).id);
    expect(second).toMatchObject({ total: PAYMENTS, reviewed: 2 * PAYMENTS });
    expect(await total('resolved')).toBe(2 * PAYMENTS);
    const { data } = await client.ok(routes.listEvents, { query: { ruleId } });
    expect(data[0]).toMatchObject({ acknowledgementNote: 'Payroll', resolutionNote: null });
    const listed = await client.ok(routes.listReviews, { query: {} });
    expect(listed.data.map(({ id }) => id)).toEqual([second.id, first.id]);
    // A review that has ended stays as it is.
    expect(await client.call(routes.cancelReview, { params: { id: first.id } })).toMatchObject({ status: 409 });
  });

  it('names the field that is wrong', async () => {
    const refusal = async (body: object) => refusalOf(await client.call(routes.createReview, { body }));
    expect(await refusal({})).toEqual(invalid('action'));
    expect(await refusal({ action: 'delete' })).toEqual(invalid('action'));
    expect(await refusal({ action: 'resolve', severity: 'bad' })).toEqual(invalid('severity'));
    expect(await refusal({ action: 'resolve', status: 'resolved' })).toEqual(invalid('status'));
    expect(await refusal({ action: 'acknowledge', status: 'acknowledged' })).toEqual(invalid('status'));
    expect(await refusal({ action: 'resolve', from: '2026-02-02', to: '2026-02-01' })).toEqual(invalid('from'));
  });

  it('needs the scope review, and answers 404 for an unknown id', async () => {
    const reader = await client.ok(routes.createKey, { body: { name: 'Reader', scope: 'read' } });
    const refused = await api(reader.key).call(routes.createReview, { body: { action: 'resolve' } });
    expect(refused).toMatchObject({ status: 403 });
    expect(refusalOf(await client.call(routes.getReview, { params: { id: UNKNOWN_ID } }))).toEqual(NOT_FOUND);
  });
});
