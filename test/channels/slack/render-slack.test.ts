import { describe, expect, it } from '@jest/globals';
import { alertText } from '../../../lib/channels/notice-text/alert-text.ts';
import { renderSlack } from '../../../lib/channels/slack/render-slack.ts';
import { firedNotice, places } from '../../support/notices.ts';
import { event, explorerUrl, retracted, saying, withTransaction } from '../notice-text/alerts.ts';

const slackOf = (shown = event) => renderSlack(alertText(firedNotice(shown), places));
const fieldsOf = (shown = event) =>
  slackOf(shown).blocks.flatMap((block) => (block.type === 'section' && 'fields' in block ? block.fields : []));
const headerOf = (shown = event) => slackOf(shown).blocks.find((block) => block.type === 'header')?.text.text;
const localTime = (time: string, seconds: number) =>
  `<!date^${seconds}^{date_short_pretty} at {time_secs}|31 January 2026 at ${time} UTC>`;
const mrkdwn = (text: unknown) => ({ type: 'mrkdwn', text, verbatim: true });

describe('the Slack message of an alert', () => {
  it('has a header, the reason, the links, the facts and the exact values', () => {
    const { text, blocks } = slackOf();
    const title = '🔴 Critical: Treasury paid 1.5 ETH (4,500.25 USD) to 0x8617…070D · Large transfer';
    expect(text).toBe(title);
    expect(blocks.map(({ type }) => type)).toEqual(['header', 'section', 'section', 'section', 'context']);
    expect(headerOf()).toBe(title);
    expect(fieldsOf()).toContainEqual(mrkdwn('*Rule*\n`Large transfer`'));
    expect(blocks.at(-1)).toEqual({
      type: 'context',
      elements: [mrkdwn(expect.stringMatching(/^Amount `1\.5 ETH`\nValue `4,500\.25 USD .*`\nFrom `.*`\nTo `.*`\n/))],
    });
    expect(blocks[2]).toEqual({
      type: 'section',
      text: mrkdwn(
        [
          `*<${places.consoleUrl}/alerts?open=${event.id}|Open the alert>*`,
          `*<${places.serviceUrl}/a/__ACKNOWLEDGE__|Acknowledge>*`,
          `*<${places.consoleUrl}/transactions?open=${event.transactionId}|Open the transaction>*`,
          `*<${explorerUrl}|View at etherscan.io>*`,
        ].join('   '),
      ),
    });
  });

  it('begins with "Retracted" for a retraction', () => {
    expect(slackOf(retracted).text).toMatch(/^⚪ Retracted: Treasury paid/);
    expect(fieldsOf(retracted)).toContainEqual(mrkdwn(`*Retracted*\n${localTime('09:01:00', 1769850060)}`));
  });

  it('shows times in the zone of the reader', () => {
    expect(fieldsOf()).toContainEqual(mrkdwn(`*When*\n${localTime('09:00:00', 1769850000)}`));
  });

  it('leaves most exact values to the page of the alert, and has them all where no console is known', () => {
    const exactValues = (consoleUrl: string | null) =>
      JSON.stringify(renderSlack(alertText(firedNotice(event), { ...places, consoleUrl })).blocks.at(-1));
    expect(exactValues(places.consoleUrl)).not.toContain(event.id);
    expect(exactValues(null)).toContain(`Event \`${event.id}\``);
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
    expect(fieldsOf(saying(text))).toContainEqual(mrkdwn(`*Wallet*\n\`${shown}\``));
    const { blocks, ...rest } = slackOf(saying(text));
    const unlinked = JSON.stringify([rest, blocks.toSpliced(2, 1)]);
    expect(unlinked.replace(localTime('09:00:00', 1769850000), '')).not.toMatch(/[<>]/);
  });

  it('escapes a transaction hash that tries to leave the link', () => {
    const { blocks } = slackOf(withTransaction({ hash: '1|Pay>?a=1&b=2<!here>' }));
    const url = 'https://etherscan.io/tx/1%7CPay%3E%3Fa%3D1%26b%3D2%3C!here%3E';
    expect(blocks[2]).toMatchObject({ text: mrkdwn(expect.stringContaining(`*<${url}|View at etherscan.io>*`)) });
  });

  it('cuts a long header between two characters and never inside an entity', () => {
    const header = headerOf(saying('&', { summary: '&'.repeat(500) })) ?? '';
    expect(header).toMatch(/^🔴 Critical: (&amp;)+… · &amp;$/u);
    expect(header.length).toBeGreaterThan(140);
    expect(header.length).toBeLessThanOrEqual(150);
    expect(headerOf(saying('🐋', { summary: '🐋'.repeat(500) }))).toMatch(/^🔴 Critical: 🐋+… · 🐋$/u);
  });
});
