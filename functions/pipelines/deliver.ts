import { SESv2Client } from '@aws-sdk/client-sesv2';
import type { SQSEvent, SQSRecord } from 'aws-lambda';
import { ruleRepo } from '../../lib/alerts/rules/repo.ts';
import { sender } from '../../lib/channels/channel-registry.ts';
import { mailReservations, rateLimitedMail } from '../../lib/channels/email/mail-rate.ts';
import { mailer } from '../../lib/channels/email/ses-mailer.ts';
import { channels } from '../../lib/channels/index.ts';
import { consequencesOf } from '../../lib/channels/plan-deliveries.ts';
import { backlogRepo } from '../../lib/deliveries/backlog.ts';
import { firstAttempts, retries, timer } from '../../lib/deliveries/clients.ts';
import { receiverRepo } from '../../lib/deliveries/receivers.ts';
import { deliveryRepo } from '../../lib/deliveries/repo.ts';
import { AttemptMessage } from '../../lib/deliveries/schema.ts';
import { type ServeDeps, serve } from '../../lib/deliveries/serve.ts';
import { eachLane } from '../../lib/platform/batch.ts';
import { deps } from '../../lib/platform/deps.ts';
import { env } from '../../lib/platform/env.ts';
import { errorFields, log } from '../../lib/platform/log.ts';
import { outboundPolicy } from '../../lib/platform/outbound/destination.ts';
import { dataKey, sealer } from '../../lib/platform/sealer.ts';
import { loadedOnce } from '../../lib/platform/secret-text.ts';
import { settingsRepo } from '../../lib/settings/repo.ts';
import { webhookRepo } from '../../lib/webhooks/repo.ts';

const serving = loadedOnce(async (): Promise<ServeDeps> => {
  const { now, version } = deps();
  const { MAIL_FROM, MAILS_PER_MINUTE } = env.mail();
  const webhooks = webhookRepo(deps());
  const settings = settingsRepo(deps());
  const reservations = mailReservations(deps(), MAILS_PER_MINUTE);
  return {
    now,
    destinationOf: channels.destinationOf,
    consequencesOf: consequencesOf(channels, { webhooks, settings }),
    deliveries: deliveryRepo(deps()),
    receivers: receiverRepo(deps(), env.scheduler().ATTEMPTS_PER_RECEIVER),
    organisations: receiverRepo(deps(), env.scheduler().ATTEMPTS_PER_ORGANISATION),
    backlog: backlogRepo(deps()),
    queues: { first: firstAttempts(), retries: retries() },
    timer: timer(),
    delays: env.scheduler().RETRY_DELAYS,
    send: sender(channels, {
      now,
      version,
      webhooks,
      rules: ruleRepo(deps()),
      settings,
      sealer: sealer(await dataKey()),
      policy: outboundPolicy(),
      sendMail: rateLimitedMail({ now, reservations }, mailer(new SESv2Client(), MAIL_FROM)),
    }),
  };
});

/** An attempt of 10 s that starts later than this would exceed the time-out of the function. */
const LATEST_START_MS = 5000;

/**
 * Delivery and retry queues: one attempt per message. Receivers are served side by side, so that none waits for
 * another.
 */
export const handler = ({ Records }: SQSEvent) => {
  const began = deps().now().getTime();
  return eachLane(
    Records,
    ({ messageId }) => messageId,
    ({ body, messageId }) => receiverIn(body) ?? messageId,
    async (lane, fail) => {
      const records = new Map<AttemptMessage, SQSRecord>();
      for (const record of lane) {
        try {
          records.set(AttemptMessage.parse(JSON.parse(record.body)), record);
        } catch (error) {
          fail(record, error);
        }
      }
      await serve(await serving(), [...records.keys()], {
        fromRetries: lane.every(({ eventSourceARN }) => eventSourceARN === env.scheduler().RETRY_QUEUE_ARN),
        late: () => deps().now().getTime() - began > LATEST_START_MS,
        fail(message, error) {
          const record = records.get(message);
          if (record) fail(record, error);
          else log.error('record.failed', { record: message.deliveryId, ...errorFields(error) });
        },
      });
    },
  );
};

/** Reads the text without parsing, so that a malformed message fails alone. */
const receiverIn = (body: string): string | undefined => /"receiver":"([\w-]+)"/.exec(body)?.[1];
