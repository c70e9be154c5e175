import { describe, expect, it } from '@jest/globals';
import { renderSlack } from '../../lib/notifications/slack.ts';
import { alert, explorerUrl, saying } from './alert.ts';

const mrkdwn = (text: string) => ({ type: 'mrkdwn', text, verbatim: true });

describe('the Slack message of an alert', () => {
  it('tells rule, severity, amount, wallet, ends, event and where to look', () => {
    expect(renderSlack(alert, explorerUrl)).toEqual({
      text: 'critical: Large transfer (1.5 ETH)',
      blocks: [
        {
          type: 'section',
          text: mrkdwn('critical: Large transfer (1.5 ETH)'),
          fields: [
            mrkdwn('*Wallet*\nTreasury'),
            mrkdwn('*Amount*\n1.5 ETH (4500.25 USD)'),
            mrkdwn('*Direction*\noutbound'),
            mrkdwn('*From*\n0x52908400098527886E0F7030069857D2E4169EE7'),
            mrkdwn('*To*\n0x8617E340B3D01FA5F11F306F4090FD50E238070D'),
            mrkdwn('*Chain*\nethereum'),
            mrkdwn(`*Transaction*\n${alert.transaction.hash}`),
            mrkdwn('*Fired*\n2026-01-31T09:00:00.000Z'),
            mrkdwn('*Event*\n7c9e6679-7425-40de-944b-e07fc1f90ae7'),
          ],
        },
        { type: 'context', elements: [mrkdwn(`<${explorerUrl}|View the transaction>`)] },
      ],
    });
  });

  it('begins with what it is when it takes the alert back, in no more fields than Slack shows', () => {
    const { text, blocks } = renderSlack({ ...alert, retractedAt: '2026-01-31T09:01:00.000Z' });
    expect(text).toBe('Retracted: critical: Large transfer (1.5 ETH)');
    const [section] = blocks;
    if (section?.type !== 'section') throw new Error('the message has no section');
    expect(section.fields?.[0]?.text).toMatch(/^\*Retracted\*\n2026-01-31T09:01:00\.000Z: /);
    expect(section.fields).toHaveLength(10);
  });

  it('has no link where none is known', () => {
    expect(renderSlack(alert).blocks).toHaveLength(1);
  });

  it.each([
    ['<!channel>', '&lt;!channel&gt;'],
    ['<!subteam^S012|@ops>', '&lt;!subteam^S012|@ops&gt;'],
    ['<@U012AB3CD>', '&lt;@U012AB3CD&gt;'],
    ['<#C012AB3CD>', '&lt;#C012AB3CD&gt;'],
    ['<https://evil.example|Pay>', '&lt;https://evil.example|Pay&gt;'],
    ['&lt;!here&gt;', '&amp;lt;!here&amp;gt;'],
    ['@here @Channel', '@\u2060here @\u2060Channel'],
    ['ops@example.com', 'ops@example.com'],
  ])('shows %j as it is', (text, shown) => {
    const message = renderSlack(saying(text), explorerUrl);
    expect(message.text).toBe(`critical: ${shown} (1.5 ${shown})`);
    expect(message.blocks[0]).toMatchObject({ fields: expect.arrayContaining([mrkdwn(`*Wallet*\n${shown}`)]) });
    // Of all angle brackets, only those of our own link are left.
    expect(JSON.stringify(message).match(/[<>]/g)).toEqual(['<', '>']);
  });

  it('cannot be broken out of through the link', () => {
    const { blocks } = renderSlack(alert, 'https://etherscan.io/tx/1|Pay>?a=1&b=2<!here>');
    expect(blocks[1]).toEqual({
      type: 'context',
      elements: [mrkdwn('<https://etherscan.io/tx/1%7CPay%3E?a=1&amp;b=2%3C!here%3E|View the transaction>')],
    });
  });

  it("stays within Slack's limits, whatever the length of names", () => {
    const { text, blocks } = renderSlack(saying('&'.repeat(5_000)), explorerUrl);
    const [section] = blocks;
    const fields = section?.type === 'section' ? (section.fields ?? []) : [];
    expect(text.length).toBeLessThan(3_000);
    expect(fields.length).toBeLessThanOrEqual(10);
    expect(Math.max(...fields.map((field) => field.text.length))).toBeLessThan(2_000);
  });
});
