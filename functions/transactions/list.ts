import { endpoint } from '../../lib/http/endpoint.ts';
import { streamed } from '../../lib/http/stream.ts';
import { presented } from '../../lib/transactions/present.ts';
import { transactionRepo } from '../../lib/transactions/repo.ts';
import { walletRepo } from '../../lib/wallets/repo.ts';
import { routes } from '../routes.ts';

export const handler = streamed(
  endpoint(routes.listTransactions, async ({ query, organisation, deps }) => {
    const { page, pageSize, ...filters } = query;
    const { data, meta } = await transactionRepo(deps).page(organisation, filters, { page, pageSize });
    return { data: await presented(walletRepo(deps), organisation, data), meta };
  }),
);
