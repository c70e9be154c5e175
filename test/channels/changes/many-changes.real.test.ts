import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { attemptDelivery } from '../../../lib/deliveries/attempt.ts';
import type { AttemptMessage } from '../../../lib/deliveries/schema.ts';
import { openTable, type Table } from '../../../lib/platform/table/table.ts';
import { closeAll } from '../../platform/outbound/receiver.ts';
import { nextAttemptOf } from '../../support/attempts.ts';
import { recordingTimer, type TestDeps, testDeps } from '../../support/deps.ts';
import { customerEndpoint } from '../../support/endpoint.ts';
import { Faults, type Plan } from '../../support/faults.ts';
import { attemptDeps } from '../../support/pipeline-simulation.ts';
import { quiet } from '../../support/quiet.ts';
import { makeScenario, type Scenario } from '../../support/scenario.ts';
import { sweep } from '../../support/sweep.ts';
import { dynamoDb, makeTable } from '../../support/table.ts';
import { changing, HOOK, MAIL } from './changing.ts';

quiet();

const DAY = 24 * 60 * 60;
const faults = new Faults();
let table: Table;
let failingTable: Table;
let deps: TestDeps;
let scenario: Scenario;
let given: ReturnType<typeof changing>;
beforeAll(async () => {
  table = await makeTable();
  failingTable = openTable(table.name, faults.over(dynamoDb()));
});
beforeEach(begin);
afterAll(closeAll);

async function begin(): Promise<void> {
  deps = testDeps(table);
  scenario = await makeScenario(deps);
  given = changing(deps, scenario);
  await scenario.changing.settings.change(scenario.organisation, { emails: [MAIL] });
}

/** Mutes a rule so many times: each is a change of its own. */
async function muteOften(count: number): Promise<void> {
  const { id } = await scenario.makeRule({ name: 'Large' });
  for (let n = 0; n < count; n++) {
    deps.advance(1);
    await given.muteRule(id);
  }
}

/** How many changes the mails tell of. */
async function changesTold(): Promise<number> {
  const subjects = (await given.notices()).map(({ body }) => String(JSON.parse(body).subject));
  return subjects.reduce((sum, subject) => sum + 1 + Number(/and (\d+) more/.exec(subject)?.[1] ?? 0), 0);
}

describe('Many changes of one kind by one actor', () => {
  it('are told apart up to five, and in one notice beyond', async () => {
    await muteOften(5);
    await given.tell();
    expect(await given.notices()).toHaveLength(5);
    await muteOften(120);
    await given.tell();
    expect(await given.notices()).toHaveLength(6);
    expect(await changesTold()).toBe(125);
  });

  it('hide no change of another kind', async () => {
    await muteOften(20);
    await given.deleteWallet(scenario.wallet.id);
    await given.tell();
    const subjects = (await given.notices()).map(({ body }) => JSON.parse(body).subject);
    expect(subjects.sort()).toEqual([
      '[Chainwatch] Rule muted: Large and 19 more',
      '[Chainwatch] Wallet deleted: Treasury',
    ]);
  });
});

describe('The notice of a subscription', () => {
  const listener = () => scenario.makeWebhook(HOOK, { events: ['configuration.changed'] });

  it('that is deleted or turned off comes by mail, and needs no former receiver', async () => {
    const [first, second] = [await listener(), await listener()];
    await given.deleteWebhook(first.id);
    await given.webhook(second.id, { isActive: false });
    await given.tell();
    expect((await given.notices()).map(({ url }) => url)).toEqual([`mailto:${MAIL}`, `mailto:${MAIL}`]);
  });

  it('that is repointed goes to the present URL and by mail, and never to the former URL', async () => {
    const { id } = await listener();
    await given.webhook(id, { url: 'https://9.9.9.9/theirs' });
    await given.tell();
    const urls = (await given.notices()).map(({ url }) => url);
    expect(urls.sort()).toEqual(['https://9.9.9.9/theirs', `mailto:${MAIL}`]);
  });

  it('that the service turned off is the notice `webhook.disabled`, and no other', async () => {
    const webhook = await scenario.makeWebhook((await customerEndpoint(410)).url);
    await attemptDelivery(attemptDeps(deps, recordingTimer()), nextAttemptOf(await scenario.ping(webhook)));
    await given.tell();
    const kinds = (await scenario.deliveries()).map(({ eventKind }) => eventKind);
    expect(kinds.sort()).toEqual(['ping', 'webhook.disabled']);
  });
});

