import type { Deps } from '../platform/deps.ts';
import { tokenBuckets } from '../platform/rate-limit/token-bucket.ts';
import { keys } from '../platform/table/keys.ts';
import type { OrganisationId } from '../values/ids.ts';
import type { SendResult } from './attempt.ts';
import { shareOf } from './delivery-queue.ts';
import { failed } from './http-sender.ts';
import type { StoredDelivery } from './schema.ts';

/** A mail is put off for so long in all. From then on what hinders it is a failed attempt like any other. */
export const LONGEST_WAIT_SECONDS = 24 * 3600;
/** Until a mail is tried again that the mail service had no room for; each a little later, not to come back all at once. */
const THROTTLED_SECONDS = { least: 60, spread: 60 };

/** The turns of mails, so many a minute of one organisation, and as many at once after a quiet minute. */
export function mailTurns(deps: Pick<Deps, 'table' | 'now'>, mailsPerMinute: number) {
  const buckets = tokenBuckets(deps, { rate: mailsPerMinute / 60, burst: mailsPerMinute });
  return {
    /** Takes the next turn: the seconds until then, null when these are more than `within`. */
    take: (organisationId: OrganisationId, within: number): Promise<number | null> =>
      buckets.reserve(keys.mailRate(organisationId), within),
  };
}

export interface TurnDeps {
  readonly turns: ReturnType<typeof mailTurns>;
  now(): Date;
}

type Send = (to: string, delivery: StoredDelivery) => Promise<SendResult>;

/**
 * Sends each mail at its turn, so that no organisation uses up what the account may send. What waits has its turn taken, and
 * comes once, at that time: to look now and then whether there is room would cost the more the more wait. What the mail
 * service refuses all the same takes another turn, which bounds the asking too.
 */
export function mailsInTurn({ turns, now }: TurnDeps, send: Send): Send {
  return async (to, delivery) => {
    const left = secondsLeft(delivery, now());
    // Put off, it has had its turn taken and comes when that is.
    if (!delivery.postponedUntil) {
      const seconds = await turns.take(delivery.organisationId, left);
      if (seconds === null) return { ...failed(TOO_MANY), unsent: true };
      if (seconds > 0) return postponed(seconds, 'mail_rate');
    }
    const result = await send(to, delivery);
    const least = THROTTLED_SECONDS.least + (shareOf(delivery.id) % THROTTLED_SECONDS.spread);
    if (!result.throttled || least > left) return result;
    const seconds = await turns.take(delivery.organisationId, left);
    return seconds === null ? result : postponed(Math.max(seconds, least), 'mail_service');
  };
}

const TOO_MANY = 'More e-mails wait for the organisation than may be sent to it in a day.';

const postponed = (seconds: number, why: string): SendResult => ({
  ...failed(why),
  unsent: true,
  postponed: { seconds: Math.ceil(seconds), why },
});

function secondsLeft({ postponedSince }: StoredDelivery, now: Date): number {
  if (!postponedSince) return LONGEST_WAIT_SECONDS;
  const waited = (now.getTime() - Date.parse(postponedSince)) / 1000;
  return Math.max(0, Math.floor(LONGEST_WAIT_SECONDS - waited));
}
