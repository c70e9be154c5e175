import * as z from 'zod';
import { ChainId } from '../../chains/registry.ts';
import { Instant } from '../../values/fields.ts';
import { HeightRange } from '../../watch/schema.ts';

/** How far a chain is scanned. Heights are block numbers, Solana slots or ledger indexes. */
export const ScanCoverage = z.object({
  chain: ChainId,
  status: z
    .enum(['unwatched', 'running', 'stalled', 'stopped'])
    .describe('stalled: nobody has scanned for two minutes; stopped: until an operator has it go on'),
  stopped: z.object({ at: Instant, reason: z.string() }).nullable(),
  confirmations: z.number().int(),
  ranges: z.array(HeightRange).describe('What is scanned, both ends included, ascending'),
  gaps: z.array(HeightRange).describe('What lies between the ranges and is not scanned; a backfill can'),
  height: z.number().int().nullable().describe('The last block scanned, whose hash and timestamp these are'),
  hash: z.string().nullable(),
  timestamp: Instant.nullable(),
  head: z.number().int().nullable().describe('The newest block seen, at headAt'),
  headAt: Instant.nullable(),
  lag: z
    .object({
      blocks: z.number().int().describe('Final blocks that are still to be scanned'),
      seconds: z
        .number()
        .int()
        .nullable()
        .describe(
          'Age of the last block scanned while there are any or while no block came for three block times; else 0',
        ),
    })
    .nullable(),
});
export type ScanCoverage = z.output<typeof ScanCoverage>;

/** The coverage of a chain as the API answers it. */
export const Coverage = ScanCoverage.extend({
  recordedTo: z
    .number()
    .int()
    .nullable()
    .describe(
      'Every record of the wallets that were watched exists in ranges up to this height, except for payments inside ' +
        'calls that no node traced: a check of balances adds these later. Null before the first block, and while ' +
        'more than 1,000 wallets wait',
    ),
  valuesDelayedSince: Instant.nullable().describe(
    'When the oldest record of the organisation on this chain was made whose USD value waits for a price; else null',
  ),
}).meta({ id: 'Coverage' });
