import { describe, expect, it } from '@jest/globals';
import { CreateWebhook, UpdateWebhook, Webhook } from '../../lib/webhooks/schema.ts';
import { pathsOf } from '../support/paths.ts';
import { aWebhook } from '../support/records.ts';

const least = { url: 'https://receiver.example/hook', events: ['alert.fired'] };

describe('CreateWebhook', () => {
  it('needs a URL and event kinds, and keeps each kind once', () => {
    expect(CreateWebhook.parse(least)).toEqual({ ...least, description: '', payload: 'standard' });
    expect(CreateWebhook.parse({ ...least, events: ['ping', 'alert.fired', 'ping'] }).events).toEqual([
      'ping',
      'alert.fired',
    ]);
    expect(pathsOf(CreateWebhook, {})).toEqual(['url', 'events']);
  });

  it.each([
    ['url', ''],
    ['url', 5],
    ['url', `https://a.example/${'a'.repeat(2048)}`],
    ['events', []],
    ['events', 'alert.fired'],
    ['events.1', ['alert.fired', 'alert.exploded']],
    ['secret', ''],
    ['secret', 'a\nb'],
    ['secret', '\ud83d'],
    ['secret', 's'.repeat(257)],
    ['description', 'd'.repeat(257)],
    ['isActive', true],
    ['constructor', 1],
  ])('names the field %s when its value is %j', (path, value) => {
    const [field = ''] = path.split('.');
    expect(pathsOf(CreateWebhook, { ...least, [field]: value })).toEqual([path]);
  });

  it('keeps a secret that the tenant chose unchanged', () => {
    expect(CreateWebhook.parse({ ...least, secret: 'Zoë 🐋 ' }).secret).toBe('Zoë 🐋 ');
  });
});

describe('UpdateWebhook', () => {
  it('changes the given fields and refuses a secret', () => {
    expect(UpdateWebhook.parse({ isActive: false })).toEqual({ isActive: false });
    expect(pathsOf(UpdateWebhook, { isActive: true, secret: 'new' })).toEqual(['secret']);
    expect(pathsOf(UpdateWebhook, { events: [] })).toEqual(['events']);
    expect(pathsOf(UpdateWebhook, {})).toEqual(['']);
  });
});

describe('Webhook', () => {
  it('has no field with a secret', () => {
    const shown = Webhook.parse(
      aWebhook({ previousSecrets: [{ sealed: 'sealed', until: '2026-02-01T09:00:00.000Z' }] }),
    );
    expect(JSON.stringify(shown)).not.toMatch(/sealed|secret|previous/i);
  });
});
