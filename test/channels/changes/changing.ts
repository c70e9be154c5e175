import { updateRule } from '../../../lib/alerts/rules/change-rule.ts';
import { ruleSchemas } from '../../../lib/alerts/rules/schema.ts';
import { createDestination, updateDestination } from '../../../lib/channels/destinations/change-destination.ts';
import type { CreateDestination, UpdateDestination } from '../../../lib/channels/destinations/schema.ts';
import { channels } from '../../../lib/channels/index.ts';
import { changeSettings } from '../../../lib/channels/settings/change-settings.ts';
import type { StoredDelivery } from '../../../lib/deliveries/schema.ts';
import { tellChanges } from '../../../lib/operation/handover/tell-changes.ts';
import { muteRepo } from '../../../lib/organisations/mutes/repo.ts';
import { actingFor } from '../../../lib/platform/audit/acting.ts';
import { plusSeconds } from '../../../lib/values/time.ts';
import { updateWebhook } from '../../../lib/webhooks/change-webhook.ts';
import type { UpdateWebhook } from '../../../lib/webhooks/schema.ts';
import type { TestDeps } from '../../support/deps.ts';
import { letLagPass } from '../../support/index-lag.ts';
import { noticesOfStream } from '../../support/notices-of-stream.ts';
import type { Scenario } from '../../support/scenario.ts';

export const MAIL = 'ops@example.com';
export const HOOK = 'https://8.8.8.8/hook';

const { UpdateRule } = ruleSchemas(channels);

/** The key that makes the changes of the tests. */
const key = { kind: 'key', id: '5b0c6a3e-8a52-4d0e-9d64-7b8a6f2f4c21', name: 'CI' } as const;

/** Changes what an organisation has, and tells the organisation. */
export function changing(deps: TestDeps, scenario: Scenario) {
  const { organisation, changing: by, evaluation, wallets } = scenario;
  const { webhooks, destinations, rules } = evaluation;
  const mutes = muteRepo(deps);
  const asked = () => ({ until: plusSeconds(deps.now(), 3600).toISOString(), reason: 'Move', critical: false });
  const telling = { ...evaluation, now: deps.now };

  /** Does some work for a key, as a request does. */
  const byKey = <T>(work: () => Promise<T>): Promise<T> => actingFor({ actor: key, requestId: 'request-1' }, work);

  return {
    key,
    byKey,
    rule: (id: string, change: object) => byKey(() => updateRule(by, organisation, id, UpdateRule.parse(change))),
    deleteRule: (id: string) => byKey(() => rules.remove(organisation, id)),
    muteRule: (id: string) =>
      byKey(async () => mutes.set(organisation, rules.muted(organisation, await rules.get(organisation, id)), asked())),
    unmuteRule: (id: string) =>
      byKey(async () => mutes.set(organisation, rules.muted(organisation, await rules.get(organisation, id)), null)),
    muteWallet: (id: string) =>
      byKey(async () =>
        mutes.set(organisation, wallets.muted(organisation, await wallets.get(organisation, id)), asked()),
      ),
    wallet: (id: string, change: Parameters<typeof wallets.update>[2]) =>
      byKey(() => wallets.update(organisation, id, change)),
    deleteWallet: (id: string) => byKey(() => wallets.remove(organisation, id)),
    webhook: (id: string, change: UpdateWebhook) => byKey(() => updateWebhook(by, organisation, id, change)),
    deleteWebhook: (id: string) => byKey(() => webhooks.remove(organisation, id)),
    makeDestination: (more: Partial<CreateDestination> = {}) =>
      createDestination(by, organisation, {
        ...{ name: 'Desk', kind: 'telegram', match: {}, isActive: true },
        ...{ config: { botToken: '1234567:AAEhBOweik', chatId: '@council' } },
        ...more,
      }),
    destination: (id: string, change: UpdateDestination) =>
      byKey(() => updateDestination(by, organisation, id, change)),
    settings: (emails: readonly string[]) => byKey(() => changeSettings(by, organisation, { emails })),
    slackUrl: (slackWebhookUrl: string | null) => byKey(() => changeSettings(by, organisation, { slackWebhookUrl })),
    deleteDestination: (id: string) => byKey(() => destinations.remove(organisation, id)),

    /** Does what the stream does, and what handover does with the notices that are due. */
    async tell(more: Partial<typeof telling> = {}): Promise<void> {
      deps.advance(1);
      await noticesOfStream({ ...deps, table: more.table ?? deps.table }, organisation);
      await letLagPass(deps.table);
      await tellChanges({ ...telling, ...more }, organisation);
    },
    /** Does what handover alone does. */
    handOver: () => tellChanges(telling, organisation),
    /** The deliveries of notices, the oldest first. */
    async notices(): Promise<StoredDelivery[]> {
      const deliveries = await scenario.deliveries();
      return deliveries.filter(({ eventKind }) => eventKind === 'configuration.changed').reverse();
    },
  };
}
