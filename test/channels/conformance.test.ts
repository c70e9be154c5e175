import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import * as z from 'zod';
import { channelKind, channelRegistry } from '../../lib/channels/channel-registry.ts';
import { channels } from '../../lib/channels/index.ts';
import { alertDeliveries, retractionDeliveries } from '../../lib/channels/plan-deliveries.ts';
import type { Channel } from '../../lib/channels/port/channel.ts';
import {
  type ChannelFields,
  type FieldChange,
  type Fields,
  NO_CHANGE,
  type SettingsFields,
} from '../../lib/channels/port/channel-fields.ts';
import { settingsSchemas } from '../../lib/channels/settings/schema.ts';
import { StoredDelivery } from '../../lib/deliveries/schema.ts';
import { errorFields, log } from '../../lib/platform/log.ts';
import { outboundWith } from '../../lib/platform/outbound/outbound.ts';
import { closeAll } from '../platform/outbound/receiver.ts';
import { allConfirmed } from '../support/email-addresses.ts';
import { firedNotice, places, retractedNotice } from '../support/notices.ts';
import { anEvent, aRule, aWallet, aWebhook, organisation, uuid } from '../support/records.ts';
import { testSealer } from '../support/scenario.ts';
import { leakedIn } from '../support/secrets.ts';
import { capturedLog } from '../support/stderr.ts';
import { conformanceCases } from './conformance-cases.ts';
import { saying } from './notice-text/alerts.ts';
import { pagerChannel } from './pager/pager-channel.ts';
import { withPager } from './pager/with-pager.ts';

/**
 * The rules that every channel must keep. The suite runs against each channel of the registry and against the
 * channel of the tests. A new channel adds a case to `conformance-cases.ts`.
 */

let lines: ReturnType<typeof capturedLog>;
beforeEach(() => {
  lines = capturedLog();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await closeAll();
});

const HOSTILE = [
  'Claim at https://evil.example/x <!channel> <script>alert(1)</script>',
  '@here <https://evil.example|safe> javascript:alert(1) mailto:a@evil.example',
  '\u202e\u2066\0\r\nBcc: victim@evil.example \ud83d "\' ` ```',
];
/** Text that mail programs and chat programs turn into links. */
const LINKS = /https?:\/\/evil|evil\.example|mailto:a/;

const deps = {
  outbound: outboundWith('strict'),
  sealer: async () => testSealer,
  randomBytes: (size: number) => Buffer.alloc(size, 7),
  ...allConfirmed,
  destinations: { all: async () => [] },
} as const;

/** The changes that a request with these fields makes, without the checks of the API. */
const changeOf = async (
  fields: ChannelFields | SettingsFields | undefined,
  given: Fields = {},
  recordId: string,
): Promise<FieldChange> =>
  (await fields?.change(deps, { organisationId: organisation, recordId }, given, {})) ?? NO_CHANGE;

/** The audience with one recipient of the channel, and the values that the API shows once or never. */
async function audienceOf(channel: Channel) {
  const given = conformanceCases[channel.kind]?.given ?? {};
  const settings = await changeOf(channel.settingsFields, given.settings, 'settings');
  const rule = await changeOf(channel.ruleFields, { ...channel.ruleFields?.defaults, ...given.rule }, uuid(3));
  const audience = {
    rule: { ...aRule(), ...given.rule, ...rule.stored },
    settings: settingsSchemas(withPager).StoredSettings.parse(settings.stored),
    destinations: [conformanceCases[channel.kind]?.destination ?? []].flat(),
    webhooks: channel.kind === 'webhook' ? [aWebhook({ events: ['alert.fired', 'alert.retracted'] })] : [],
  };
  return { audience, changes: { ...given.settings, ...settings.shownOnce, ...rule.shownOnce } };
}

async function plannedFor(channel: Channel) {
  const event = anEvent();
  const { audience, changes } = await audienceOf(channel);
  const sent = alertDeliveries(withPager, organisation, firedNotice(event), audience, aWallet());
  const retraction = retractedNotice({ ...event, retractedAt: '2026-01-31T09:01:00.000Z' });
  const retracted = retractionDeliveries(withPager, organisation, retraction, audience, aWallet(), sent);
  return { audience, changes, sent, retracted };
}

