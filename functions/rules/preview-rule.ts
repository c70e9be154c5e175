import { previewRule } from '../../lib/alerts/rules/judge-newest.ts';
import { assertLists } from '../../lib/alerts/rules/named-lists.ts';
import { partySource } from '../../lib/alerts/rules/party-source.ts';
import { newSelector } from '../../lib/alerts/rules/port/wallet-selector.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { transactionRepo } from '../../lib/transactions/repo.ts';
import { recordNames } from '../../lib/transactions/transaction-response.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.previewRule, async ({ body, organisation, deps }) => {
  await assertLists(deps.table, organisation, body.rule.conditions, 'rule.conditions');
  return previewRule(
    { transactions: transactionRepo(deps), wallets: recordNames(deps), parties: partySource(deps) },
    organisation,
    { ...body.rule, ...newSelector(body.rule) },
  );
});
