import { afterEach, describe, expect, it } from '@jest/globals';
import { undeliverable } from '../../../lib/deliveries/result.ts';
import { closeAll } from '../../platform/outbound/receiver.ts';
import { uuid } from '../../support/records.ts';
import { sealed, senderTo } from '../sending.ts';

afterEach(closeAll);

const channel = { kind: 'slack' } as const;
const former = 'https://hooks.slack.com/…last';

describe('an attempt for Slack', () => {
  it('posts unsigned to the URL of the settings and records the URL masked', async () => {
    const { post, url, received } = await senderTo();
    const result = await post({ channel, url: former, body: '{"text":"hello"}' });
    expect(result).toMatchObject({ kind: 'delivered', exchange: { url: `${new URL(url).origin}/…?a=1` } });
    expect(received[0]?.body.toString()).toBe('{"text":"hello"}');
    expect(received[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Chainwatch/1.2.3',
    });
    expect(received[0]?.headers).not.toHaveProperty('x-service-signature');
  });

  it('ends the delivery unsent when the settings have no Slack URL any more', async () => {
    const { post, received } = await senderTo({}, { settings: { sealedSlackUrl: null } });
    const result = await post({ channel, url: former });
    expect(result).toEqual(undeliverable('The Slack URL was removed from the settings.'));
    expect(received).toEqual([]);
  });

  it('never posts to a URL that was sealed for another record', async () => {
    const { post, url, received } = await senderTo();
    const other = await senderTo({}, { settings: { sealedSlackUrl: sealed(url, uuid(99)) } });
    await expect(other.post({ channel, url: former })).rejects.toThrow();
    await expect(post({ channel, url: former })).resolves.toMatchObject({ kind: 'delivered' });
    expect(received).toHaveLength(1);
  });
});
