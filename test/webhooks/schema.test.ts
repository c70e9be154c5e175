import { describe, expect, it } from '@jest/globals';
import { CreateWebhook, UpdateWebhook, Webhook } from '../../lib/webhooks/schema.ts';
import { pathsOf } from '../support/paths.ts';
import { aWebhook } from '../support/records.ts';

const least = { url: 'https://receiver.example/hook', events: ['alert.fired'] };

describe('CreateWebhook', () => {
  it('needs a URL and events, each of which it takes once', () => {
    expect(CreateWebhook.parse(least)).toEqual({ ...least, description: '' });
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
  ])('names %s when it is %j', (path, value) => {
    const [field = ''] = path.split('.');
    expect(pathsOf(CreateWebhook, { ...least, [field]: value })).toEqual([path]);
  });

  it('takes a secret of the tenant as it is', () => {
    expect(CreateWebhook.parse({ ...least, secret: 'Zoë 🐋 ' }).secret).toBe('Zoë 🐋 ');
  });
});

describe('UpdateWebhook', () => {
  it('changes what is given, but not the secret', () => {
    expect(UpdateWebhook.parse({ isActive: false })).toEqual({ isActive: false });
    expect(pathsOf(UpdateWebhook, { isActive: true, secret: 'new' })).toEqual(['secret']);
    expect(pathsOf(UpdateWebhook, { events: [] })).toEqual(['events']);
    expect(pathsOf(UpdateWebhook, {})).toEqual(['']);
  });
});

describe('Webhook', () => {
  it('shows nothing of the secrets', () => {
    const shown = Webhook.parse(
      aWebhook({ previousSecrets: [{ sealed: 'sealed', until: '2026-02-01T09:00:00.000Z' }] }),
    );
    expect(JSON.stringify(shown)).not.toMatch(/sealed|secret|previous/i);
  });
});
