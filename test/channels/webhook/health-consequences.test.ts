import { expect, it } from '@jest/globals';
import { healthConsequences } from '../../../lib/channels/webhook/health-consequences.ts';
import type { ReceiverHealth } from '../../../lib/deliveries/result.ts';
import { aDelivery, aWebhook } from '../../support/records.ts';

const AT = new Date('2026-01-31T09:00:30.000Z');

/** How often a success reads the subscription, which had this health when the attempt began. */
async function readsOf(healthBefore: ReceiverHealth): Promise<number> {
  let reads = 0;
  const webhooks = {
    find: async () => {
      reads++;
      return aWebhook();
    },
    turnedOff: () => [],
  };
  const exchange = { response: null, durationMs: 1 };
  await healthConsequences({ webhooks }, aDelivery(), { kind: 'delivered', exchange, healthBefore }, AT);
  return reads;
}

it('a success reads the subscription only if it may change the health', async () => {
  const lastSuccessAt = '2026-01-31T09:00:00.000Z';
  expect(await readsOf({ consecutiveFailures: 0, lastSuccessAt })).toBe(0);
  expect(await readsOf({ consecutiveFailures: 1, lastSuccessAt })).toBe(1);
  expect(await readsOf({ consecutiveFailures: 0, lastSuccessAt: '2026-01-31T08:59:30.000Z' })).toBe(1);
  expect(await readsOf({ consecutiveFailures: 0, lastSuccessAt: null })).toBe(1);
});
