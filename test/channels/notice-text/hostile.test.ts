import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { AlertEvent } from '../../../lib/alerts/events/schema.ts';
import { renderDiscord } from '../../../lib/channels/discord/render-discord.ts';
import { mailPage } from '../../../lib/channels/email/mail-page.ts';
import { renderEmail } from '../../../lib/channels/email/render-email.ts';
import { alertText } from '../../../lib/channels/notice-text/alert-text.ts';
import { differenceText } from '../../../lib/channels/notice-text/difference-text.ts';
import { destinationDisabledText, webhookDisabledText } from '../../../lib/channels/notice-text/disabled-text.ts';
import { type Fact, type NoticeText, proseOf } from '../../../lib/channels/notice-text/notice-text.ts';
import { summaryText } from '../../../lib/channels/notice-text/summary-text.ts';
import { renderPagerDuty } from '../../../lib/channels/pagerduty/render-pagerduty.ts';
import { renderSlack } from '../../../lib/channels/slack/render-slack.ts';
import { renderTeams } from '../../../lib/channels/teams/render-teams.ts';
import { renderTelegram } from '../../../lib/channels/telegram/render-telegram.ts';
import { differenceNotice, firedNotice, places } from '../../support/notices.ts';
import { anApproval, anAuthorityChange, aTokenTransfer, uuid } from '../../support/records.ts';
import { event } from './alerts.ts';
import { elementsOf } from './html.ts';

/** Parts of attacks, which the test joins at random. */
const marks = [
  String.raw`\ ' " ; | @ / . 。 * _ ~ ${'`'} ${'```'} {{ <script> </td> <!-- ]]> &lt; onload=`,
  '<!channel> <@U1> <https://x.example|x> @here',
].join(' ');
const words = 'Bcc:a@b.example =?utf-8?q?x?= :bomb: https:// www evil com co.uk рф mailto: tel: 1.2.3.4 א ب 🐋';
const blanks = [' ', '\r\n', '\n', '\u2028', '\u202e', '\u2066', '\u200b', '\u200d', '\ufeff', '\0', '\ud83d'];
const part = fc.constantFrom(...blanks, ...marks.split(' '), ...words.split(' '), '&'.repeat(60));

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc
    .array(fc.oneof(part, fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 60 })
    .map((parts) => parts.join('')),
);
const maybe = fc.option(text);

const hostile = (chain: fc.Arbitrary<string>): fc.Arbitrary<AlertEvent> =>
  fc
    .record({
      ruleName: text,
      retractedAt: fc.option(fc.constant('2026-01-31T09:01:00.000Z')),
      transaction: fc.record({
        chain,
        hash: text,
        tokenSymbol: text,
        tokenAmount: text,
        valueUsd: maybe,
        methodName: maybe,
        fromAddress: text,
        toAddress: maybe,
        label: text,
        tokenAddress: maybe,
        tokenId: maybe,
        isLimited: fc.boolean(),
      }),
    })
    .map(({ transaction: { label, tokenAddress, tokenId, isLimited, ...transaction }, ...rest }) => ({
      ...event,
      ...rest,
      reasons: ['method', 'memo_contains', 'addresses', 'token_symbol', 'spender_in'].map((condition) => ({
        ...{ condition, expected: transaction.methodName, actual: transaction.tokenSymbol, passed: true },
      })),
      transaction: {
        ...event.transaction,
        ...transaction,
        wallet: { ...event.transaction.wallet, label },
        transfers: [aTokenTransfer({ asset: transaction.tokenSymbol, amount: transaction.tokenAmount, tokenAddress })],
        approvals: [
          anApproval({
            asset: transaction.tokenSymbol,
            tokenAddress: transaction.hash,
            tokenId,
            spender: transaction.fromAddress,
            amount: transaction.methodName,
            unlimited: !isLimited,
          }),
        ],
        authority: [
          anAuthorityChange({ subject: label, before: transaction.toAddress, after: transaction.methodName }),
        ],
      },
    }));

