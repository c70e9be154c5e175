import { me } from '../../lib/overview/me.ts';
import { env } from '../../lib/platform/env.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.getMe, ({ organisation, actor, scope, deps }) => {
  const { WALLET_LIMIT: wallets, RECORDS_PER_HOUR: recordsPerHour, MAILS_PER_MINUTE: mailsPerMinute } = env.limits();
  const { rate: requestsPerSecond } = env.rateLimit().ORGANISATION_RATE_LIMIT;
  return me(deps, { organisation, actor, scope }, { wallets, requestsPerSecond, recordsPerHour, mailsPerMinute });
});
