import { createRule } from '../../lib/alerts/rules/change-rule.ts';
import { newSelector } from '../../lib/alerts/rules/port/wallet-selector.ts';
import { ruleRepo } from '../../lib/alerts/rules/repo.ts';
import { ruleAudiences } from '../../lib/alerts/rules/rule-audience.ts';
import { ruleFieldsOf, urlFields } from '../../lib/channels/channel-registry.ts';
import { channels } from '../../lib/channels/index.ts';
import { creatingEndpoint } from '../../lib/platform/http/creating-endpoint.ts';
import { configuredOutbound } from '../../lib/platform/outbound/outbound.ts';
import { withUrlChecks } from '../../lib/platform/outbound/url-fields.ts';
import { configuredSealer } from '../../lib/platform/sealer.ts';
import { routes } from './routes.ts';

export const handler = creatingEndpoint(
  { ...routes.createRule, body: withUrlChecks(routes.createRule.body, ...urlFields(ruleFieldsOf(channels))) },
  async ({ body, organisation, deps }) => {
    // Read first: the rule is changed when nothing is left that can fail.
    const withAudience = await ruleAudiences(deps, organisation, [newSelector(body)]);
    return withAudience(await createRule({ ...deps, rules: ruleRepo(deps) }, organisation, body));
  },
  { outbound: configuredOutbound, sealer: configuredSealer, channels: () => channels },
);
