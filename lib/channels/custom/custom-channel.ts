import * as z from 'zod';
import { type SendResult, undeliverable } from '../../deliveries/result.ts';
import type { StoredDelivery } from '../../deliveries/schema.ts';
import { Uuid } from '../../values/ids.ts';
import { noticeBody } from '../http/payload.ts';
import { postSigned } from '../http/signed-post.ts';
import type { Channel } from '../port/channel.ts';
import type { SendDeps } from '../port/send-deps.ts';
import { customFields, StoredCustomFields } from './custom-fields.ts';

/** The rule that a delivery is for. Each attempt reads the rule's present URL and secret. */
const CustomAddress = z.object({ kind: z.literal('custom'), ruleId: Uuid });

/** The rule's own URL, with the bodies and the signatures of webhooks. */
export const customChannel: Channel = {
  kind: 'custom',
  label: 'webhook',
  toggle: { field: 'notifyWebhook', initially: false },
  ruleFields: customFields,
  recipients({ rule }) {
    if (rule === null) return [];
    const { customWebhookUrl: url, sealedCustomSecret } = StoredCustomFields.parse(rule);
    if (url === null || sealedCustomSecret === null) return [];
    return [{ address: { kind: 'custom', ruleId: rule.id }, url }];
  },
  keyOf: () => 'custom',
  render: (notice) => noticeBody(notice),
  send,
  destinationOf: ({ url }) => url,
};

/** The toggle of the rule concerns later alerts, so an attempt does not read the toggle. */
async function send(deps: SendDeps, delivery: StoredDelivery, n: number): Promise<SendResult> {
  const { organisationId, channel } = delivery;
  const { ruleId } = CustomAddress.parse(channel);
  const rule = await deps.rules.find(organisationId, ruleId);
  if (rule === null) return undeliverable('The rule was deleted.');
  const { customWebhookUrl: url, sealedCustomSecret } = StoredCustomFields.parse(rule);
  if (url === null || sealedCustomSecret === null) return undeliverable("The rule's custom URL was removed.");
  const secret = deps.sealer.open(sealedCustomSecret, { organisationId, recordId: ruleId });
  return postSigned(deps, delivery, n, { url, secret });
}
