import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import { addRule, addWallet, importInto } from '../api/samples.ts';
import { type ApiClient, newOrganisation } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { type BundledCli, bundledCli } from './bundled.ts';

const PAYMENTS = 3;
let api: ApiClient;
let cli: BundledCli;

/** A critical alert and a warning for each payment. */
beforeAll(async () => {
  const made = await newOrganisation();
  api = made.api;
  cli = await bundledCli(made.apiKey);
  const wallet = await addWallet(api);
  await addRule(api, { name: 'Large payment', severity: 'critical', cooldownMinutes: 0 });
  await addRule(api, { name: 'Any payment', severity: 'warning', cooldownMinutes: 0 });
  for (let n = 0; n < PAYMENTS; n++) await importInto(api, wallet);
  await eventually(
    () => total({ status: 'open' }),
    (open) => open === 2 * PAYMENTS,
  );
});
afterAll(() => cli.remove());

const total = async (query: Record<string, string>) =>
  (await api.ok(routes.listEvents, { query: { ...query, pageSize: 1 } })).meta.total;

it('acknowledges all open events that the filters find, and then resolves those', async () => {
  const filters = ['--rule', 'large payment', '--severity', 'critical', '--since', '2020-01-01'];
  const acked = await cli.json('events', 'ack', '--all', ...filters, '--note', 'Asking the desk');
  expect(acked).toMatchObject({ status: 'completed', reviewed: PAYMENTS, skipped: 0, failed: 0, total: PAYMENTS });
  expect(await total({ status: 'acknowledged', severity: 'critical' })).toBe(PAYMENTS);
  expect(await total({ status: 'open', severity: 'warning' })).toBe(PAYMENTS);
  // A second review finds nothing.
  expect(await cli.json('events', 'ack', '--all', ...filters)).toMatchObject({ reviewed: 0, total: 0 });

  expect(await cli.table('events', 'resolve', '--all', '--status', 'acknowledged')).toMatch(/^reviewed +3$/m);
  expect(await total({ status: 'resolved', severity: 'critical' })).toBe(PAYMENTS);
  expect(await total({ status: 'open' })).toBe(PAYMENTS);
  const { data } = await api.ok(routes.listEvents, { query: { status: 'resolved' } });
  expect(data.map(({ acknowledgementNote }) => acknowledgementNote)).toEqual(Array(PAYMENTS).fill('Asking the desk'));
});

it('changes nothing when events are named beside --all', async () => {
  const { data } = await api.ok(routes.listEvents, { query: { status: 'open' } });
  const refused = await cli.run(['events', 'ack', data[0]?.id ?? '', '--all']);
  expect(refused).toMatchObject({ code: 2, out: '', err: 'Name events or give --all, not both.\n' });
  expect(await total({ status: 'open' })).toBe(PAYMENTS);
});