const disabled = fc
  .record({ description: text, reason: text })
  .map((texts) => ({ id: uuid(5), url: 'https://r.test/', disabledAt: event.firedAt, ...texts }))
  .map((webhook) => webhookDisabledText({ kind: 'webhook.disabled', webhook }, places));

const turnedOff = fc
  .record({ name: text, reason: text })
  .map((texts) => ({ id: uuid(6), label: 'Discord', disabledAt: event.firedAt, ...texts }))
  .map((destination) => destinationDisabledText({ kind: 'destination.disabled', destination }, places));

/** A contract names its token, and states any number as a balance. */
const different = fc
  .record({ asset: text, tokenAddress: maybe, actual: text, difference: text, label: text })
  .map(({ label, ...fields }) =>
    differenceText(differenceNotice({ ...fields, wallet: { ...differenceNotice().wallet, label } }), places),
  );

const reviewer = fc.record({ step: fc.constant('alert.resolved' as const), by: text, note: text });
const of = fc.oneof(
  fc.constant({ ruleId: uuid(3) }),
  reviewer.map((review) => ({ review })),
);
const many = fc
  .tuple(hostile(text), of)
  .map(([event, what]) =>
    summaryText(
      { kind: 'alert.summary', of: what, count: 7, before: 20, since: event.firedAt, largest: firedNotice(event) },
      places,
    ),
  );

/** A message that tells of other alerts of the same payment. */
const payments = fc
  .tuple(
    hostile(text),
    fc.array(
      fc.record({
        ...{ severity: fc.constantFrom('info', 'critical'), ruleId: fc.uuid() },
        ...{ ruleName: text, firesWhen: text, summary: fc.option(text) },
      }),
      { maxLength: 19 },
    ),
  )
  .map(([shown, also]) => alertText({ ...firedNotice(shown), also }, places));

const messages: fc.Arbitrary<NoticeText> = fc.oneof(
  payments,
  many,
  hostile(fc.constantFrom('ethereum', 'solana', 'xrp', 'anvil')).map((shown) => alertText(firedNotice(shown), places)),
  hostile(text).map((shown) => alertText(firedNotice(shown, { walletTags: [shown.ruleName] }), places)),
  disabled,
  turnedOff,
  different,
);

/** The value of a fact in a mail. */
const shownIn = ({ value, meaning }: Fact) => (meaning === undefined ? value : `${value} — ${meaning}`);

/** A time that Slack shows in the zone of the reader. */
const SLACK_TIME = /<!date\^\d+\^{date_short_pretty} at {time_secs}\|[\w: ]+>/;

const forAll = (check: (message: NoticeText) => void) => fc.assert(fc.property(messages, check), { numRuns: 300 });

/** Removes the isolates that the service puts around text from right to left, always in pairs. */
const withoutIsolates = (line: string) => line.replace(/\u2068([^\u2068\u2069]*)\u2069/g, '$1');
const UNFIT = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;
/** Text that mail programs and Slack turn into links. */
const LINK = /\w:\/\/|(mailto|tel):[\p{L}\p{N}+]|[\p{L}\p{N}][.。．｡]\p{L}[\p{L}\p{M}]|\d\.\d+\.\d+\.\d/iu;
const LINKS = new RegExp(
  '^https://(etherscan\\.io/tx|solscan\\.io/tx|livenet\\.xrpl\\.org/transactions|(api|console)\\.example\\.com)/' +
    '[^\\s<>"|]*$',
);

/** The same message with a plain text in the place of each text that somebody else may have chosen. */
const plainly = ({ title, summary, facts, details, next, ...rest }: NoticeText): NoticeText => {
  const plain = (all: typeof facts) => all.map(({ name }) => ({ name, value: 'plain' }));
  return { ...rest, title: 'plain', summary: 'plain', facts: plain(facts), details: plain(details), next };
};

