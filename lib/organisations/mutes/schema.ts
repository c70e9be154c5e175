import * as z from 'zod';
import { ifValid } from '../../values/dependent-checks.ts';
import { invalidField } from '../../values/errors.ts';
import { Instant, InstantInput, name } from '../../values/fields.ts';
import { Uuid } from '../../values/ids.ts';
import { plusDays } from '../../values/time.ts';

/** The longest mute. There is no mute without an end, because a forgotten mute hides a theft. */
const MOST_DAYS = 30;
const LONGEST_REASON = 256;

/** A rule or a wallet is muted: its matches make no alerts until the end. */
export const StoredMute = z.object({
  /** Of this mute. It stays when the end is moved. */
  id: Uuid,
  of: z.enum(['rule', 'wallet']),
  /** The id of the rule or the wallet. */
  targetId: Uuid,
  startedAt: Instant,
  until: Instant,
  reason: z.string(),
  /** Whether the mute covers critical alerts and those about changes of authority. */
  critical: z.boolean(),
});
export type StoredMute = z.output<typeof StoredMute>;

/** A mute that is over, and whose messages are still to be made. */
export const EndedMute = StoredMute.extend({ endedAt: Instant });
export type EndedMute = z.output<typeof EndedMute>;

/** What a request sets of a mute. */
export type NewMute = Pick<StoredMute, 'until' | 'reason' | 'critical'>;

/** The fields of a request that mutes a rule or a wallet, or ends its mute. */
export const muteInput = {
  mutedUntil: InstantInput.nullable()
    .optional()
    .describe(`At most ${MOST_DAYS} days ahead, together with \`muteReason\`; null ends the mute`),
  muteReason: name(LONGEST_REASON).nullable().optional(),
  muteCritical: z
    .boolean()
    .optional()
    .describe('Whether the mute covers alerts of severity `critical` and of type `authority_change`. Default: false'),
};

type MuteInput = z.output<z.ZodObject<typeof muteInput>>;

/** Requires that a mute has both an end and a reason. */
export const bothOrNeither = <S extends z.ZodType<MuteInput>>(schema: S) =>
  schema
    .refine(({ mutedUntil = null, muteReason = null }) => mutedUntil === null || muteReason !== null, {
      path: ['muteReason'],
      message: 'is required together with mutedUntil',
      when: ifValid('mutedUntil', 'muteReason'),
    })
    .refine(({ mutedUntil = null, muteReason = null }) => mutedUntil !== null || muteReason === null, {
      path: ['mutedUntil'],
      message: 'is required together with muteReason',
      when: ifValid('mutedUntil', 'muteReason'),
    })
    .refine(({ mutedUntil = null, muteCritical = false }) => mutedUntil !== null || !muteCritical, {
      path: ['muteCritical'],
      message: 'is possible only together with mutedUntil',
      when: ifValid('mutedUntil', 'muteCritical'),
    });

/**
 * The mute that a request asks for. Null: the request ends the mute. Undefined: the request leaves the mute as it is.
 * @throws ApiError `validation_failed`.
 */
export async function askedMute(
  { mutedUntil, muteReason, muteCritical = false }: MuteInput,
  now: Date,
): Promise<NewMute | null | undefined> {
  if (mutedUntil === undefined || mutedUntil === null) return mutedUntil;
  if (mutedUntil <= now.toISOString()) throw invalidField('mutedUntil', 'must be in the future');
  if (mutedUntil > plusDays(now, MOST_DAYS).toISOString())
    throw invalidField('mutedUntil', `must be at most ${MOST_DAYS} days ahead`);
  return { until: mutedUntil, reason: muteReason ?? '', critical: muteCritical };
}

/** The fields of a rule or a wallet that show its mute. */
export const MuteShown = z.object({
  mutedUntil: Instant.nullable().describe('Until when its matches make no alerts; null when it is not muted'),
  muteReason: z.string().nullable(),
  muteCritical: z.boolean().describe('Whether the mute covers critical alerts, too'),
});
type MuteShown = z.output<typeof MuteShown>;

/** The fields of a rule or a wallet with this mute, or without any. A mute that is over does not show. */
export function muteShown(mute: StoredMute | null | undefined, now: Date): MuteShown {
  if (!mute || mute.until <= now.toISOString()) return { mutedUntil: null, muteReason: null, muteCritical: false };
  return { mutedUntil: mute.until, muteReason: mute.reason, muteCritical: mute.critical };
}
