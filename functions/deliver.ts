import { SESv2Client } from '@aws-sdk/client-sesv2';
import type { SQSEvent } from 'aws-lambda';
import { eachRecord } from '../lib/batch.ts';
import { type AttemptDeps, attemptDelivery } from '../lib/deliveries/attempt.ts';
import { timer } from '../lib/deliveries/clients.ts';
import { mailer } from '../lib/deliveries/mail.ts';
import { receiverRepo } from '../lib/deliveries/receivers.ts';
import { deliveryRepo } from '../lib/deliveries/repo.ts';
import { AttemptMessage } from '../lib/deliveries/schema.ts';
import { sender } from '../lib/deliveries/senders.ts';
import { deps } from '../lib/deps.ts';
import { env } from '../lib/env.ts';
import { outboundPolicy } from '../lib/outbound/configured.ts';
import { loadedOnce } from '../lib/secret-text.ts';
import { dataKey, sealer } from '../lib/secrets.ts';
import { settingsRepo } from '../lib/settings/repo.ts';
import { webhookRepo } from '../lib/webhooks/repo.ts';

const attempts = loadedOnce(async (): Promise<AttemptDeps> => {
  const { now, version } = deps();
  const webhooks = webhookRepo(deps());
  return {
    now,
    webhooks,
    deliveries: deliveryRepo(deps()),
    receivers: receiverRepo(deps(), env.scheduler().ATTEMPTS_PER_RECEIVER),
    settings: settingsRepo(deps()),
    timer: timer(),
    delays: env.scheduler().RETRY_DELAYS,
    send: sender({
      now,
      version,
      webhooks,
      sealer: sealer(await dataKey()),
      policy: outboundPolicy(),
      sendMail: mailer(new SESv2Client(), env.mail().MAIL_FROM),
    }),
  };
});

/** Begun later than this, an attempt of 10 s would not end within the function's time. */
const LATEST_START_MS = 5000;

/**
 * Delivery and retry queues: one attempt per message. Those for one receiver one after the other, so that a batch does not
 * use up its slots; others at once, so that none waits for another's receiver.
 */
export const handler = ({ Records }: SQSEvent) => {
  const began = deps().now().getTime();
  return eachRecord(
    Records,
    ({ messageId }) => messageId,
    async ({ body, eventSourceARN }) =>
      attemptDelivery(await attempts(), AttemptMessage.parse(JSON.parse(body)), {
        fromRetries: eventSourceARN === env.scheduler().RETRY_QUEUE_ARN,
        late: deps().now().getTime() - began > LATEST_START_MS,
      }),
    ({ body, messageId }) => receiverIn(body) ?? messageId,
  );
};

/** Without parsing: what is no message must fail by itself. */
const receiverIn = (body: string): string | undefined => /"receiver":"([\w-]+)"/.exec(body)?.[1];
