import { tryRule } from '../../lib/alerts/rules/dry-run.ts';
import { ruleRepo } from '../../lib/alerts/rules/repo.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { transactionRepo } from '../../lib/transactions/repo.ts';
import { walletRepo } from '../../lib/wallets/repo.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.testRule, ({ body, organisation, deps }) =>
  tryRule(
    { ...deps, rules: ruleRepo(deps), transactions: transactionRepo(deps), wallets: walletRepo(deps) },
    organisation,
    body,
  ),
);