it('refuses a registry in which two channels share a kind or a field', () => {
  expect(() => channelRegistry([...withPager.all, pagerChannel])).toThrow('two channels use the name pager');
  const other = { ...pagerChannel, kind: 'other' };
  expect(() => channelRegistry([pagerChannel, other])).toThrow('two channels use the name pagerTeam');
});

it('refuses a channel with a stored field that records from before the channel lack', () => {
  const { ruleFields } = pagerChannel;
  if (ruleFields === undefined) throw new Error('the pager has fields in rules');
  const stored = { pagerTeam: z.string() };
  expect(() => channelRegistry([{ ...pagerChannel, ruleFields: { ...ruleFields, stored } }])).toThrow(
    'the stored field pagerTeam of the channel pager has no default',
  );
});

it('has a case for each channel of the registry', () => {
  expect(Object.keys(conformanceCases).sort()).toEqual([...channelKind(withPager).options].sort());
  expect(channelKind(channels).options).toEqual(expect.arrayContaining(['webhook', 'custom', 'email', 'slack']));
});

describe.each(withPager.all.map((channel) => [channel.kind, channel] as const))('the channel %s', (kind, channel) => {
  const found = conformanceCases[kind];
  if (found === undefined) throw new Error(`the channel ${kind} has no conformance case`);
  const { attempt, attemptWithoutDestination, address, isForPersons, markup, own = /(?!)/, secretsOf } = found;

  it('makes one delivery of an alert, whose id depends on the recipient and the event alone', async () => {
    const { sent } = await plannedFor(channel);
    expect(sent).toHaveLength(1);
    expect(sent.map((each) => StoredDelivery.parse(each))).toEqual(sent);
    expect(sent[0]).toMatchObject({ channel: { kind }, eventKind: 'alert.fired', ruleId: uuid(3), status: 'pending' });
    expect((await plannedFor(channel)).sent.map(({ id }) => id)).toEqual(sent.map(({ id }) => id));
    expect(channel.keyOf(address)).toBe(channel.keyOf(sent[0]?.channel ?? address));
  });

  it('retracts an alert to the same recipient, under another id and with another text', async () => {
    const { sent, retracted } = await plannedFor(channel);
    expect(retracted.map(({ channel: to, url }) => ({ to, url }))).toEqual(
      sent.map(({ channel: to, url }) => ({ to, url })),
    );
    expect(retracted[0]).toMatchObject({ eventKind: 'alert.retracted', createdAt: '2026-01-31T09:01:00.000Z' });
    expect(retracted[0]?.id).not.toBe(sent[0]?.id);
    expect(retracted[0]?.body).toMatch(/retracted/i);
    expect(sent[0]?.body).not.toMatch(/retracted/i);
  });

  it.each(HOSTILE)('renders hostile text as bounded, well-formed JSON: %j', (text) => {
    const body = channel.render(firedNotice(saying(text.repeat(20))), places);
    const leaves = stringsIn(JSON.parse(body));
    expect(body).toBe(channel.render(firedNotice(saying(text.repeat(20))), places));
    expect(body.length).toBeLessThan(50_000);
    if (isForPersons) {
      expect(leaves.filter((leaf) => LINKS.test(leaf) || !leaf.isWellFormed())).toEqual([]);
      if (markup !== null) expect(leaves.filter((leaf) => markup.test(leaf.replace(own, '')))).toEqual([]);
    } else {
      expect(leaves).toContain(text.repeat(20));
    }
  });

  it('delivers when the destination accepts the attempt', async () => {
    expect(await attempt('accepts')).toMatchObject({ kind: 'delivered', exchange: { durationMs: expect.any(Number) } });
  });

  it('fails with a possible retry when the destination hangs until the time-out', async () => {
    const result = await attempt('hangs');
    expect(result).toMatchObject({ kind: 'failed', error: expect.any(String), exchange: { response: null } });
  });

  it('fails with the reason and a possible retry when the destination refuses the attempt', async () => {
    expect(await attempt('refuses')).toMatchObject({ kind: 'failed', error: expect.stringMatching(/\w+.*\./) });
  });

  it('waits as long as the destination asks, or defers the attempt, when the destination is busy', async () => {
    const result = await attempt('is busy');
    if (result.kind === 'deferred') expect(result.seconds).toBeGreaterThanOrEqual(60);
    else
      expect(result).toMatchObject({ kind: 'failed', exchange: { response: { statusCode: 429, retryAfter: '77' } } });
  });

  it('ends the delivery unsent when the destination was removed', async () => {
    expect(await attemptWithoutDestination()).toMatchObject({ kind: 'undeliverable', exchange: null });
  });

  it('names the destination whose attempts share a limit', async () => {
    const [delivery] = (await plannedFor(channel)).sent;
    expect(delivery && channel.destinationOf(delivery)).toEqual(
      kind === 'email' ? 'mail' : expect.stringMatching(/\w/),
    );
  });

  it('has an example of each field that a destination has', () => {
    const { config = {}, examples = {} } = channel.destination ?? {};
    expect(Object.keys(examples)).toEqual(Object.keys(config));
  });

  it('shows its secrets in no delivery, no stored record, no result and no log line', async () => {
    const { audience, changes, sent, retracted } = await plannedFor(channel);
    const secrets = secretsOf(changes).map(String);
    expect(secrets.length > 0).toBe(kind !== 'email');
    for (const secret of secrets) expect(leakedIn(`a ${secret} z`, [secret])).toEqual([secret]);
    const results = [await attempt('accepts'), await attempt('refuses')];
    expect(leakedIn(JSON.stringify([audience, sent, retracted, results, lines]), secrets)).toEqual([]);
    const owner = { organisationId: organisation, recordId: 'settings' };
    const shown = await channel.settingsFields?.shown(deps, owner, audience.settings);
    expect(leakedIn(JSON.stringify(shown ?? {}), secrets)).toEqual([]);
  });
});

