import type { Delivered, Failed, SendResult } from '../../deliveries/result.ts';
import { secondsOf } from '../../deliveries/retry-policy.ts';
import type { StoredDelivery } from '../../deliveries/schema.ts';
import type { Deps } from '../../platform/deps.ts';
import { errorFields, log } from '../../platform/log.ts';
import type { Rate } from '../../platform/rate-limit/token-bucket.ts';
import { keys } from '../../platform/table/keys.ts';
import { deferrableSeconds, deferred, LONGEST_DEFERRAL_SECONDS } from '../port/message-deferral.ts';
import type { Pace, SendDeps } from '../port/send-deps.ts';
import { bucketsOf, reservedAgain, secondsUntilTurn, turnsOf } from '../port/turns.ts';

/** The pause after a refusal that names none. */
const USUAL_PAUSE_SECONDS = 10;
/** The longest pause that a vendor may ask for. */
const LONGEST_PAUSE_SECONDS = 3600;
/**
 * A message that is refused waits at least for this part of the time for which it was deferred already. A receiver that
 * asks for a second each time then costs some two hundred requests a day, and not one each second.
 */
const PART_OF_WAITED = 0.05;

/** The pace of each destination, which all processes share. */
export function vendorPace(deps: Pick<Deps, 'table' | 'now'>): Pace {
  const bucket = bucketsOf(deps);
  return {
    turns: (organisationId, destination, rate) =>
      turnsOf(bucket, rate, {
        first: keys.pace(organisationId, destination),
        behind: keys.pace(organisationId, `${destination} behind`),
      }),
    async hold(organisationId, destination, rate, seconds) {
      try {
        await bucket(rate).hold(keys.pace(organisationId, destination), seconds);
      } catch (error) {
        // The vendor took or refused the message already, which must be recorded. It refuses the next one itself.
        log.warn('vendor.not_held', errorFields(error));
      }
    },
  };
}

interface Paced {
  /** Distinguishes the destination among those of the organisation. */
  readonly destination: string;
  /** What the vendor takes. */
  readonly rate: Rate;
}

/**
 * Sends a message at the time that it reserved, so that no vendor refuses messages for their number. A refusal for
 * this reason uses up no attempt either: the message takes another reservation, after the pause that the vendor asks
 * for.
 */
export async function pacedPost(
  { pace, now }: Pick<SendDeps, 'pace' | 'now'>,
  { destination, rate }: Paced,
  delivery: StoredDelivery,
  send: () => Promise<Delivered | Failed>,
): Promise<SendResult> {
  const left = deferrableSeconds(delivery, now());
  const { organisationId } = delivery;
  const turns = pace.turns(organisationId, destination, rate);
  const wait = await secondsUntilTurn(turns, delivery, left);
  if (wait === null) return { kind: 'failed', error: TOO_MANY, exchange: null };
  if (wait > 0) return deferred(wait, 'vendor_rate');
  const result = await send();
  const pause = pauseAfter(result, now());
  if (pause === null) return result;
  // Everybody waits: no other message would be taken either.
  await pace.hold(organisationId, destination, rate, pause);
  if (result.kind === 'delivered' || pause > left) return result;
  const least = Math.min(left, (LONGEST_DEFERRAL_SECONDS - left) * PART_OF_WAITED);
  const seconds = await reservedAgain(turns, delivery, left, Math.max(pause, least));
  return seconds === null ? result : deferred(seconds, 'vendor_busy');
}

const TOO_MANY = 'More messages wait for the destination than its vendor takes in a day.';

/** The seconds that a vendor asks to wait. Null when it does not ask. */
function pauseAfter(result: Delivered | Failed, at: Date): number | null {
  const response = result.exchange?.response;
  if (!response) return null;
  const { statusCode, retryAfter, resetAfter } = response;
  const isRefused = result.kind === 'failed' && statusCode === 429;
  if (!isRefused && (result.kind === 'failed' || resetAfter === undefined)) return null;
  const asked = Math.max(secondsOf(retryAfter, at), resetAfter ?? 0);
  return Math.min(asked === 0 ? USUAL_PAUSE_SECONDS : asked, LONGEST_PAUSE_SECONDS);
}
