import * as z from 'zod';
import { ChainId } from '../chains/registry.ts';
import { ifValid } from '../values/dependent-checks.ts';
import { Instant, paging } from '../values/fields.ts';
import { OrganisationId, Uuid } from '../values/ids.ts';

/** Blocks of one job: what five parts at a time scan within hours, on a provider that is not hurried. */
export const MOST_BLOCKS = 100_000;

const Height = z.int().min(0);

export const CreateBackfill = z
  .strictObject({
    walletId: Uuid,
    fromHeight: Height.describe('Block number, Solana slot or ledger index; included'),
    toHeight: Height.describe(`Included; final, and at most ${MOST_BLOCKS} blocks in all`),
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
  });
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
    /** Solana slots without a block count as they are passed. */
    blocksDone: z.number().int(),
    /** Of the wallet, in the blocks done, whether they were recorded before or not. */
    transactionsFound: z.number().int(),
    /** Why it failed; null unless it did. */
    failure: z.string().nullable(),
    createdAt: Instant,
    updatedAt: Instant,
    completedAt: Instant.nullable(),
  })
  .meta({ id: 'Backfill' });
export type Backfill = z.output<typeof Backfill>;

export const BackfillQuery = z.strictObject({ ...paging });
export type BackfillQuery = z.output<typeof BackfillQuery>;

/** The message for one part of a job; its heights follow from the job and the number. */
export const PartMessage = z.object({ organisationId: OrganisationId, backfillId: Uuid, n: z.int().min(0) });
export type PartMessage = z.output<typeof PartMessage>;