it('A destination that asks for such events gets the notice', async () => {
  const { id } = await given.makeDestination({ match: { events: ['configuration.changed'] } });
  await given.makeDestination();
  await given.deleteWallet(scenario.wallet.id);
  await given.tell();
  const receivers = (await given.notices()).map(({ channel, url }) => channel.destinationId ?? url);
  expect(receivers.sort()).toEqual([id, `mailto:${MAIL}`].sort());
});

it('An organisation without a recipient is told nothing, and its entries are no longer due', async () => {
  await scenario.changing.settings.change(scenario.organisation, { emails: [] });
  await muteOften(1);
  await given.tell();
  await scenario.changing.settings.change(scenario.organisation, { emails: [MAIL] });
  await given.tell();
  expect(await given.notices()).toEqual([]);
});

describe('The mail addresses that the settings have lost', () => {
  const to = async () => [...new Set((await given.notices()).map(({ url }) => url.replace('mailto:', '')))];

  it('hear of what somebody changes within three days, and of nothing later', async () => {
    await given.deleteWallet(scenario.wallet.id);
    await given.settings([]);
    await given.tell();
    expect((await given.notices()).map(({ url }) => url)).toEqual([`mailto:${MAIL}`, `mailto:${MAIL}`]);
    deps.advance(3 * DAY - 10);
    await muteOften(1);
    await given.tell();
    expect((await given.notices()).map(({ url }) => url)).toEqual(Array(3).fill(`mailto:${MAIL}`));
    deps.advance(10);
    await muteOften(1);
    await given.tell();
    expect(await given.notices()).toHaveLength(3);
  });

  it('are not hidden by many changes of a URL of the settings', async () => {
    for (let n = 0; n < 8; n++) await given.slackUrl(`http://127.0.0.1:9/slack/${n}`);
    await given.settings([MAIL, 'new@example.com']);
    await given.settings(['new@example.com']);
    await given.tell();
    const subjects = (await given.notices()).map(({ body }) => JSON.parse(body).subject);
    expect(subjects).toContain('[Chainwatch] Setting repointed: e-mail addresses');
  });

  it('are not crowded out by many other addresses', async () => {
    const others = Array.from({ length: 30 }, (_, n) => `other${n}@example.com`);
    for (const other of others) await scenario.changing.emailAddresses.adopt(scenario.organisation, other);
    for (const [n] of others.entries()) {
      deps.advance(1);
      await given.settings(n === 0 ? [MAIL, ...others.slice(0, 10)] : others.slice(n, n + 10));
    }
    await given.tell();
    const heard = await to();
    expect(heard).toContain(MAIL);
    expect(heard).toHaveLength(20);
    expect(await given.notices()).toHaveLength(20);
  });
});

/** Makes changes, and tells of them in runs of which one meets a fault. Each run is repeated until it ends. */
async function run(plan: Plan, change: () => Promise<unknown>): Promise<void> {
  await begin();
  await change();
  const queue = {
    send: (messages: readonly AttemptMessage[]) => faults.around('queue', () => scenario.queue.send(messages)),
  };
  faults.arm(plan);
  while (!(await faults.process(() => given.tell({ table: failingTable, queue }))));
  await given.tell();
}

const PLANS: readonly Pick<Plan, 'fails' | 'process'>[] = [
  { fails: 'before', process: 'dies' },
  { fails: 'after', process: 'dies' },
];

describe.each(PLANS)('A process that $process when a call fails $fails its effect', (plan) => {
  it('tells each change once', async () => {
    const calls = await sweep(faults, plan, 12, async (planned) => {
      await run(planned, async () => {
        await muteOften(60);
        await given.deleteWallet(scenario.wallet.id);
      });
      expect(await changesTold()).toBe(61);
    });
    expect(calls).toEqual(expect.arrayContaining(['queue', 'QueryCommand', 'TransactWriteItemsCommand']));
  });

  it('tells the mail address that the settings have lost of each change once', async () => {
    await sweep(faults, plan, 12, async (planned) => {
      await run(planned, async () => {
        await given.settings([]);
        await given.deleteWallet(scenario.wallet.id);
      });
      const told = (await given.notices()).map(({ url, body }) => [url, JSON.parse(body).subject]);
      expect(told.sort()).toEqual([
        [`mailto:${MAIL}`, '[Chainwatch] Setting disabled: e-mail addresses'],
        [`mailto:${MAIL}`, '[Chainwatch] Wallet deleted: Treasury'],
      ]);
    });
  });
});
