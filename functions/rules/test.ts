import { endpoint } from '../../lib/http/endpoint.ts';
import { ruleRepo } from '../../lib/rules/repo.ts';
import { tryRule } from '../../lib/rules/try.ts';
import { transactionRepo } from '../../lib/transactions/repo.ts';
import { routes } from '../routes.ts';

export const handler = endpoint(routes.testRule, ({ body, organisation, deps }) =>
  tryRule({ ...deps, rules: ruleRepo(deps), transactions: transactionRepo(deps) }, organisation, body),
);
