import { tryRule } from '../../lib/alerts/rules/dry-run.ts';
import { assertLists } from '../../lib/alerts/rules/named-lists.ts';
import { partySource } from '../../lib/alerts/rules/party-source.ts';
import { ruleRepo } from '../../lib/alerts/rules/repo.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { transactionRepo } from '../../lib/transactions/repo.ts';
import { walletRepo } from '../../lib/wallets/repo.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.testRule, async ({ body, organisation, deps }) => {
  await assertLists(deps.table, organisation, body.rule?.conditions ?? {}, 'rule.conditions');
  return tryRule(
    {
      ...deps,
      rules: ruleRepo(deps),
      transactions: transactionRepo(deps),
      wallets: walletRepo(deps),
      parties: partySource(deps),
    },
    organisation,
    body,
  );
});
