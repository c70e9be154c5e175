import { describe, expect, it } from '@jest/globals';
import { alertText } from '../../../lib/channels/notice-text/alert-text.ts';
import { renderSlack } from '../../../lib/channels/slack/render-slack.ts';
import { firedNotice } from '../../support/notices.ts';
import { event, explorerUrl, retracted, saying, withTransaction } from '../notice-text/alerts.ts';

const slackOf = (shown = event) => renderSlack(alertText(firedNotice(shown)));
const fieldsOf = (shown = event) =>
  slackOf(shown).blocks.flatMap((block) => (block.type === 'section' && 'fields' in block ? block.fields : []));
const headerOf = (shown = event) => slackOf(shown).blocks.find((block) => block.type === 'header')?.text.text;
const mrkdwn = (text: string) => ({ type: 'mrkdwn', text, verbatim: true });

describe('the Slack message of an alert', () => {
  it('has a header, a sentence, the facts, a link and the next steps', () => {
    const { text, blocks } = slackOf();
    const title = 'Critical: Large transfer, 1.5 ETH (4,500.25 USD) outbound, Treasury';
    expect(text).toBe(title);
    expect(blocks.map(({ type }) => type)).toEqual(['header', 'section', 'section', 'section', 'section', 'context']);
    expect(headerOf()).toBe(title);
    expect(fieldsOf()).toContainEqual(mrkdwn('*From*\n`0x52908400098527886E0F7030069857D2E4169EE7`'));
    expect(fieldsOf()).toContainEqual(mrkdwn(`*Event*\n\`${event.id}\``));
    expect(blocks).toContainEqual({
      type: 'section',
      text: mrkdwn(`<${explorerUrl}|View the transaction at etherscan.io>`),
    });
    expect(blocks.at(-1)).toMatchObject({
      elements: [{ text: `Acknowledge: PATCH /api/alerts/events/${event.id}/acknowledge` }, {}],
    });
  });

  it('begins with "Retracted" for a retraction', () => {
    expect(slackOf(retracted).text).toMatch(/^Retracted \(critical\): Large transfer, /);
    expect(fieldsOf(retracted)[0]).toEqual(mrkdwn('*Retracted*\n`2026-01-31T09:01:00.000Z`'));
  });

  it('has no link when the chain has no explorer', () => {
    expect(JSON.stringify(slackOf(withTransaction({ chain: 'anvil' })))).not.toMatch(/[<>]/);
  });

  it.each([
    ['<!channel>', '&lt;!channel&gt;'],
    ['<!subteam^S012|@ops>', '&lt;!subteam^S012|@ops&gt;'],
    ['<@U012AB3CD>', '&lt;@U012AB3CD&gt;'],
    ['<https://evil.example|Pay>', '&lt;https[:]//evil[.]example|Pay&gt;'],
    ['&lt;!here&gt;', '&amp;lt;!here&amp;gt;'],
    ['@here @Channel', '@\u2060here @\u2060Channel'],
    ['*bold* _it_ ~no~ :bomb:', '*bold* _it_ ~no~ :bomb:'],
    ['`code` > quote', "'code' &gt; quote"],
  ])('shows the text %j unchanged', (text, shown) => {
    expect(slackOf(saying(text)).text).toContain(`: ${shown.replaceAll("'", '`')}, `);
    expect(fieldsOf(saying(text))).toContainEqual(mrkdwn(`*Wallet*\n\`${shown}\``));
    expect(JSON.stringify(slackOf(saying(text)))).not.toMatch(/[<>]/);
  });

  it('escapes a transaction hash that tries to leave the link', () => {
    const { blocks } = slackOf(withTransaction({ hash: '1|Pay>?a=1&b=2<!here>' }));
    const url = 'https://etherscan.io/tx/1%7CPay%3E%3Fa%3D1%26b%3D2%3C!here%3E';
    expect(blocks).toContainEqual({ type: 'section', text: mrkdwn(`<${url}|View the transaction at etherscan.io>`) });
  });

  it('cuts a long header between two characters and never inside an entity', () => {
    const header = headerOf(saying('&'.repeat(500))) ?? '';
    expect(header).toMatch(/^Critical: (&amp;)+…$/);
    expect(header.length).toBeGreaterThan(140);
    expect(header.length).toBeLessThanOrEqual(150);
    expect(headerOf(saying('🐋'.repeat(500)))).toMatch(/^Critical: (🐋|…|, |“)+$/u);
  });
});
