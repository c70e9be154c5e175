import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { previewAudience, ruleAudiences } from '../../../lib/alerts/rules/rule-audience.ts';
import { destinationRepo } from '../../../lib/channels/destinations/repo.ts';
import { channels } from '../../../lib/channels/index.ts';
import { settingsRepo } from '../../../lib/channels/settings/repo.ts';
import type { StoredDelivery } from '../../../lib/deliveries/schema.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import { webhookRepo } from '../../../lib/webhooks/repo.ts';
import type { StoredWebhook } from '../../../lib/webhooks/schema.ts';
import { testDeps } from '../../support/deps.ts';
import { quiet } from '../../support/quiet.ts';
import { aDestination, aWebhook, blockHash } from '../../support/records.ts';
import { runs } from '../../support/sample.ts';
import { makeScenario, SENDER } from '../../support/scenario.ts';
import { makeTable } from '../../support/table.ts';

quiet();

let table: Table;
beforeAll(async () => {
  table = await makeTable();
});

const some = <T>(...values: T[]) => fc.option(fc.subarray(values), { nil: undefined, freq: 1 });
/** Numbers stand for wallets and rules, whose ids each run makes. */
const MatchShape = fc.record({
  severities: some('info', 'warning', 'critical'),
  ruleIds: some(0, 1),
  ruleTypes: some('any_transfer', 'approval'),
  walletIds: some(0, 1),
  walletTypes: some('hot', 'multisig'),
});
const Switched = fc.constantFrom<Pick<StoredWebhook, 'isActive' | 'disabledBy'>>(
  { isActive: true, disabledBy: null },
  { isActive: false, disabledBy: 'organisation' },
  { isActive: false, disabledBy: 'service' },
);
const Shape = fc.record({
  destinations: fc.array(
    fc.record({
      kind: fc.constantFrom('email', 'slack', 'discord', 'pagerduty'),
      match: MatchShape,
      events: some<'alert.fired' | 'alert.retracted' | 'wallet.throttled'>('alert.fired', 'alert.retracted'),
      switched: Switched,
    }),
    { maxLength: 4 },
  ),
  webhooks: fc.array(
    fc.record({
      match: MatchShape,
      events: fc.constantFrom<StoredWebhook['events']>(['alert.fired'], ['alert.retracted']),
      switched: Switched,
    }),
    { maxLength: 3 },
  ),
  rule: fc.record({
    severity: fc.constantFrom('info', 'warning', 'critical'),
    wallets: fc.subarray([0, 1]),
    notifyEmail: fc.boolean(),
    notifySlack: fc.boolean(),
    notifyWebhook: fc.boolean(),
    customWebhookUrl: fc.constantFrom(null, 'http://127.0.0.1:9/own'),
  }),
  emails: fc.subarray(['a@example.com', 'b@example.com']),
  hasSlack: fc.boolean(),
});
type Shape = typeof Shape extends fc.Arbitrary<infer S> ? S : never;

/** An organisation of this shape with two wallets and a rule. */
async function populated({ destinations, webhooks, rule: { wallets: covered, ...rest }, emails, hasSlack }: Shape) {
  const deps = testDeps(table);
  const scenario = await makeScenario(deps);
  const { organisation, wallets: repo } = scenario;
  const body = { label: 'Safe', address: SENDER, chains: ['base'] };
  const other = await repo.update(organisation, (await scenario.makeWallet(body)).id, { type: 'multisig' });
  const wallets = [scenario.wallet, other];
  const idsOf = (from: readonly { id: string }[], numbers: readonly number[] = []) =>
    numbers.map((n) => from[n]?.id ?? '');
  const walletIds = idsOf(wallets, covered);
  const rule = await scenario.makeRule({ ...rest, walletIds, cooldownMinutes: 0 });
  const rules = [rule, { id: deps.newId() }];
  const matchOf = (match: Shape['webhooks'][number]['match']): StoredWebhook['match'] => ({
    ...match,
    ruleIds: idsOf(rules, match.ruleIds),
    walletIds: idsOf(wallets, match.walletIds),
  });
  for (const { kind, match, events, switched } of destinations) {
    const made = aDestination({ id: deps.newId(), kind, match: { ...matchOf(match), events }, ...switched });
    await destinationRepo(deps).create(organisation, made);
  }
  for (const { match, events, switched } of webhooks) {
    const made = aWebhook({ id: deps.newId(), match: matchOf(match), events, ...switched });
    await webhookRepo(deps).create(organisation, made);
  }
  const slack = hasSlack ? { sealedSlackUrl: 'sealed', maskedSlackUrl: 'https://slack.example/…last' } : {};
  await settingsRepo(deps).change(organisation, { emails, ...slack });
  return { deps: { ...deps, channels }, scenario, rule, wallets };
}

const keyOf = ({ kind, id }: { kind: string; id: string | null }) => `${kind} ${id}`;
const recipientOf = ({ channel: { kind, destinationId }, webhookId }: StoredDelivery) =>
  keyOf({ kind, id: destinationId ?? webhookId });
const sorted = (keys: readonly string[]) => [...new Set(keys)].sort();

describe('The audience of a rule', () => {
  it('is who gets its alerts, in the preview for each wallet and in the number for all wallets', async () => {
    const sizes: number[] = [];
    await fc.assert(
      fc.asyncProperty(Shape, async (shape) => {
        const { deps, scenario, rule, wallets } = await populated(shape);
        const { organisation } = scenario;
        const recipients: string[] = [];
        for (const [n, { id: walletId }] of wallets.entries()) {
          await scenario.evaluate(await scenario.sight(n, blockHash('a'), { walletId }));
          const events = (await scenario.events()).filter((event) => event.walletId === walletId);
          const ofWallet = (await scenario.deliveries()).filter(({ eventId }) => eventId === events[0]?.id);
          const preview = await previewAudience(deps, organisation, { ruleId: rule.id, walletId });
          expect(sorted(preview.map(keyOf))).toEqual(sorted(ofWallet.map(recipientOf)));
          expect(new Set(preview.map(keyOf)).size).toBe(preview.length);
          recipients.push(...ofWallet.map(recipientOf));
        }
        const preview = await previewAudience(deps, organisation, { ruleId: rule.id });
        expect(sorted(preview.map(keyOf))).toEqual(sorted(recipients));
        const withAudience = await ruleAudiences(deps, organisation, [rule]);
        expect(withAudience(await scenario.evaluation.rules.get(organisation, rule.id)).audience).toBe(preview.length);
        sizes.push(preview.length);
      }),
      { numRuns: runs(25, 300) },
    );
    // The shapes are no empty promise: some rules have a large audience, and some have none.
    expect(Math.max(...sizes)).toBeGreaterThan(3);
    expect(Math.min(...sizes)).toBeLessThan(2);
  });
});
