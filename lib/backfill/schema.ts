import * as z from 'zod';
import { ChainId } from '../chains/registry.ts';
import { ifValid } from '../values/dependent-checks.ts';
import { Instant, paging } from '../values/fields.ts';
import { OrganisationId, Uuid } from '../values/ids.ts';

/** The most blocks of one backfill: five parts at a time scan them within hours, at a rate that providers accept. */
export const MOST_BLOCKS = 100_000;

const Height = z.int().min(0);

export const CreateBackfill = z
  .strictObject({
    walletId: Uuid,
    fromHeight: Height.describe('Block number, Solana slot or ledger index; included'),
    toHeight: Height.describe(
      `Included; final, at most ${MOST_BLOCKS} blocks in all, and all records of the wallet up to it made`,
    ),
    evaluateRules: z.boolean().default(false).describe('Whether what is found runs through the alert rules'),
  })
  .refine(({ fromHeight, toHeight }) => fromHeight <= toHeight, {
    path: ['toHeight'],
    message: 'must not be below `fromHeight`',
    when: ifValid('fromHeight', 'toHeight'),
  })
  .refine(({ fromHeight, toHeight }) => toHeight - fromHeight < MOST_BLOCKS, {
    path: ['toHeight'],
    message: `must be less than ${MOST_BLOCKS} above \`fromHeight\``,
    when: ifValid('fromHeight', 'toHeight'),
  })
  .meta({ id: 'CreateBackfill' });
export type CreateBackfill = z.output<typeof CreateBackfill>;

export const BackfillStatus = z.enum(['running', 'completed', 'cancelled', 'failed']);
export type BackfillStatus = z.output<typeof BackfillStatus>;

/** A scan of a chain's history for one wallet, as stored and answered. */
export const Backfill = z
  .object({
    id: Uuid,
    chain: ChainId,
    walletId: Uuid,
    fromHeight: Height,
    toHeight: Height,
    evaluateRules: z.boolean(),
    status: BackfillStatus,
    blocksTotal: z.number().int(),
    /** Includes Solana slots without a block. */
    blocksDone: z.number().int(),
    /** Transactions of the wallet in the scanned blocks, including those that were recorded before. */
    transactionsFound: z.number().int(),
    /** Why the backfill failed, or null. */
    failure: z.string().nullable(),
    createdAt: Instant,
    updatedAt: Instant,
    completedAt: Instant.nullable(),
  })
  .meta({ id: 'Backfill' });
export type Backfill = z.output<typeof Backfill>;

export const BackfillQuery = z.strictObject({ ...paging });
export type BackfillQuery = z.output<typeof BackfillQuery>;

/** The queue message for one part of a backfill. The heights follow from the backfill and the part number. */
export const PartMessage = z.object({ organisationId: OrganisationId, backfillId: Uuid, n: z.int().min(0) });
export type PartMessage = z.output<typeof PartMessage>;
