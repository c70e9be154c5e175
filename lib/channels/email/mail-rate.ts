import { shareOf } from '../../deliveries/delivery-queue.ts';
import type { SendResult } from '../../deliveries/result.ts';
import type { StoredDelivery } from '../../deliveries/schema.ts';
import { rememberedLimits } from '../../organisations/limits/remembered-limits.ts';
import type { Deps } from '../../platform/deps.ts';
import { keys } from '../../platform/table/keys.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { deferrableSeconds, deferred } from '../port/message-deferral.ts';
import type { MailAddress, SendDeps } from '../port/send-deps.ts';
import { bucketsOf, reservedAgain, secondsUntilTurn, type Turns, turnsOf } from '../port/turns.ts';
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
  const bucket = bucketsOf(deps);
  return {
    async turns(organisationId: OrganisationId): Promise<Turns> {
      const { mailsPerMinute: mails = mailsPerMinute } = await limits(organisationId);
      return turnsOf(
        bucket,
        { rate: mails / 60, burst: mails },
        {
          first: keys.mailRate(organisationId),
          behind: keys.pace(organisationId, 'mail behind'),
        },
      );
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
    const turns = await reservations.turns(delivery.organisationId);
    const wait = await secondsUntilTurn(turns, delivery, left);
    if (wait === null) return { kind: 'failed', error: TOO_MANY, exchange: null };
    if (wait > 0) return deferred(wait, 'mail_rate');
    const { result, throttled } = await send(to, delivery);
    const least = BUSY_PAUSE_SECONDS.least + (shareOf(delivery.id) % BUSY_PAUSE_SECONDS.spread);
    if (!throttled || least > left) return result;
    const seconds = await reservedAgain(turns, delivery, left, least);
    return seconds === null ? result : deferred(seconds, 'mail_service');
  };
}

const TOO_MANY = 'More e-mails wait for the organisation than may be sent to it in a day.';
