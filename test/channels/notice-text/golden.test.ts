import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { mailPage } from '../../../lib/channels/email/mail-page.ts';
import { renderEmail } from '../../../lib/channels/email/render-email.ts';
import { channels } from '../../../lib/channels/index.ts';
import { alertText } from '../../../lib/channels/notice-text/alert-text.ts';
import { configurationChangedText } from '../../../lib/channels/notice-text/configuration-changed-text.ts';
import { differenceText } from '../../../lib/channels/notice-text/difference-text.ts';
import { destinationDisabledText, webhookDisabledText } from '../../../lib/channels/notice-text/disabled-text.ts';
import { listFailedText } from '../../../lib/channels/notice-text/list-failed-text.ts';
import type { NoticeText } from '../../../lib/channels/notice-text/notice-text.ts';
import { pingText } from '../../../lib/channels/notice-text/ping-text.ts';
import { summaryText } from '../../../lib/channels/notice-text/summary-text.ts';
import { walletThrottledText } from '../../../lib/channels/notice-text/wallet-throttled-text.ts';
import { expectGolden } from '../../support/golden.ts';
import { changedNotice, differenceNotice, firedNotice, places } from '../../support/notices.ts';
import { USDC, uuid } from '../../support/records.ts';
import { alerts, retracted, silent } from './alerts.ts';

/** The exact texts that channels for persons send. */
const folder = join(import.meta.dirname, '../../golden/channels');

const throttled = {
  kind: 'wallet.throttled',
  chainId: 'ethereum',
  chain: { name: 'Ethereum', explorer: null },
  since: '2026-01-31T09:00:00.000Z',
  perHour: 10_000,
  wallets: [{ id: uuid(6), label: 'Hot <wallet>', address: USDC }],
  more: 2,
} as const;

const ping = {
  kind: 'ping',
  id: uuid(9),
  name: 'Treasury <desk>',
  at: '2026-01-31T09:00:00.000Z',
} as const;

const summary = {
  kind: 'alert.summary',
  ...{ of: { ruleId: uuid(3) }, count: 1234, before: 20, since: '2026-01-31T09:00:00.000Z' },
  largest: firedNotice(alerts.large_transfer),
} as const;

const messages: Readonly<Record<string, NoticeText>> = {
  ...Object.fromEntries(Object.entries(alerts).map(([type, event]) => [type, alertText(firedNotice(event), places)])),
  payment: alertText(
    {
      ...firedNotice(alerts.large_transfer),
      also: [
        {
          ...{ severity: 'warning', ruleId: uuid(8), ruleName: 'Every <payment>', summary: null },
          firesWhen: 'A wallet pays anything to anybody',
        },
        {
          ...{ severity: 'info', ruleId: uuid(9), ruleName: 'To USDC', summary: null },
          firesWhen: `A wallet pays to “Treasury & desk”`,
        },
      ],
    },
    places,
  ),
  retracted: alertText(firedNotice(retracted), places),
  silence: alertText(firedNotice(silent), places),
  webhook_disabled: webhookDisabledText(
    {
      kind: 'webhook.disabled',
      webhook: {
        id: uuid(5),
        url: 'https://receiver.example/hook?token=hidden',
        description: 'Pager of <Ops>',
        disabledAt: '2026-01-31T09:00:00.000Z',
        reason: 'The receiver answered 410 Gone',
      },
    },
    places,
  ),
  destination_disabled: destinationDisabledText(
    {
      kind: 'destination.disabled',
      destination: {
        id: uuid(6),
        name: 'Council <chat>',
        label: 'Discord',
        disabledAt: '2026-01-31T09:00:00.000Z',
        reason: 'The receiver answered 404',
      },
    },
    places,
  ),
  wallet_throttled: walletThrottledText(throttled, places),
  list_failed: listFailedText(
    {
      kind: 'address_list.failed',
      list: {
        id: uuid(7),
        name: 'sanctioned',
        failedAt: '2026-01-31T09:00:00.000Z',
        reason: 'The source answered 404.',
        run: '2026-01-30T09:00:00.000Z',
      },
    },
    places,
  ),
  rule_disabled: configurationChangedText(changedNotice({ name: 'Large <payments>' }), places),
  webhook_repointed: configurationChangedText(
    changedNotice({
      ...{ action: 'repointed', resource: 'webhook', name: 'hooks.example.com' },
      changes: [{ path: 'url', before: 'https://hooks.example.com/…4321', after: 'https://attacker.example/…1234' }],
    }),
    places,
  ),
  wallet_muted: configurationChangedText(
    changedNotice({
      ...{ action: 'muted', resource: 'wallet', name: 'Cold vault A' },
      changes: [
        { path: 'chains', before: ['base', 'ethereum'], after: ['base'] },
        { path: 'mutedUntil', before: null, after: '2026-02-01T09:30:00.000Z' },
        { path: 'muteReason', before: null, after: 'Planned <move>' },
        { path: 'muteCritical', before: false, after: true },
      ],
    }),
    places,
  ),
  wallets_deleted: configurationChangedText(
    changedNotice({ action: 'deleted', resource: 'wallet', name: 'Cold <vault>', changes: [], more: 99 }),
    places,
  ),
  addresses_repointed: configurationChangedText(
    changedNotice({
      ...{ action: 'repointed', resource: 'settings', resourceId: null, name: 'e-mail addresses' },
      changes: [{ path: 'emails', before: ['desk@example.com'], after: ['attacker@example.com'] }],
    }),
    places,
  ),
  addresses_removed: configurationChangedText(
    changedNotice({
      ...{ resource: 'settings', resourceId: null, name: 'e-mail addresses' },
      changes: [{ path: 'emails', before: ['desk@example.com'], after: [] }],
    }),
    places,
  ),
  ping: pingText(ping, places),
  summary: summaryText(summary, places),
  reviews: summaryText(
    { ...summary, of: { review: { step: 'alert.acknowledged', by: 'Alice <desk>', note: 'Planned & approved' } } },
    places,
  ),
  difference: differenceText(differenceNotice(), places),
  token_difference: differenceText(
    differenceNotice({
      asset: 'USDC',
      tokenAddress: USDC,
      expected: '1234567.5',
      actual: '0.250000001',
      difference: '-1234567.249999999',
      fromHeight: 18_999_901,
    }),
    places,
  ),
};

