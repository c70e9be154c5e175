import { describe, expect, it } from '@jest/globals';
import { messageText } from '../../sdk/index.ts';

type Channel = Parameters<typeof messageText>[0]['channel'];
const told = (channel: Channel, body: unknown) =>
  messageText({ channel, request: { headers: {}, body: typeof body === 'string' ? body : JSON.stringify(body) } });

describe('The text of a message', () => {
  it('is the subject and the text of an e-mail', () => {
    expect(told('email', { subject: '2.5M USD left', text: 'Cold vault paid.\nOpen it.', html: '<p>x</p>' })).toBe(
      '2.5M USD left\n\nCold vault paid.\nOpen it.',
    );
  });

  it('is what Slack shows, once and without its mark-up', () => {
    const body = {
      text: 'for notifications',
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: 'Large payment' } },
        { type: 'section', fields: [{ type: 'mrkdwn', text: '*Sent*\n<!date^1^{date}|29 November>' }] },
        { type: 'section', text: { type: 'mrkdwn', text: '*<https://a.example/b|Open>* R&amp;D &lt;x&gt;' } },
      ],
    };
    expect(told('slack', body)).toBe('Large payment\nSent\n29 November\nOpen: https://a.example/b R&D <x>');
  });

  it('is what other chats show', () => {
    const embeds = [{ title: 'A', url: 'u', color: 1, description: 'B', fields: [{ name: 'C', value: 'D' }] }];
    expect(told('discord', { embeds })).toBe('A\nB\nC\nD');
    expect(told('telegram', { text: 'A &amp; B', parse_mode: 'HTML' })).toBe('A &amp; B');
  });

  it('is the body of a webhook with a line for each field, and a body that is no JSON as it is', () => {
    expect(told('webhook', { event: 'ping', text: 'x' })).toBe('{\n  "event": "ping",\n  "text": "x"\n}');
    expect(told('webhook', 'hello')).toBe('hello');
  });
});
