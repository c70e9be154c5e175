import { describe, expect, it } from '@jest/globals';
import { CreateWebhook, UpdateWebhook, Webhook } from '../../lib/webhooks/schema.ts';
import { pathsOf } from '../support/paths.ts';
import { aWebhook } from '../support/records.ts';

const whsec = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`;
const least = { url: 'https://receiver.example/hook', events: ['alert.fired'] };

describe('CreateWebhook', () => {
  it('needs a URL and event kinds, and keeps each kind once', () => {
    expect(CreateWebhook.parse(least)).toEqual({
      ...least,
      description: '',
      payload: 'standard',
      match: {},
      headers: {},
    });
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
    ['secret', 's'.repeat(15)],
    ['secret', '🐋'.repeat(15)],
    ['secret', 'whsec_'],
    ['secret', 'whsec_QQ=='],
    ['secret', whsec(23)],
    ['secret', whsec(65)],
    ['secret', `${whsec(32)} `],
    ['secret', `whsec_${'~'.repeat(44)}`],
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

  it.each([
    ['16 characters', 's'.repeat(16)],
    ['16 emoji', '🐋'.repeat(16)],
    ['256 characters', 's'.repeat(256)],
    ['blanks', 'Zoë and the two 🐋 '],
    ['24 bytes', whsec(24)],
    ['64 bytes', whsec(64)],
  ])('keeps a secret that the tenant chose unchanged: %s', (_what, secret) => {
    expect(CreateWebhook.parse({ ...least, secret }).secret).toBe(secret);
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
