import { SESv2Client } from '@aws-sdk/client-sesv2';
import type { SQSEvent, SQSRecord } from 'aws-lambda';
import { bookLabels } from '../../lib/address-book/book-labels.ts';
import { alertOf } from '../../lib/alerts/evaluation/notices.ts';
import { alertsOfPayment, firedNoticeOf } from '../../lib/alerts/evaluation/payment-alerts.ts';
import { eventRepo } from '../../lib/alerts/events/repo.ts';
import { ruleRepo } from '../../lib/alerts/rules/repo.ts';
import { gathering } from '../../lib/channels/bursts/gather.ts';
import { sendingAhead } from '../../lib/channels/channel-registry.ts';
import { destinationRepo } from '../../lib/channels/destinations/repo.ts';
import { deliveryMail } from '../../lib/channels/email/delivery-mail.ts';
import { mailReservations, rateLimitedMail } from '../../lib/channels/email/mail-rate.ts';
import { MAIL_DEADLINE_MS, mailer } from '../../lib/channels/email/ses-mailer.ts';
import { vendorPace } from '../../lib/channels/http/vendor-pace.ts';
import { channels } from '../../lib/channels/index.ts';
import { consequencesOf } from '../../lib/channels/plan-deliveries.ts';
import { settingsRepo } from '../../lib/channels/settings/repo.ts';
import { firstAttempts, retries, timer } from '../../lib/deliveries/clients.ts';
import { type DrainDeps, drain } from '../../lib/deliveries/limits/drain.ts';
import { permitPool } from '../../lib/deliveries/limits/permit-pool.ts';
import { waitingList } from '../../lib/deliveries/limits/waiting-list.ts';
import { deliveryRepo } from '../../lib/deliveries/repo.ts';
import { retryPolicy } from '../../lib/deliveries/retry-policy.ts';
import { AttemptMessage } from '../../lib/deliveries/schema.ts';
import { emailAddressRepo } from '../../lib/organisations/email-addresses/repo.ts';
import { unsubscribeUrl } from '../../lib/organisations/email-addresses/unsubscribe-link.ts';
import { unserved } from '../../lib/organisations/suspension/unserved.ts';
import { eachLane } from '../../lib/platform/batch.ts';
import { deps } from '../../lib/platform/deps.ts';
import { env } from '../../lib/platform/env.ts';
import { errorFields, log } from '../../lib/platform/log.ts';
import { configuredOutbound } from '../../lib/platform/outbound/outbound.ts';
import { sdkTimeouts } from '../../lib/platform/sdk/sdk-timeouts.ts';
import { configuredSealer, type Sealer } from '../../lib/platform/sealer.ts';
import { memoOf } from '../../lib/values/memo.ts';
import { walletRepo } from '../../lib/wallets/repo.ts';
import { webhookRepo } from '../../lib/webhooks/repo.ts';

/** Made again when operators have changed the data keys. */
const draining = memoOf((seals: Sealer): DrainDeps => {
  const { now } = deps();
  const { VERSION: version } = env.version();
  const { MAIL_FROM: from, MAIL_CONFIGURATION_SET: configurationSet, SERVICE_URL, MAILS_PER_MINUTE } = env.mail();
  const webhooks = webhookRepo(deps());
  const deliveries = deliveryRepo(deps());
  const destinations = destinationRepo(deps());
  const settings = settingsRepo(deps());
  const events = eventRepo(deps());
  const reservations = mailReservations(deps(), MAILS_PER_MINUTE);
  const send = mailer(new SESv2Client(sdkTimeouts(MAIL_DEADLINE_MS)), { from, configurationSet });
  return {
    now,
    unserved: unserved(deps()),
    destinationOf: channels.destinationOf,
    consequencesOf: consequencesOf(channels, { webhooks, destinations, settings }),
    deliveries,
    gather: gathering({
      ...deps(),
      channels,
      deliveries,
      alertOf: alertOf(events),
      alertsOfPayment: alertsOfPayment(deps()),
      firedNoticeOf: firedNoticeOf({ events, wallets: walletRepo(deps()), labelsOf: bookLabels(deps()) }),
    }),
    pools: {
      destination: permitPool(deps(), env.scheduler().ATTEMPTS_PER_DESTINATION),
      organisation: permitPool(deps(), env.scheduler().ATTEMPTS_PER_ORGANISATION),
    },
    waiting: waitingList(deps()),
    queues: { first: firstAttempts(), retries: retries() },
    timer: timer(),
    retryPolicy: retryPolicy(env.scheduler().RETRY_DELAYS),
    sending: sendingAhead(channels, {
      now,
      version,
      serviceUrl: SERVICE_URL,
      webhooks,
      destinations,
      deliveries,
      rules: ruleRepo(deps()),
      settings,
      emailAddresses: emailAddressRepo(deps()),
      sealer: seals,
      outbound: configuredOutbound(),
      pace: vendorPace(deps()),
      isOpen: events.isOpen,
      sendMail: rateLimitedMail({ now, reservations }, (to, delivery) => {
        const link = { sealer: seals, serviceUrl: SERVICE_URL };
        const unsubscribe = unsubscribeUrl(link, delivery.organisationId, to.addressId);
        return send(deliveryMail(to, delivery, { from, unsubscribe }));
      }),
    }),
  };
});

/**
 * A lane starts no further attempt later than this. An attempt takes up to 10 s, and the rest of the time-out is for
 * the table and the queues.
 */
const LATEST_START_MS = 5000;

/** A record of a queue. `message` is an Error when the body is no message. */
interface Received {
  readonly record: SQSRecord;
  readonly message: AttemptMessage | Error;
}

function received(record: SQSRecord): Received {
  try {
    return { record, message: AttemptMessage.parse(JSON.parse(record.body)) };
  } catch (error) {
    return { record, message: error instanceof Error ? error : new Error(String(error)) };
  }
}

/**
 * Delivery and retry queues: one attempt per message. The function serves destinations side by side, so that no
 * destination waits for another destination.
 */
export const handler = ({ Records }: SQSEvent) => {
  const began = deps().now().getTime();
  return eachLane(
    Records.map(received),
    ({ record }) => record.messageId,
    // A record without a valid message has a lane of its own, so that only this record fails.
    ({ record, message }) => (message instanceof Error ? record.messageId : message.receiver),
    async (lane, fail) => {
      const ours = new Map<AttemptMessage, Received>();
      for (const each of lane) {
        if (each.message instanceof Error) fail(each, each.message);
        else ours.set(each.message, each);
      }
      const onlyRetries = lane.every(({ record }) => record.eventSourceARN === env.scheduler().RETRY_QUEUE_ARN);
      await drain(draining(await configuredSealer(deps())()), [...ours.keys()], {
        from: onlyRetries ? 'retries' : 'first',
        late: () => deps().now().getTime() - began > LATEST_START_MS,
        fail(message, error) {
          const own = ours.get(message);
          if (own) fail(own, error);
          else log.error('record.failed', { record: message.deliveryId, ...errorFields(error) });
        },
      });
    },
  );
};