/** The HTML of an e-mail is made of the same parts as its text, so few messages show the layout. */
const WITH_HTML = ['approval', 'retracted', 'wallet_throttled'];

const mails = Object.entries(messages).flatMap(([name, message]) => {
  const { subject, text, html } = renderEmail(message);
  const page = WITH_HTML.includes(name) ? [[`${name}.html`, mailPage(html)] as const] : [];
  return [[`${name}.txt`, `Subject: ${subject}\n\n${text}`] as const, ...page];
});

/** What each channel posts to a vendor. The texts are those of the e-mails, so few messages show the format. */
const posts = channels.all.flatMap(({ kind, destination, render }) => {
  if (destination?.secret === undefined) return [];
  const bodies = {
    approval: render(firedNotice(alerts.approval), places),
    retracted: render(firedNotice(retracted), places),
    wallet_throttled: render(throttled, places),
    ping: render(ping, places),
  };
  return Object.entries(bodies).map(
    ([name, body]) => [`${name}.${kind}.json`, `${JSON.stringify(JSON.parse(body), null, 2)}\n`] as const,
  );
});
const files = [...mails, ...posts];

describe('the text for persons', () => {
  it.each(files)('equals the golden file %s', (name, content) => {
    expectGolden(join(folder, name), content);
  });

  it.each(Object.keys(messages))('leads to pages and names no request of the API in the message %s', (name) => {
    const message = messages[name];
    expect(message?.links.map(({ url }) => new URL(url).host)).toContain('console.example.com');
    expect(JSON.stringify(message)).not.toMatch(/\/api\/|\b(GET|POST|PATCH|DELETE)\b/);
  });

  it('leads only to pages that the console has', () => {
    const linked = Object.values(messages).flatMap(({ links }) => links.map(({ url }) => new URL(url)));
    const paths = linked.filter(({ host }) => host === 'console.example.com').map(({ pathname }) => pathname);
    const source = readFileSync(join(import.meta.dirname, '../../../console/app/pages.ts'), 'utf8');
    const pages = [...source.matchAll(/path: '([^']*)'/g)].map(([, path]) => `/console${path}`);
    expect(pages).toEqual(expect.arrayContaining([...new Set(paths)]));
  });

  it.each(['email', 'slack', 'teams', 'discord', 'telegram'])(
    'says in a message of the kind %s whose amount stands below the level of a balance',
    (kind) => {
      const body = channels.all.find((each) => each.kind === kind)?.render(firedNotice(alerts.balance), places) ?? '';
      const order = ['0.250000123456', 'The transaction that made the rule look at the balance', '4500.2538'];
      const found = order.map((text) => body.indexOf(text));
      expect(found).toEqual(found.filter((at, n) => at > (found[n - 1] ?? 0)));
    },
  );

  it('has no golden file without a test', () => {
    expect(readdirSync(folder).sort()).toEqual(files.map(([name]) => name).sort());
  });
});
