import { describe, expect, it } from '@jest/globals';
import {
  type Destination,
  destinationChanges,
  inputOf,
  isDestinationChange,
  KINDS,
  newDestination,
} from '../../../../console/pages/destinations/destination-input.ts';

const destination: Destination = {
  id: 'd1',
  name: 'Council',
  kind: 'telegram',
  config: { botToken: '…Cr4K', chatId: '-1001' },
  match: { severities: ['critical'] },
  isActive: true,
  disabledReason: null,
  createdAt: '2026-03-01T10:00:00.000Z',
  updatedAt: '2026-03-01T10:00:00.000Z',
};
const before = inputOf(destination);

describe('The form of a destination', () => {
  it('has the kinds and the fields that the API lists', () => {
    expect(KINDS.map(({ kind, fields }) => [kind, ...fields.map(({ field }) => field)])).toEqual([
      ['email', 'address'],
      ['slack', 'url'],
      ['teams', 'url'],
      ['discord', 'url'],
      ['telegram', 'botToken', 'chatId'],
      ['pagerduty', 'routingKey'],
    ]);
  });

  it('begins without the masked secret, and leaves the secret as it is', () => {
    expect(before.config).toEqual({ chatId: '-1001' });
    expect(destinationChanges(before, { ...before, config: { botToken: ' ', chatId: '-1002' } })).toEqual({
      config: { chatId: '-1002' },
    });
  });

  it('sends another secret', () => {
    const config = { ...before.config, botToken: ' 1234567:AAE ' };
    expect(destinationChanges(before, { ...before, config })).toEqual({ config: { botToken: '1234567:AAE' } });
  });

  it('sends nothing when the user changed nothing', () => {
    expect(isDestinationChange(destinationChanges(before, before))).toBe(false);
    expect(isDestinationChange(destinationChanges(before, { ...before, name: 'Desk' }))).toBe(true);
  });

  it('sends the match with its events, unless they are the usual events', () => {
    const events = ['alert.fired'];
    expect(destinationChanges(before, { ...before, events })).toEqual({
      match: { severities: ['critical'], events },
    });
    expect(destinationChanges({ ...before, events }, { ...before, match: {} })).toEqual({ match: {} });
  });

  it('sends only the fields of the kind that the user chose last', () => {
    const config = { address: 'a@example.com', url: 'https://discord.com/api/webhooks/1/x' };
    expect(newDestination({ ...inputOf(undefined), name: 'Desk', kind: 'discord', config })).toEqual({
      name: 'Desk',
      kind: 'discord',
      config: { url: config.url },
      match: {},
    });
  });
});
