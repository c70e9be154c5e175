import { shareOf } from '../../deliveries/delivery-queue.ts';
import type { SendResult } from '../../deliveries/result.ts';
import type { StoredDelivery } from '../../deliveries/schema.ts';
import { rememberedLimits } from '../../organisations/limits/remembered-limits.ts';
import type { Deps } from '../../platform/deps.ts';
import { tokenBuckets } from '../../platform/rate-limit/token-bucket.ts';
import { keys } from '../../platform/table/keys.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { memoBy } from '../../values/memo.ts';
import { deferrableSeconds, deferred } from '../port/message-deferral.ts';
import type { MailAddress, SendDeps } from '../port/send-deps.ts';
import type { MailResult } from './ses-mailer.ts';

/**
 * The pause after the mail service was busy. Each e-mail waits a different time, so that the e-mails do not all return
 * at once.
 */
const BUSY_PAUSE_SECONDS = { least: 60, spread: 60 };

/**
 * The rate limit of e-mails for each organisation: `mailsPerMinute` a minute, and as many at once after a quiet minute.
 * An operator may have set another rate for an organisation.
 */
export function mailReservations(deps: Pick<Deps, 'table' | 'now'>, mailsPerMinute: number) {
  const limits = rememberedLimits(deps);
  const buckets = memoBy((mails: number) => tokenBuckets(deps, { rate: mails / 60, burst: mails }));
  return {
    /** Reserves the next free time. Returns the seconds until then, or null when these are more than `within`. */
    async reserve(organisationId: OrganisationId, within: number): Promise<number | null> {
      const { mailsPerMinute: own = mailsPerMinute } = await limits(organisationId);
      return buckets(own).reserve(keys.mailRate(organisationId), within);
    },
  };
}

export interface MailRateDeps {
  readonly reservations: ReturnType<typeof mailReservations>;
  now(): Date;
}

/**
 * Sends each e-mail at the time that it reserved, so that no organisation uses up the rate and the quota of the
 * account. An e-mail that waits has its reservation and returns once, at the reserved time. Polling for room instead
 * would cost more with each waiting e-mail. After the mail service was busy, the e-mail takes another reservation,
 * which limits the requests too.
 */
export function rateLimitedMail(
  { reservations, now }: MailRateDeps,
  send: (to: MailAddress, delivery: StoredDelivery) => Promise<MailResult>,
): SendDeps['sendMail'] {
  return async (to, delivery): Promise<SendResult> => {
    const left = deferrableSeconds(delivery, now());
    // A deferred e-mail has its reservation and returns at the reserved time.
    if (!delivery.postponedUntil) {
      const seconds = await reservations.reserve(delivery.organisationId, left);
      if (seconds === null) return { kind: 'failed', error: TOO_MANY, exchange: null };
      if (seconds > 0) return deferred(seconds, 'mail_rate');
    }
    const { result, throttled } = await send(to, delivery);
    const least = BUSY_PAUSE_SECONDS.least + (shareOf(delivery.id) % BUSY_PAUSE_SECONDS.spread);
    if (!throttled || least > left) return result;
    const seconds = await reservations.reserve(delivery.organisationId, left);
    return seconds === null ? result : deferred(Math.max(seconds, least), 'mail_service');
  };
}

const TOO_MANY = 'More e-mails wait for the organisation than may be sent to it in a day.';
