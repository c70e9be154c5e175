import { createServer, type ServerResponse } from 'node:http';
import type { EvaluationBudget } from '../../../lib/alerts/evaluation/evaluation-budget.ts';
import type { ChainId } from '../../../lib/chains/registry.ts';
import { type Burst, type BurstOf, burstRepo, MOST_ALONE } from '../../../lib/channels/bursts/burst-item.ts';
import { createDestination } from '../../../lib/channels/destinations/change-destination.ts';
import { channels } from '../../../lib/channels/index.ts';
import { attemptDelivery } from '../../../lib/deliveries/attempt.ts';
import type { StoredDelivery } from '../../../lib/deliveries/schema.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import { listen, receiving } from '../../platform/outbound/receiver.ts';
import { nextAttemptOf } from '../../support/attempts.ts';
import { recordingTimer, testDeps } from '../../support/deps.ts';
import { attemptDeps, PipelineSimulation } from '../../support/pipeline-simulation.ts';
import { aTransfer, blockHash } from '../../support/records.ts';
import { makeScenario, RECEIVER, type Scenario, SENDER } from '../../support/scenario.ts';
import { paceWith } from '../../support/turns.ts';

/** Vendors take one message after the other, and the others would wait for their time. */
const NO_PACE = paceWith();

/** An organisation whose payments several rules match, and what a test does with its deliveries. */
export async function paymentScenario(table: Table) {
  const deps = testDeps(table);
  const scenario = await makeScenario(deps);
  const { organisation, evaluation } = scenario;

  const attempting = (timer = recordingTimer(), pace = NO_PACE) =>
    attemptDeps(deps, timer, undefined, undefined, undefined, pace);

  const rule = (name: string, severity: string) => scenario.makeRule({ name, severity, cooldownMinutes: 0 });

  async function threeRules(): Promise<void> {
    await rule('Every payment', 'info');
    await rule('Cold vault', 'critical');
    await rule('Large payment', 'warning');
  }

  const ruleOf = async ({ ruleId }: StoredDelivery): Promise<string> => (await scenario.rule(String(ruleId))).name;

  return {
    deps,
    scenario,
    attempting,
    rule,
    threeRules,
    ruleOf,

    make: (kind: string, config: Record<string, string>, match: object = {}) =>
      createDestination(scenario.changing, organisation, { name: 'Desk', match, isActive: true, kind, config }),

    /** A receiver that answers these statuses in turn and then 200. */
    async receiver(...statuses: number[]) {
      const { listener, received } = receiving(
        (response: ServerResponse) => void response.writeHead(statuses.shift() ?? 200).end(),
      );
      const origin = `http://127.0.0.1:${await listen(createServer(listener))}`;
      const simulation = new PipelineSimulation({ deps, table, vendors: { telegram: origin, pagerduty: origin } });
      const bodiesTo = (path: string) => received.filter(({ url }) => url === path).map(({ body }) => body.toString());
      return { origin, simulation, bodiesTo };
    },

    async pay(simulation: PipelineSimulation) {
      const transaction = await scenario.sight(1, blockHash('a'));
      simulation.insert(organisation, transaction);
      await simulation.settle();
    },

    /** Decides all rules for a payment, and makes no attempt. Finds its deliveries by the names of the rules. */
    async fired() {
      await scenario.evaluate(await scenario.sight(1, blockHash('a')));
      const all = await scenario.deliveries();
      const named = new Map(await Promise.all(all.map(async (each) => [await ruleOf(each), each] as const)));
      const of = (name: string): StoredDelivery => {
        const delivery = named.get(name);
        if (delivery === undefined) throw new Error(`no delivery of ${name}`);
        return delivery;
      };
      return { all, of };
    },

    attempt: (delivery: StoredDelivery, timer?: ReturnType<typeof recordingTimer>) =>
      attemptDelivery(attempting(timer), nextAttemptOf(delivery)),

    present: ({ id }: StoredDelivery): Promise<StoredDelivery> => evaluation.deliveries.get(organisation, id),

    /** The rule of the delivery has had as many messages within the minute as may be sent alone. */
    async fillBurst({ channel, ruleId, ...delivery }: StoredDelivery): Promise<void> {
      const recipient = channels.of({ ...delivery, channel }).keyOf(channel);
      const of: BurstOf = { organisationId: organisation, recipient, of: { ruleId: String(ruleId) } };
      const bursts = burstRepo(deps);
      await bursts.begin(of, deps.newId());
      const begun: Burst | null = await bursts.find(of);
      if (begun === null) throw new Error('no burst began');
      for (let n = 1; n < MOST_ALONE; n++) await bursts.sendAlone(of, begun, deps.newId());
    },
  };
}

/**
 * Gives the organisation a hot desk, and records the nth payment of the first wallet to it, as a watcher does.
 * @param chain of the record of the hot desk.
 */
export async function ownPayment(
  { makeWallet, sight }: Scenario,
  { n = 1, chain = 'ethereum' }: { n?: number; chain?: ChainId } = {},
) {
  const desk = await makeWallet({ label: 'Hot desk', address: RECEIVER, chains: [chain] });
  const transfers = [aTransfer({ from: SENDER, to: RECEIVER, direction: 'internal' })];
  const internal = { direction: 'internal', transfers } as const;
  const sends = await sight(n, blockHash('a'), internal);
  const receives = await sight(n, blockHash('a'), { ...internal, walletId: desk.id, chain });
  return { sends, receives };
}

/** A budget for one decision. */
export function oneDecision(): EvaluationBudget {
  let spent = 0;
  const spend = (steps: number) => {
    spent += steps;
  };
  return { repeats: false, spend, isUsedUp: () => spent > 0 };
}
