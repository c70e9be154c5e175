import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { drain } from '../../../lib/deliveries/limits/drain.ts';
import type { QueueName } from '../../../lib/deliveries/limits/limit-key.ts';
import { permitPool } from '../../../lib/deliveries/limits/permit-pool.ts';
import { deliveryRepo } from '../../../lib/deliveries/repo.ts';
import type { AttemptMessage } from '../../../lib/deliveries/schema.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import { transact } from '../../../lib/platform/table/write.ts';
import { OrganisationId } from '../../../lib/values/ids.ts';
import { nextAttemptOf } from '../../support/attempts.ts';
import { recordingQueue, recordingTimer, testDeps } from '../../support/deps.ts';
import { attemptDeps, drainDeps } from '../../support/pipeline-simulation.ts';
import { quiet } from '../../support/quiet.ts';
import { aDelivery } from '../../support/records.ts';
import { answered } from '../../support/results.ts';
import { makeTable } from '../../support/table.ts';

quiet();

/** Permits of a destination, and of an organisation. */
const [CAP, ALL] = [2, 4];
const TAKEN = answered(200);

let table: Table;
beforeAll(async () => {
  table = await makeTable();
});
let simulation: ReturnType<typeof aSimulation>;
beforeEach(() => {
  simulation = aSimulation();
});

/** Destinations that hang until `letGo`. */
function aSimulation() {
  const deps = testDeps(table);
  const queue = recordingQueue();
  const hanging = new Map<string, () => void>();
  let recovered = false;
  const failures: unknown[] = [];
  const draining = {
    ...drainDeps(deps, attemptDeps(deps, recordingTimer()), queue, CAP),
    pools: { destination: permitPool(deps, CAP), organisation: permitPool(deps, ALL) },
    sending:
      () =>
      async ({ id }: { id: string }) => {
        if (!recovered) await new Promise<void>((resolve) => hanging.set(id, resolve));
        return TAKEN;
      },
  };
  const arrival = (from: QueueName) => ({
    from,
    late: () => false,
    fail: (_: AttemptMessage, error: unknown) => void failures.push(error),
  });
  return {
    deps,
    queue,
    hanging,
    failures,
    /** A delivery to a destination of its own. */
    async make(organisationId: OrganisationId): Promise<AttemptMessage> {
      const id = deps.newId();
      const delivery = aDelivery({ id, organisationId, url: `https://receiver.example/${id}` });
      await transact(table, { writes: deliveryRepo(deps).creations(delivery.organisationId, [delivery]) });
      return nextAttemptOf(delivery);
    },
    drain: (message: AttemptMessage, from: QueueName = 'first') => drain(draining, [message], arrival(from)),
    letGo() {
      recovered = true;
      for (const go of hanging.values()) go();
    },
  };
}

const anOrganisation = () => OrganisationId.parse(simulation.deps.newId());
const many = (organisationId: OrganisationId, count: number) =>
  Promise.all(Array.from({ length: count }, () => simulation.make(organisationId)));

/** Drains the messages one after the other, each until it hangs or ends. Answers the invocations that hang. */
async function begun(messages: readonly AttemptMessage[], from: QueueName = 'first') {
  const under: Promise<void>[] = [];
  for (const message of messages) {
    const before = simulation.hanging.size;
    let isOver = false;
    const draining = simulation.drain(message, from).finally(() => {
      isOver = true;
    });
    under.push(draining);
    while (!isOver && simulation.hanging.size === before) await new Promise((resolve) => setImmediate(resolve));
    if (isOver) await draining;
  }
  return under;
}

it('drain limits the attempts of an organisation whose destinations hang, until they recover', async () => {
  const messages = await many(anOrganisation(), 3 * ALL);
  const under = await begun(messages);
  expect(simulation.hanging.size).toBe(ALL);
  simulation.letGo();
  await Promise.all(under);
  // Each attempt that ended has dispatched the next message.
  for (let message = simulation.queue.sent.shift(); message; message = simulation.queue.sent.shift())
    await simulation.drain(message);
  const { deps, failures } = simulation;
  const ended = await Promise.all(
    messages.map(({ organisationId, deliveryId }) => deliveryRepo(deps).get(organisationId, deliveryId)),
  );
  expect([failures, new Set(ended.map(({ status }) => status))]).toEqual([[], new Set(['delivered'])]);
});

it('drain holds up neither other organisations nor retries while first attempts of one organisation hang', async () => {
  const one = anOrganisation();
  const under = await begun(await many(one, 2 * ALL));
  const others = await begun([await simulation.make(anOrganisation())]);
  const retries = await begun(await many(one, 2 * ALL), 'retries');
  expect(simulation.hanging.size).toBe(ALL + 1 + ALL);
  simulation.letGo();
  await Promise.all([...under, ...others, ...retries]);
});
