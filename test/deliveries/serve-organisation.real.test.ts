import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { receiverRepo } from '../../lib/deliveries/receivers.ts';
import { deliveryRepo } from '../../lib/deliveries/repo.ts';
import type { AttemptMessage } from '../../lib/deliveries/schema.ts';
import { serve } from '../../lib/deliveries/serve.ts';
import type { Table } from '../../lib/platform/table/table.ts';
import { write } from '../../lib/platform/table/write.ts';
import { OrganisationId } from '../../lib/values/ids.ts';
import { nextAttemptOf } from '../support/attempts.ts';
import { recordingQueue, recordingTimer, testDeps } from '../support/deps.ts';
import { quiet } from '../support/quiet.ts';
import { aDelivery } from '../support/records.ts';
import { answered } from '../support/results.ts';
import { attemptDeps, serveDeps } from '../support/stage.ts';
import { makeTable } from '../support/table.ts';

quiet();

/** Attempts of one receiver, and of one organisation, at a time. */
const [CAP, ALL] = [2, 4];
const TAKEN = answered(200);

let table: Table;
beforeAll(async () => {
  table = await makeTable();
});
let stage: ReturnType<typeof aStage>;
beforeEach(() => {
  stage = aStage();
});

/** Receivers that hang until they are let go. */
function aStage() {
  const deps = testDeps(table);
  const queue = recordingQueue();
  const hanging = new Map<string, () => void>();
  let mended = false;
  const failures: unknown[] = [];
  const serving = {
    ...serveDeps(deps, attemptDeps(deps, recordingTimer()), queue, CAP),
    organisations: receiverRepo(deps, ALL),
    async send({ id }: { id: string }) {
      if (!mended) await new Promise<void>((resolve) => hanging.set(id, resolve));
      return TAKEN;
    },
  };
  const arrival = (fromRetries: boolean) => ({
    fromRetries,
    late: () => false,
    fail: (_: AttemptMessage, error: unknown) => void failures.push(error),
  });
  return {
    deps,
    queue,
    hanging,
    failures,
    /** A delivery to a receiver of its own. */
    async make(organisationId: OrganisationId): Promise<AttemptMessage> {
      const id = deps.newId();
      const delivery = aDelivery({ id, organisationId, url: `https://receiver.example/${id}` });
      await write(table, deliveryRepo(deps).creation(delivery));
      return nextAttemptOf(delivery);
    },
    serve: (message: AttemptMessage, fromRetries = false) => serve(serving, [message], arrival(fromRetries)),
    letGo() {
      mended = true;
      for (const go of hanging.values()) go();
    },
  };
}

const anOrganisation = () => OrganisationId.parse(stage.deps.newId());
const many = (organisationId: OrganisationId, count: number) =>
  Promise.all(Array.from({ length: count }, () => stage.make(organisationId)));

/** Serves them one after the other, for as long as they do not hang: those that do go on. */
async function begun(messages: readonly AttemptMessage[], fromRetries = false) {
  const under: Promise<void>[] = [];
  for (const message of messages) {
    const before = stage.hanging.size;
    let isOver = false;
    const served = stage.serve(message, fromRetries).finally(() => {
      isOver = true;
    });
    under.push(served);
    while (!isOver && stage.hanging.size === before) await new Promise((resolve) => setImmediate(resolve));
    if (isOver) await served;
  }
  return under;
}

it('an organisation with many receivers that hang has only so many attempts under way, and gets all once they are mended', async () => {
  const messages = await many(anOrganisation(), 3 * ALL);
  const under = await begun(messages);
  expect(stage.hanging.size).toBe(ALL);
  stage.letGo();
  await Promise.all(under);
  // Each that ended has called up another one, and so on.
  for (let message = stage.queue.sent.shift(); message; message = stage.queue.sent.shift()) await stage.serve(message);
  const { deps, failures } = stage;
  const ended = await Promise.all(
    messages.map(({ organisationId, deliveryId }) => deliveryRepo(deps).get(organisationId, deliveryId)),
  );
  expect([failures, new Set(ended.map(({ status }) => status))]).toEqual([[], new Set(['delivered'])]);
});

it('another organisation, and what comes by the other queue, are not held up by it', async () => {
  const one = anOrganisation();
  const under = await begun(await many(one, 2 * ALL));
  const others = await begun([await stage.make(anOrganisation())]);
  const retries = await begun(await many(one, 2 * ALL), true);
  expect(stage.hanging.size).toBe(ALL + 1 + ALL);
  stage.letGo();
  await Promise.all([...under, ...others, ...retries]);
});
