import * as z from 'zod';
import { ifSame } from '../../platform/table/if-same.ts';
import { levelKeys } from '../../platform/table/level-keys.ts';
import type { Put } from '../../platform/table/write.ts';
import { Instant } from '../../values/fields.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { epochSeconds, plusDays } from '../../values/time.ts';

/** After a wallet was due, and its rule did not look: the rule is gone, is off, or covers the wallet no more. */
const KEPT_DAYS = 30;

/** What the service knows of the silence of a wallet for a rule. Each change raises the revision. */
export const WalletSilence = z.object({
  walletId: z.string(),
  /** The version of the rule that last looked. */
  version: z.int(),
  /** Since when nothing came, as far as the service knows. Block time. */
  since: Instant,
  /** Counts how often something came after an alert. Each episode has at most one alert of each kind. */
  episode: z.int(),
  /** What the episode has told. `unknown`: that nobody can tell, because the chain is not scanned so far. */
  told: z.enum(['nothing', 'unknown', 'silence']),
  /** When to look again. */
  dueAt: Instant,
  revision: z.int(),
});
export type WalletSilence = z.output<typeof WalletSilence>;

/** The write of what is known of a wallet, on condition that it is as it was read. */
export function silenceWrite(
  organisationId: OrganisationId,
  ruleId: string,
  seen: WalletSilence | null,
  next: Omit<WalletSilence, 'revision'>,
): Put {
  const key = levelKeys.silenceOfWallet(organisationId, ruleId, next.walletId);
  const ttl = epochSeconds(plusDays(new Date(next.dueAt), KEPT_DAYS));
  const put = { ...key, ...next, revision: (seen?.revision ?? 0) + 1, ttl };
  return { put, ...ifSame(seen, 'revision') };
}
