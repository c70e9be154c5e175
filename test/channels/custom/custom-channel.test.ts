import { afterEach, describe, expect, it } from '@jest/globals';
import { undeliverable } from '../../../lib/deliveries/result.ts';
import { closeAll } from '../../platform/outbound/receiver.ts';
import { aDelivery, uuid } from '../../support/records.ts';
import { RULE_SECRET, sealed, senderTo, signature, usedUrl } from '../sending.ts';

afterEach(closeAll);

const channel = { kind: 'custom', ruleId: uuid(3) } as const;
const former = 'https://former.example/';

describe("an attempt for a rule's own URL", () => {
  it("signs with the rule's secret and needs no subscription", async () => {
    const { post, url, received } = await senderTo({}, { webhook: null });
    const result = await post({ channel, url, webhookId: null });
    expect(result).toMatchObject({ kind: 'delivered', exchange: { url } });
    expect(received[0]?.headers['x-service-signature']).toBe(signature(RULE_SECRET, aDelivery().body));
  });

  it("posts to the rule's present URL with the secret of this URL, and records the URL", async () => {
    const { post, url, received } = await senderTo({}, { rule: { sealedCustomSecret: sealed('new', uuid(3)) } });
    const body = '{"as":"it was made"}';
    expect(usedUrl(await post({ channel, url: former, body }))).toBe(url);
    expect(received).toMatchObject([{ body: Buffer.from(body) }]);
    expect(received[0]?.headers['x-service-signature']).toBe(signature('new', body));
  });

  it.each([
    ['the rule was deleted', null, 'The rule was deleted.'],
    [
      'the rule has no URL any more',
      { customWebhookUrl: null, sealedCustomSecret: null },
      "The rule's custom URL was removed.",
    ],
  ])('ends the delivery unsent when %s', async (_what, rule, error) => {
    const { post, url, received } = await senderTo({}, { rule });
    expect(await post({ channel, url })).toEqual(undeliverable(error));
    expect(received).toEqual([]);
  });

  it('posts although the rule, or its toggle for this channel, was turned off', async () => {
    const { post, url } = await senderTo({}, { rule: { isActive: false, notifyWebhook: false } });
    expect(await post({ channel, url })).toMatchObject({ kind: 'delivered' });
  });

  it('ends the delivery when the receiver answers 410', async () => {
    const { post, url } = await senderTo({ status: 410 });
    expect(await post({ channel, url })).toMatchObject({ kind: 'undeliverable', exchange: { url } });
  });

  it('never signs with a secret that was sealed for another record', async () => {
    const { post, url, received } = await senderTo({}, { rule: { sealedCustomSecret: sealed('stolen', uuid(99)) } });
    await expect(post({ channel, url })).rejects.toThrow();
    expect(received).toEqual([]);
  });
});
