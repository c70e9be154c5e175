import { previewRule } from '../../lib/alerts/rules/judge-newest.ts';
import { newSelector } from '../../lib/alerts/rules/wallet-selector.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { transactionRepo } from '../../lib/transactions/repo.ts';
import { walletRepo } from '../../lib/wallets/repo.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.previewRule, ({ body, organisation, deps }) =>
  previewRule({ transactions: transactionRepo(deps), wallets: walletRepo(deps) }, organisation, {
    ...body.rule,
    ...newSelector(body.rule),
  }),
);
