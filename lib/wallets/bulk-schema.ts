import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { Uuid } from '../values/ids.ts';
import { CreateWallet, type StoredWallet, Wallet } from './schema.ts';

/** The wallets of one request. */
const MOST_ROWS = 100;

/** The body as the API documents it. */
export const BulkWallets = z
  .strictObject({ wallets: z.array(CreateWallet).min(1).max(MOST_ROWS) })
  .meta({ id: 'BulkWallets' });

/** The body as it is read: a bad row is a failed row, and no bad request. */
export const BulkRows = z.strictObject({ wallets: z.array(z.unknown()).min(1).max(MOST_ROWS) });

const Index = z.int().describe('The place of the row in the request, from 0');

/** What became of the rows of a request. */
export const BulkWalletsAnswer = z
  .object({
    created: z.array(Wallet),
    existing: z
      .array(
        z.object({
          index: Index,
          id: Uuid,
          differs: z.array(z.string()).describe('The fields that the row states otherwise than the wallet'),
        }),
      )
      .describe('Rows whose address is a wallet already. The wallets stay as they are'),
    failed: z.array(
      z.object({
        index: Index,
        code: z.enum(['validation_failed', 'conflict']),
        errors: z.array(z.object({ path: z.string().describe('Within the row'), message: z.string() })),
      }),
    ),
  })
  .meta({ id: 'BulkWalletsAnswer' });

export type ExistingRow = z.output<typeof BulkWalletsAnswer>['existing'][number];
export type FailedRow = z.output<typeof BulkWalletsAnswer>['failed'][number];

const COMPARED = ['label', 'type', 'color', 'chains', 'watch', 'tags', 'externalId', 'managedBy'] as const;

/**
 * The fields that a row states otherwise than a wallet. What the row leaves out does not differ.
 * @param stated the names of the fields that the row states.
 */
export function differingFields(row: CreateWallet, stated: ReadonlySet<string>, wallet: StoredWallet): string[] {
  const comparable = ({ color, chains, tags = [], ...others }: Partial<Omit<StoredWallet, 'destinationTag'>>) => ({
    ...others,
    color: color?.toLowerCase(),
    chains: chains?.toSorted(),
    tags: tags.toSorted(),
  });
  const [given, present] = [comparable(row), comparable(wallet)];
  return COMPARED.filter(
    (field) => stated.has(field) && !isDeepStrictEqual(given[field] ?? null, present[field] ?? null),
  );
}
