import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { reviewNotice } from '../../../lib/alerts/evaluation/notices.ts';
import { acknowledge, resolve } from '../../../lib/alerts/events/repo.ts';
import { withAcknowledgeLink } from '../../../lib/channels/acknowledge-link.ts';
import { channels } from '../../../lib/channels/index.ts';
import type { Notice } from '../../../lib/channels/port/notice.ts';
import { changedNotice, differenceNotice, firedNotice, places, retractedNotice } from '../../support/notices.ts';
import { aDelivery, USDC, uuid } from '../../support/records.ts';
import { testSealer } from '../../support/scenario.ts';
import { alerts, saying } from '../notice-text/alerts.ts';
import { type Vendor, vendorRules, vendors } from './vendor-rules.ts';

/** The body of the POST, as an attempt completes it. */
function bodyOf(vendor: Vendor, notice: Notice): Record<string, unknown> {
  const channel = channels.of({ channel: { kind: vendor } });
  const rendered = aDelivery({ body: channel.render(notice, places) });
  const { body } = channel.isForPeople
    ? withAcknowledgeLink({ sealer: testSealer, serviceUrl: places.serviceUrl }, rendered)
    : rendered;
  const own: Partial<Record<Vendor, object>> = {
    telegram: { chat_id: '-100' },
    pagerduty: { routing_key: 'R02BT5YQ4S3LKP1MDJ7W' },
  };
  return { ...JSON.parse(body), ...own[vendor] };
}

const at = '2026-01-31T09:00:00.000Z';
const reviewer = (name: string) => ({ id: null, name, at: new Date(at) });

/** A notice of each kind, in which everything that somebody else wrote is this text. */
function noticesSaying(text: string): Notice[] {
  const event = saying(text);
  return [
    firedNotice(event),
    retractedNotice({ ...event, retractedAt: at }),
    reviewNotice(event, acknowledge(reviewer(text))),
    reviewNotice(event, resolve(reviewer(text), text)),
    differenceNotice({ asset: text, wallet: { id: uuid(2), label: text, address: USDC } }),
    {
      kind: 'wallet.throttled',
      chainId: 'ethereum',
      chain: { name: 'Ethereum', explorer: null },
      since: at,
      perHour: 10_000,
      wallets: Array.from({ length: 5 }, () => ({ id: uuid(6), label: text, address: USDC })),
      more: 2,
    },
    changedNotice({ name: text, actor: { kind: 'key', id: text, name: text }, requestId: text }),
    { kind: 'ping', id: uuid(9), name: text, at },
  ];
}

const faultsOf = (vendor: Vendor, notice: Notice) =>
  vendorRules[vendor].safeParse(bodyOf(vendor, notice)).error?.message;

describe.each(vendors)('%s takes', (vendor) => {
  it.each(Object.entries(alerts))('an alert of a rule of the type %s', (_, event) => {
    expect(faultsOf(vendor, firedNotice(event))).toBeUndefined();
  });

  it('a notice of each kind, whatever others wrote', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc
        .constantFrom('&', '<', '>', '`', '*', '\\', '_', '"', '\u202e', '🐋', 'a', '](')
        .map((each) => each.repeat(300)),
    );
    fc.assert(
      fc.property(text, (said) => {
        for (const notice of noticesSaying(said)) {
          const fault = faultsOf(vendor, notice);
          if (fault !== undefined) throw new Error(`${notice.kind}: ${fault}`);
        }
      }),
      { numRuns: 60 },
    );
  });
});

const [anAlert] = Object.values(alerts);
if (anAlert === undefined) throw new Error('no alert');
const fired = firedNotice(anAlert);
const changed = (vendor: Vendor, change: (body: Record<string, unknown>) => object) => {
  const body = bodyOf(vendor, fired);
  return vendorRules[vendor].safeParse({ ...body, ...change(body) }).success;
};

describe('The rules of the vendors', () => {
  it.each<[string, Vendor, (body: Record<string, unknown>) => object]>([
    ['a message without text', 'slack', () => ({ text: '' })],
    [
      'a long heading',
      'slack',
      () => ({ blocks: [{ type: 'header', text: { type: 'plain_text', text: 'x'.repeat(151) } }] }),
    ],
    ['an empty context', 'slack', () => ({ blocks: [{ type: 'context', elements: [] }] })],
    [
      'eleven fields',
      'slack',
      () => ({ blocks: [{ type: 'section', fields: Array(11).fill({ type: 'mrkdwn', text: 'x' }) }] }),
    ],
    ['an empty field', 'discord', () => ({ embeds: [{ title: 'x', fields: [{ name: 'x', value: '' }] }] })],
    ['26 fields', 'discord', () => ({ embeds: [{ fields: Array(26).fill({ name: 'x', value: 'x' }) }] })],
    [
      '6,001 characters',
      'discord',
      () => ({
        embeds: [{ description: 'x'.repeat(4096), fields: Array(2).fill({ name: 'x', value: 'x'.repeat(952) }) }],
      }),
    ],
    [
      'more than 28 KB',
      'teams',
      ({ attachments }) => ({
        attachments: [
          { ...Object(attachments)[0], content: { ...Object(attachments)[0].content, more: 'x'.repeat(28_672) } },
        ],
      }),
    ],
    [
      'a link without https',
      'teams',
      ({ attachments }) => ({
        attachments: [
          {
            ...Object(attachments)[0],
            content: {
              ...Object(attachments)[0].content,
              actions: [{ type: 'Action.OpenUrl', title: 'x', url: 'javascript:1' }],
            },
          },
        ],
      }),
    ],
    ['a tag that is not closed', 'telegram', () => ({ text: '<b>x' })],
    ['a bare ampersand', 'telegram', () => ({ text: 'a & b' })],
    ['4,097 characters', 'telegram', () => ({ text: 'x'.repeat(4_097) })],
    ['a trigger without a payload', 'pagerduty', () => ({ payload: undefined })],
    ['another action', 'pagerduty', () => ({ event_action: 'fire' })],
    ['a long key', 'pagerduty', () => ({ dedup_key: 'x'.repeat(256) })],
    ['a resolution without a key', 'pagerduty', () => ({ event_action: 'resolve', dedup_key: undefined })],
    ['a long summary', 'pagerduty', ({ payload }) => ({ payload: { ...Object(payload), summary: 'x'.repeat(1_025) } })],
    ['another severity', 'pagerduty', ({ payload }) => ({ payload: { ...Object(payload), severity: 'high' } })],
  ])('refuse %s: %s', (_, vendor, change) => {
    expect(changed(vendor, () => ({}))).toBe(true);
    expect(changed(vendor, change)).toBe(false);
  });
});
