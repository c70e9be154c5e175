import { updateRule } from '../../lib/alerts/rules/change-rule.ts';
import { statedSelector } from '../../lib/alerts/rules/port/wallet-selector.ts';
import { ruleRepo } from '../../lib/alerts/rules/repo.ts';
import { ruleAudiences } from '../../lib/alerts/rules/rule-audience.ts';
import { ruleFieldsOf, urlFields } from '../../lib/channels/channel-registry.ts';
import { channels } from '../../lib/channels/index.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { configuredOutbound } from '../../lib/platform/outbound/outbound.ts';
import { withUrlChecks } from '../../lib/platform/outbound/url-fields.ts';
import { configuredSealer } from '../../lib/platform/sealer.ts';
import { routes } from './routes.ts';

export const handler = endpoint(
  { ...routes.updateRule, body: withUrlChecks(routes.updateRule.body, ...urlFields(ruleFieldsOf(channels))) },
  async ({ params, body, organisation, deps }) => {
    // Read first: the rule is changed when nothing is left that can fail.
    const before = await deps.rules.get(organisation, params.id);
    const withAudience = await ruleAudiences(deps, organisation, [before, statedSelector(body)]);
    return withAudience(await updateRule(deps, organisation, params.id, body));
  },
  { outbound: configuredOutbound, sealer: configuredSealer, channels: () => channels, rules: ruleRepo },
);
