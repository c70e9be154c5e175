import { ruleDecisions } from '../../lib/alerts/evaluation/rule-decisions.ts';
import { eventRepo } from '../../lib/alerts/events/repo.ts';
import { partySource } from '../../lib/alerts/rules/party-source.ts';
import { ruleRepo } from '../../lib/alerts/rules/repo.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { transactionRepo } from '../../lib/transactions/repo.ts';
import { walletRepo } from '../../lib/wallets/repo.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.listDecisions, async ({ params, organisation, deps }) => ({
  data: await ruleDecisions(
    {
      ...deps,
      rules: ruleRepo(deps),
      events: eventRepo(deps),
      parties: partySource(deps),
      transactions: transactionRepo(deps),
      wallets: walletRepo(deps),
    },
    organisation,
    params.id,
  ),
}));
