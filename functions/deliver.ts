import { SESv2Client } from '@aws-sdk/client-sesv2';
import type { SQSEvent } from 'aws-lambda';
import { eachRecord } from '../lib/batch.ts';
import { type AttemptDeps, attemptDelivery } from '../lib/deliveries/attempt.ts';
import { timer } from '../lib/deliveries/clients.ts';
import { mailer } from '../lib/deliveries/mail.ts';
import { deliveryRepo } from '../lib/deliveries/repo.ts';
import { AttemptMessage } from '../lib/deliveries/schema.ts';
import { sender } from '../lib/deliveries/senders.ts';
import { deps } from '../lib/deps.ts';
import { env } from '../lib/env.ts';
import { outboundPolicy } from '../lib/outbound/configured.ts';
import { loadedOnce } from '../lib/secret-text.ts';
import { dataKey, sealer } from '../lib/secrets.ts';
import { webhookRepo } from '../lib/webhooks/repo.ts';

const attempts = loadedOnce(async (): Promise<AttemptDeps> => {
  const { now, version } = deps();
  return {
    now,
    deliveries: deliveryRepo(deps()),
    timer: timer(),
    delays: env.scheduler().RETRY_DELAYS,
    send: sender({
      now,
      version,
      webhooks: webhookRepo(deps()),
      sealer: sealer(await dataKey()),
      policy: outboundPolicy(),
      sendMail: mailer(new SESv2Client(), env.mail().MAIL_FROM),
    }),
  };
});

/** Delivery and retry queues: one attempt per message, all of a batch at once, so that none waits for another's receiver. */
export const handler = ({ Records }: SQSEvent) =>
  eachRecord(
    Records,
    ({ messageId }) => messageId,
    async ({ body }) => attemptDelivery(await attempts(), AttemptMessage.parse(JSON.parse(body))),
  );