/** The fields of each channel in a record, with the values that the case of the channel gives. */
const fieldsOfRecords = withPager.all.flatMap(({ kind, ruleFields, settingsFields }) => [
  ...(ruleFields ? [{ kind, record: 'rule', fields: ruleFields, given: conformanceCases[kind]?.given.rule }] : []),
  ...(settingsFields
    ? [{ kind, record: 'settings', fields: settingsFields, given: conformanceCases[kind]?.given.settings }]
    : []),
]);

describe.each(fieldsOfRecords)('the fields of the channel $kind in the $record', ({ kind, fields, given = {} }) => {
  const owner = { organisationId: organisation, recordId: 'settings' };
  const urls = Object.keys(fields.input).filter((field) => URL.canParse(String(given[field])));

  it('include every field with a URL in the list of URLs', () => {
    expect([...(fields.urls ?? [])].sort()).toEqual(urls.sort());
  });

  it('refuse a URL of a private network', async () => {
    for (const field of urls) {
      const change = fields.change(deps, owner, { [field]: 'http://10.0.0.1/hook' }, {});
      await expect(change).rejects.toMatchObject({ code: 'validation_failed', errors: [{ path: field }] });
    }
  });

  it('keep their values when a caller writes the shown values back', async () => {
    const { stored } = await fields.change(deps, owner, given, {});
    const before = z.object(fields.stored).parse({ ...given, ...stored });
    const shown = 'shown' in fields ? await fields.shown(deps, owner, before) : before;
    const names = Object.keys(fields.input);
    const writtenBack = Object.fromEntries(Object.entries(shown).filter(([name]) => names.includes(name)));
    const change = await fields.change(deps, owner, writtenBack, before);
    expect({ ...before, ...change.stored }).toEqual(before);
  });

  it('have a case that redacts each URL that the table seals', async () => {
    const { stored } = await fields.change(deps, owner, given, {});
    const sealsUrl = urls.some((field) => stored[field] === undefined);
    if (sealsUrl) expect(conformanceCases[kind]?.redacted).toEqual(expect.any(String));
    else expect(urls.filter((field) => stored[field] === undefined)).toEqual([]);
  });
});

/** All strings of a JSON value. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}

describe.each(
  Object.entries(conformanceCases).flatMap(([kind, { redacted }]) =>
    redacted === null ? [] : [[kind, redacted] as const],
  ),
)('the log', (kind, secret) => {
  it(`redacts the secret of the channel ${kind} that an error quotes`, () => {
    log.error('request.failed', errorFields(new Error(`cannot use "${secret}" here`)));
    log.error('request.failed', { [secret]: [secret, { deep: `a${secret},${secret}` }] });
    expect(JSON.stringify(lines)).not.toContain(secret.slice(-9, -1));
    expect(lines[0]).toMatchObject({ message: `cannot use "${new URL(secret).origin}/…" here` });
  });
});
