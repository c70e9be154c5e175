import * as z from 'zod';
import type { SealContext } from '../../platform/sealer.ts';
import { Instant } from '../../values/fields.ts';
import { OrganisationId, Uuid } from '../../values/ids.ts';

/** The organisation of the canary, with the API key and the signing secret of its webhook. */
export const CanaryAccount = z.object({
  organisationId: OrganisationId,
  sealedKey: z.string(),
  sealedSecret: z.string(),
  createdAt: Instant,
});
export type CanaryAccount = z.output<typeof CanaryAccount>;

/** The sealed texts of the account, and the records for which they are sealed. */
export const sealedIn = ({ organisationId }: Pick<CanaryAccount, 'organisationId'>) =>
  ({
    sealedKey: { organisationId, recordId: 'canary key' },
    sealedSecret: { organisationId, recordId: 'canary secret' },
  }) as const satisfies Partial<Record<keyof CanaryAccount, SealContext>>;

/** What a genuine webhook of the canary said. */
export const CanaryReceipt = z.object({ hash: z.string(), ruleId: Uuid, receivedAt: Instant });
export type CanaryReceipt = z.output<typeof CanaryReceipt>;