describe('a message with hostile names', () => {
  it('has a bounded subject of one line without control characters', () => {
    forAll((message) => {
      const { subject } = renderEmail(message);
      expect(withoutIsolates(subject)).not.toMatch(UNFIT);
      expect([...subject].length).toBeLessThanOrEqual(420);
    });
  });

  it('has one line for each fact in an e-mail, and no link but those of the service and the explorer', () => {
    forAll((message) => {
      const lines = renderEmail(message).text.split('\n');
      const links = message.links.flatMap(({ label, url }) => [`${label}:`, url]);
      const facts = message.facts.map((fact) => `${fact.name}: ${shownIn(fact)}`);
      const details = message.details.map(({ name, value }) => `${name}: ${value}`);
      const parts = [[message.title], [...proseOf(message)], links, facts, details].filter((part) => part.length > 0);
      expect(lines).toEqual(parts.flatMap((part) => [...part, '']));
      for (const line of [message.title, ...proseOf(message), ...facts, ...details]) {
        expect(withoutIsolates(line)).not.toMatch(UNFIT);
        expect(line).not.toMatch(LINK);
        expect([...line].length).toBeLessThanOrEqual(500);
      }
      for (const { url } of message.links) expect(url).toMatch(LINKS);
    });
  });

  it('has only the elements of the service in the HTML of an e-mail, with the same text', () => {
    forAll((message) => {
      const elements = elementsOf(mailPage(renderEmail(message).html));
      const outline = (all: typeof elements) => all.map(({ name, attributes }) => ({ name, attributes }));
      expect(outline(elements)).toEqual(outline(elementsOf(mailPage(renderEmail(plainly(message)).html))));
      const told = elements.map(({ text }) => text);
      const values = [...message.facts, ...message.details].map(shownIn);
      expect(told).toEqual(expect.arrayContaining([message.title, message.summary, ...values]));
      const hrefs = elements.flatMap(({ attributes: { href } }) => href ?? []);
      expect(hrefs).toEqual(message.links.map(({ url }) => url));
    });
  });

  it('has only the markup of the service in Slack', () => {
    forAll((message) => {
      const { text: fallback, blocks } = renderSlack(message);
      const plain: string[] = [fallback];
      for (const block of blocks) {
        if (block.type === 'header') plain.push(block.text.text);
        else if (block.type === 'context') {
          for (const { text } of block.elements) {
            for (const line of text.split('\n')) expect(line).toMatch(/^[A-Z][a-zA-Z ]+ `[^`\n<>]+`$/);
            plain.push(text);
          }
        } else if ('fields' in block) {
          const fields = block.fields.map(({ text }) => text.replace(SLACK_TIME, '`a time`'));
          for (const field of fields) expect(field).toMatch(/^\*[A-Z][a-zA-Z ]+\*(\n`[^`\n<>]+`)+$/);
          plain.push(...fields);
        } else if (block.text.type === 'plain_text') plain.push(block.text.text);
        else {
          for (const link of block.text.text.split('   ')) {
            expect(link).toMatch(/^\*<https:\/\/[^\s<>|"]+\|[A-Z][a-z .-]+>\*$/);
          }
        }
      }
      for (const each of plain) {
        expect(each).not.toMatch(/[<>]|&(?!(amp|lt|gt);)|@(here|channel|everyone|group)/i);
        expect(each.isWellFormed()).toBe(true);
      }
    });
  });

  it("stays within Slack's limits", () => {
    forAll((message) => {
      const { text: fallback, blocks } = renderSlack(message);
      expect(fallback.length).toBeLessThanOrEqual(4_000);
      expect(blocks.length).toBeLessThanOrEqual(50);
      for (const block of blocks) {
        if (block.type === 'header') expect(block.text.text.length).toBeLessThanOrEqual(150);
        else if (block.type === 'context') {
          expect(block.elements.length).toBeLessThanOrEqual(10);
          for (const { text } of block.elements) expect(text.length).toBeLessThanOrEqual(3_000);
        } else if ('fields' in block) {
          expect(block.fields.length).toBeLessThanOrEqual(10);
          for (const field of block.fields) expect(field.text.length).toBeLessThanOrEqual(2_000);
        } else {
          expect(block.text.text.length).toBeGreaterThan(0);
          expect(block.text.text.length).toBeLessThanOrEqual(3_000);
        }
      }
    });
  });

  it('has no markup and no mention in Discord, within its limits', () => {
    forAll((message) => {
      const { embeds, allowed_mentions } = renderDiscord(message);
      expect(allowed_mentions).toEqual({ parse: [] });
      const [{ title, description, fields, url }] = embeds;
      const links = message.links.map(
        ({ label, url: to }) => `[${label}](${to.replaceAll('(', '%28').replaceAll(')', '%29')})`,
      );
      const unlinked = links.reduce((text, link) => text.replace(link, ''), description);
      for (const prose of [title, unlinked]) {
        // Without what a backslash escapes, nothing with a meaning is left.
        expect(prose.replace(/\\[^\p{L}\p{N}\s]/gu, '')).not.toMatch(/[\\`*_~|<>[\]#@]|@(here|everyone)/i);
      }
      for (const { name, value } of fields) {
        expect(name).toMatch(/^[A-Z][a-zA-Z ]+$/);
        const lines = name === 'Details' ? value.split('\n') : [`X ${value}`];
        for (const line of lines) expect(line).toMatch(/^[A-Z][a-zA-Z ]* (`[^`\n]+`|<t:\d+:F>)$/);
        expect(value).not.toMatch(/@(here|everyone)/i);
        expect([name.length <= 256, value.length <= 1024]).toEqual([true, true]);
      }
      if (url !== undefined) expect(url).toMatch(LINKS);
      const lengths = fields.map(({ name, value }) => name.length + value.length);
      const total = lengths.reduce((sum, length) => sum + length, title.length + description.length);
      expect(total).toBeLessThanOrEqual(6_000);
      expect([title.length <= 256, description.length <= 4096, fields.length <= 25]).toEqual([true, true, true]);
      for (const each of [title, description, ...fields.map(({ value }) => value)]) {
        expect(each.isWellFormed()).toBe(true);
      }
    });
  });

  it('has only the elements of the service in Telegram, within its limit', () => {
    forAll((message) => {
      const { text: html, link_preview_options } = renderTelegram(message);
      expect(link_preview_options).toEqual({ is_disabled: true });
      expect(html.length).toBeLessThanOrEqual(4_096);
      expect(html.isWellFormed()).toBe(true);
      const tags = html.match(/<[^>]*>/g) ?? [];
      const links = message.links.flatMap(({ url }) => [`<a href="${url.replaceAll('&', '&amp;')}">`, '</a>']);
      expect(tags.filter((tag) => !/^<\/?(b|code)>$/.test(tag))).toEqual(links);
      const outside = html.replace(/<code>[^<]*<\/code>/g, '').replace(/<a [^>]*>[^<]*<\/a>/g, '');
      expect(outside).not.toMatch(/[@#$/](?=[\p{L}\p{N}_])(?<!<\/)/u);
      expect(html.replace(/<[^>]*>/g, '')).not.toMatch(/[<>"]|&(?!(amp|lt|gt|quot);)/);
    });
  });

  it('is plain text in Teams and PagerDuty, within their limits', () => {
    forAll((message) => {
      const card = renderTeams(message);
      expect(Buffer.byteLength(JSON.stringify(card))).toBeLessThanOrEqual(28 * 1024);
      for (const block of card.attachments[0].content.body) expect(block.type).toMatch(/^(RichTextBlock|ColumnSet)$/);
      expect(JSON.stringify(card)).not.toMatch(/"type":"(TextBlock|FactSet)"/);
    });
    fc.assert(
      fc.property(hostile(text), (shown) => {
        const { payload, dedup_key } = renderPagerDuty(firedNotice(shown), places);
        expect(dedup_key).toBe(shown.id);
        expect(payload.summary.length).toBeLessThanOrEqual(1_024);
        for (const detail of Object.values(payload.custom_details)) expect(detail.isWellFormed()).toBe(true);
      }),
    );
  });
});
