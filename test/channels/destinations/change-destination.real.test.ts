import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createDestination, updateDestination } from '../../../lib/channels/destinations/change-destination.ts';
import { disablingOf } from '../../../lib/channels/destinations/disable-destination.ts';
import { pendingDelivery } from '../../../lib/deliveries/pending-delivery.ts';
import { undeliverable } from '../../../lib/deliveries/result.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import { ApiError } from '../../../lib/values/errors.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { makeScenario, type Scenario } from '../../support/scenario.ts';
import { makeTable } from '../../support/table.ts';

let table: Table;
let deps: TestDeps;
let scenario: Scenario;
beforeAll(async () => {
  table = await makeTable();
});
beforeEach(async () => {
  deps = testDeps(table);
  scenario = await makeScenario(deps);
});

const made = { name: 'Desk', match: {}, isActive: true };
const telegram = { ...made, kind: 'telegram', config: { botToken: '1234567:AAEhBOweik', chatId: '@council' } };

describe('The address of an e-mail destination', () => {
  const make = (address: string) =>
    createDestination(scenario.changing, scenario.organisation, { ...made, kind: 'email', config: { address } });
  const statusOf = async (address: string) =>
    (await scenario.changing.emailAddresses.statuses(scenario.organisation, [address]))[0]?.status;

  it('has to be confirmed', async () => {
    await make('new@example.com');
    expect(await statusOf('new@example.com')).toBe('pending');
  });

  it('stays confirmed when the settings have named it since before addresses had to be confirmed', async () => {
    await scenario.changing.settings.change(scenario.organisation, { emails: ['old@example.com'] });
    await make('old@example.com');
    expect(await statusOf('old@example.com')).toBe('confirmed');
  });

  it('stays pending when the settings name it and its recipient has not confirmed', async () => {
    await scenario.changing.emailAddresses.add(scenario.organisation, 'asked@example.com');
    await scenario.changing.settings.change(scenario.organisation, { emails: ['asked@example.com'] });
    await make('asked@example.com');
    expect(await statusOf('asked@example.com')).toBe('pending');
  });
});

describe('A destination', () => {
  it('that was deleted during a change is not found', async () => {
    const { changing, organisation, evaluation } = scenario;
    const { id } = await createDestination(changing, organisation, telegram);
    const deletedMeanwhile = async () => {
      await evaluation.destinations.remove(organisation, id);
      return changing.sealer();
    };
    const change = { config: { botToken: '7654321:AAEhBOweik' } };
    const changed = updateDestination({ ...changing, sealer: deletedMeanwhile }, organisation, id, change);
    await expect(changed).rejects.toThrow(new ApiError('not_found', 'No such destination.'));
  });

  it('stays on when the vendor refuses an attempt that used the former secret', async () => {
    const { changing, organisation, evaluation } = scenario;
    const { id, updatedAt } = await createDestination(changing, organisation, telegram);
    const delivery = pendingDelivery(organisation, {
      id: deps.newId(),
      eventKind: 'ping',
      channel: { kind: 'telegram', destinationId: id },
      url: 'https://api.telegram.org',
      body: '{}',
      createdAt: updatedAt,
    });
    const response = { statusCode: 404, excerpt: '', retryAfter: null };
    const refused = { ...undeliverable('Not Found'), exchange: { response, durationMs: 1 }, changedAt: updatedAt };
    const disabling = () => disablingOf(evaluation, { label: 'Telegram' }, delivery, refused, deps.now());
    expect(await disabling()).not.toBeNull();
    deps.advance(1);
    await updateDestination(changing, organisation, id, { config: { botToken: '7654321:AAEhBOweik' } });
    expect(await disabling()).toBeNull();
  });
});
