import type { components } from './api-types.ts';
import { type BulkAnswer, type BulkOptions, sendRows } from './bulk.ts';
import type { ChainwatchClient } from './client.ts';
import { dataOf } from './problem.ts';

/** The columns of a CSV file of wallets, which the command line and the console read and write. */
export const WALLET_COLUMNS = [
  'label',
  'address',
  'chains',
  'destinationTag',
  'type',
  'color',
  'tags',
  'externalId',
] as const;
/** The column of a file of failed rows that says what was wrong. An import ignores the column. */
export const PROBLEM_COLUMN = 'problem';

type CreateWallet = components['schemas']['CreateWallet'];

/**
 * Adds the wallets of many rows, as `sendRows` does. A wallet that exists without a chain of its row is refused,
 * because nothing watches that chain.
 */
export const addWallets = <Row extends { readonly wallet: CreateWallet }>(
  client: ChainwatchClient,
  rows: readonly Row[],
  options: BulkOptions<Row>,
): Promise<void> =>
  sendRows(
    rows,
    async (batch, params) => {
      const wallets = batch.map(({ wallet }) => wallet);
      const answer = await client.POST('/api/wallets/bulk', { params, body: { wallets } });
      return answer.data === undefined
        ? answer
        : { response: answer.response, data: await withMissingChains(client, wallets, answer.data) };
    },
    options,
  );

/** The answer of a bulk, whose wallets that exist without a chain of their row are refused. */
async function withMissingChains(
  client: ChainwatchClient,
  wallets: readonly CreateWallet[],
  { created, existing, failed }: BulkAnswer,
): Promise<BulkAnswer> {
  const differing = existing.filter(({ differs }) => differs.includes('chains'));
  const refused = await Promise.all(
    differing.map(async ({ index, id }) => {
      const { chains } = dataOf(await client.GET('/api/wallets/{id}', { params: { path: { id } } }));
      const missing = wallets[index]?.chains.filter((chain) => !chains.includes(chain)) ?? [];
      const message = `exists without ${missing.join(', ')}: ${id}`;
      return missing.length === 0 ? [] : [{ index, code: 'conflict' as const, errors: [{ path: '', message }] }];
    }),
  );
  const indexes = new Set(refused.flat().map(({ index }) => index));
  return {
    created,
    existing: existing.filter(({ index }) => !indexes.has(index)),
    failed: [...failed, ...refused.flat()],
  };
}
