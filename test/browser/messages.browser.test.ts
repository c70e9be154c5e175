import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AlertEvent } from '../../lib/alerts/events/schema.ts';
import { mailPage } from '../../lib/channels/email/mail-page.ts';
import { renderEmail } from '../../lib/channels/email/render-email.ts';
import { alertText } from '../../lib/channels/notice-text/alert-text.ts';
import { renderSlack } from '../../lib/channels/slack/render-slack.ts';
import { sentenceOf } from '../../lib/transactions/sentence.ts';
import { saying } from '../channels/notice-text/alerts.ts';
import { firedNotice, places } from '../support/notices.ts';
import { anEvent, aTransaction, aTransfer, OURS, THEIRS } from '../support/records.ts';
import { root } from '../support/sources.ts';
import { useBrowser } from './browser.ts';
import { expectAccessible } from './console-user.ts';
import { slackPage } from './slack-page.ts';

/** `UPDATE_PICTURES=1 npm run test:browser` takes the pictures of docs/architecture/channels.md again. */
const PICTURES = join(root, process.env.UPDATE_PICTURES === undefined ? '.local/pictures' : 'docs/pictures');

const open = useBrowser();
beforeAll(() => void mkdirSync(PICTURES, { recursive: true }));

function aPayment(): AlertEvent {
  const paid = { amount: '75.123456789', valueUsd: '187808.64' };
  const transaction = aTransaction({
    direction: 'outbound',
    ...{ fromAddress: OURS, toAddress: THEIRS, tokenAmount: paid.amount, valueUsd: paid.valueUsd },
    transfers: [aTransfer({ direction: 'outbound', from: OURS, to: THEIRS, ...paid })],
  });
  return anEvent({
    severity: 'critical',
    ruleName: 'Payments above 100,000 USD',
    transaction,
    summary: sentenceOf(transaction, transaction.wallet),
    reasons: [
      { condition: 'value_usd', expected: { gte: 100_000 }, actual: paid.valueUsd, passed: true },
      { condition: 'direction', expected: 'outbound', actual: 'outbound', passed: true },
    ],
    suppressed: { count: 3, largestUsd: '120500' },
  });
}

const mailOf = (event: AlertEvent) => mailPage(renderEmail(alertText(firedNotice(event), places)).html);
const slackOf = (event: AlertEvent) => slackPage(renderSlack(alertText(firedNotice(event), places)));

const WIDTHS = { window: 640, telephone: 360, small: 320 };
const looks = Object.entries(WIDTHS).flatMap(([device, width]) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ device, width, colorScheme })),
);
const media = { mail: mailOf, slack: slackOf };

describe.each(Object.entries(media))('A message as a %s', (medium, pageOf) => {
  it.each(looks)('fits a $device ($width pixels), and is $colorScheme if the reader is', async (look) => {
    const { device, width, colorScheme } = look;
    const { page, faults } = await open({ viewport: { width, height: 400 }, colorScheme });
    for (const event of [saying('W'.repeat(500)), aPayment()]) {
      await page.setContent(pageOf(event));
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    }
    const background = await page.evaluate('getComputedStyle(document.querySelector(".card")).backgroundColor');
    expect(background).toMatch(colorScheme === 'light' ? /255, 255, 255/ : /^rgb\(\d\d, \d\d, \d\d\)$/);
    if (medium === 'mail') await expectAccessible(page, `${device} ${colorScheme}`);
    // No picture, no style and no font comes from a server.
    expect(faults).toEqual([]);
    if (device !== 'small') {
      await page.screenshot({ path: join(PICTURES, `${medium}-${device}-${colorScheme}.png`), fullPage: true });
    }
  });
});
