import { createHash } from 'node:crypto';
import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod';
import { noticeBody } from '../../lib/channels/http/payload.ts';
import { signatureHeaders } from '../../lib/channels/http/sign.ts';
import { AttemptsItem, DeliveryItem, deliveryItemOf, packAttempts } from '../../lib/deliveries/delivery-item.ts';
import type { Attempt } from '../../lib/deliveries/schema.ts';
import { due } from '../../lib/platform/table/due-keys.ts';
import { derivedId } from '../../lib/values/ids.ts';
import { aDelivery, anEvent, aTransaction } from '../support/records.ts';

const attempt = (n: number, responseExcerpt = 'hello'): Attempt => ({
  n,
  at: '2026-01-31T09:00:00.000Z',
  statusCode: 200,
  error: null,
  durationMs: 2000,
  responseExcerpt,
});

const sentHeaders = {
  'Content-Type': 'application/json',
  'User-Agent': 'Chainwatch/0.2.0',
  'X-Service-Event': 'alert.fired',
  'X-Service-Delivery': derivedId('delivery', 'id'),
  'X-Service-Attempt': '1',
  'X-Request-Id': derivedId('delivery', 'cause'),
  'X-Service-Alert-Id': derivedId('delivery', 'event'),
  ...signatureHeaders({ body: '{}', deliveryId: derivedId('delivery', 'id'), timestamp: new Date(0), secret: 'x' }),
};

describe('The item of a delivery', () => {
  it('is read as it was written, whatever its texts are', () => {
    const text = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(text, fc.array(text), fc.nat(), (body, excerpts, generation) => {
        const attempts = excerpts.map((excerpt, n) => attempt(n + 1, excerpt));
        const delivery = aDelivery({ body, attempts, attemptsMade: attempts.length, generation, alertSummary: body });
        expect(DeliveryItem.parse(deliveryItemOf(delivery))).toEqual(delivery);
      }),
    );
  });

  it('has the headers of the last request', () => {
    const delivery = aDelivery({ attempts: [attempt(1)], attemptsMade: 1, sentHeaders });
    expect(DeliveryItem.parse(deliveryItemOf(delivery))).toEqual(delivery);
  });

  it('of an earlier process is still read', () => {
    const packed = Buffer.from('Q40rAyjQBRMmIMICxoUCU+TSjwj1xihRTIQGE6okA6J8gjWpGOoaG4YYWFoZGFiRkGyAQQkA', 'base64');
    const attempts = Buffer.from('w5YSDHWNDUMMLK0MDKzISRVGBiBpzJSRkZqTk69UGwsA', 'base64');
    const item = { ...deliveryItemOf(aDelivery()), packed, attempts };
    expect(DeliveryItem.parse(item)).toEqual(aDelivery({ attempts: [attempt(1)] }));
  });

  it('takes one write unit with the body of an alert, before and after the attempt that delivers it', () => {
    const hex = (name: string, digits: number) => createHash('sha256').update(name).digest('hex').slice(0, digits);
    const id = (name: string) => derivedId('delivery', name);
    const transaction = aTransaction({ hash: `0x${hex('hash', 64)}`, fromAddress: `0x${hex('from', 40)}` });
    const event = anEvent({ id: id('event'), ruleId: id('rule'), transaction });
    const [webhookId, at] = [id('webhook'), '2026-01-31T09:00:06.123Z'];
    const delivery = aDelivery({
      id: id('delivery'),
      ruleId: event.ruleId,
      eventId: event.id,
      webhookId,
      channel: { kind: 'webhook', webhookId },
      url: 'https://hooks.receiver.example/services/chainwatch/alerts/production',
      body: noticeBody({
        kind: 'alert.fired',
        event,
        firesWhen: 'A wallet pays or receives at least 1,000 USD',
        labels: new Map(),
        wallet: { id: id('wallet'), label: 'Treasury', address: '0x1', tags: [], externalId: null },
        chain: { name: 'Ethereum', explorer: null },
      }),
      createdAt: at,
      alertSummary: 'Treasury of the foundation received 1,234.56 ETH (3,086,400.00 USD) from 0x5290…9EE7',
    });
    const before = { ...deliveryItemOf(delivery), ...due.entry('DELIVERY', delivery.organisationId, delivery.id, at) };
    const ended = { status: 'delivered', attemptsMade: 1, nextAttemptAt: null, deliveredAt: at } as const;
    const after = deliveryItemOf({ ...delivery, ...ended, attempts: [attempt(1)], sentHeaders });
    expect(bytesOf(before)).toBeLessThan(1024);
    expect(bytesOf(after)).toBeLessThan(1024);
  });

  it.each([undefined, new Uint8Array(1), deliveryItemOf(aDelivery()).packed.subarray(9)])(
    'that is broken or absent is refused like any other wrong item',
    (packed) => {
      expect(() => DeliveryItem.parse({ ...deliveryItemOf(aDelivery()), packed })).toThrow(z.ZodError);
    },
  );
});

describe('The item of earlier attempts', () => {
  it('has all attempts of a generation', () => {
    const attempts = [attempt(1), attempt(2)];
    expect(AttemptsItem.parse({ pk: '', sk: '', attempts: packAttempts(attempts) })).toEqual(attempts);
  });

  it('that lacks its attempts is refused like any other wrong item', () => {
    expect(() => AttemptsItem.parse({ pk: '', sk: '' })).toThrow(z.ZodError);
  });
});

/** The size of an item as DynamoDB counts it, for texts, numbers and bytes. */
const bytesOf = (item: Record<string, unknown>): number =>
  Object.entries(marshall(item, { removeUndefinedValues: true })).reduce(
    (sum, [name, { B, S, N }]) => sum + name.length + (B?.length ?? S?.length ?? (N === undefined ? 1 : 2)),
    0,
  );
