import { createServer } from 'node:http';
import { SESv2Client, TooManyRequestsException } from '@aws-sdk/client-sesv2';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mailReservations, rateLimitedMail } from '../../../lib/channels/email/mail-rate.ts';
import { settingsRepo } from '../../../lib/channels/settings/repo.ts';
import { attemptDelivery } from '../../../lib/deliveries/attempt.ts';
import { deliveryRepo } from '../../../lib/deliveries/repo.ts';
import type { StoredDelivery } from '../../../lib/deliveries/schema.ts';
import { setLimits } from '../../../lib/organisations/limits/set-limits.ts';
import { keys } from '../../../lib/platform/table/keys.ts';
import { openTable, type Table } from '../../../lib/platform/table/table.ts';
import { transact, write } from '../../../lib/platform/table/write.ts';
import { OrganisationId } from '../../../lib/values/ids.ts';
import { SendEmail } from '../../../local/aws/ses.ts';
import { closeAll, listen, receiving } from '../../platform/outbound/receiver.ts';
import { nextAttemptOf } from '../../support/attempts.ts';
import { recordingTimer, type TestDeps, testDeps } from '../../support/deps.ts';
import { Faults, HEALTHY, type Plan } from '../../support/faults.ts';
import { attemptDeps, PipelineSimulation } from '../../support/pipeline-simulation.ts';
import { quiet } from '../../support/quiet.ts';
import { aDelivery, uuid } from '../../support/records.ts';
import { runs } from '../../support/sample.ts';
import { makeScenario } from '../../support/scenario.ts';
import { sweep } from '../../support/sweep.ts';
import { dynamoDb, makeTable } from '../../support/table.ts';
import { mailing } from './mailing.ts';

quiet();

const TO = 'ops@example.com';
const BODY = JSON.stringify({ subject: 'Alert', text: 'plain', html: '<b>' });

let table: Table;
let hurt: Table;
const faults = new Faults();
beforeAll(async () => {
  table = await makeTable();
  hurt = openTable(table.name, faults.over(dynamoDb()));
});
afterAll(closeAll);

/** A mail service whose room the test decides, with the e-mails that it took and when. */
function mailService(deps: TestDeps, hasRoom: (asked: number, at: Date) => boolean) {
  const taken: { id: string; at: Date }[] = [];
  let asked = 0;
  const ses = new SESv2Client({ region: 'us-east-1', credentials: { accessKeyId: 'x', secretAccessKey: 'x' } });
  const answer = async (input: unknown) => {
    const { Headers } = SendEmail.parse(input).Content.Simple;
    if (!hasRoom(++asked, deps.now())) {
      throw new TooManyRequestsException({
        message: 'Maximum sending rate exceeded.',
        $metadata: { httpStatusCode: 429 },
      });
    }
    taken.push({ id: Headers.find(({ Name }) => Name === 'X-Chainwatch-Delivery')?.Value ?? '', at: deps.now() });
    return { output: { $metadata: {} }, response: {} };
  };
  ses.middlewareStack.add(
    () =>
      ({ input }) =>
        answer(input),
    { step: 'initialize', priority: 'high' },
  );
  return { taken, send: mailing(ses) };
}

async function anOrganisation(deps: TestDeps): Promise<OrganisationId> {
  const organisationId = OrganisationId.parse(deps.newId());
  await settingsRepo(deps).change(organisationId, { emails: [TO] });
  return organisationId;
}

async function aMail({ table, ...deps }: TestDeps, organisationId: OrganisationId): Promise<StoredDelivery> {
  const createdAt = deps.now().toISOString();
  const mail = aDelivery({
    id: deps.newId(),
    organisationId,
    channel: { kind: 'email', to: TO },
    webhookId: null,
    ruleId: uuid(1),
    url: `mailto:${TO}`,
    body: BODY,
    leaseUntil: null,
    createdAt,
    nextAttemptAt: createdAt,
  });
  await transact(table, { writes: deliveryRepo({ ...deps, table }).creations(mail.organisationId, [mail]) });
  return mail;
}

const now = (deps: TestDeps, { organisationId, id }: StoredDelivery) => deliveryRepo(deps).get(organisationId, id);

/** Room for so many e-mails a minute, by the clock of the test. */
function aMinute(most: number) {
  const minutes = new Map<number, number>();
  return (_: number, at: Date) => {
    const minute = Math.floor(at.getTime() / 60_000);
    const count = (minutes.get(minute) ?? 0) + 1;
    if (count <= most) minutes.set(minute, count);
    return count <= most;
  };
}

async function many(
  deps: TestDeps,
  organisationId: OrganisationId,
  count: number,
  simulation: PipelineSimulation,
): Promise<StoredDelivery[]> {
  const mails = [];
  for (let n = 0; n < count; n++) mails.push(await aMail(deps, organisationId));
  for (const mail of mails) simulation.deliver(nextAttemptOf(mail), deps.now());
  return mails;
}

describe('an e-mail that the mail service has no room for', () => {
  let table: Table;
  beforeAll(async () => {
    table = await makeTable();
  });

  /** The test makes each attempt itself. No queue and no timer brings another message. */
  async function throttled() {
    const deps = testDeps(table);
    const timer = recordingTimer();
    const room = { there: false };
    const service = mailService(deps, () => room.there);
    const reservations = mailReservations(deps, 60);
    const sendMail = rateLimitedMail({ now: deps.now, reservations }, service.send);
    const attempting = attemptDeps(deps, timer, sendMail);
    const mail = await aMail(deps, await anOrganisation(deps));
    const attempt = async () => attemptDelivery(attempting, nextAttemptOf(await now(deps, mail)));
    await attempt();
    return { deps, timer, mail, attempt, room, taken: service.taken };
  }

  it('has the state of before, no attempt, and the time of its next attempt', async () => {
    const { deps, mail, timer } = await throttled();
    const { status, attemptsMade, nextAttemptAt, leaseUntil } = await now(deps, mail);
    expect({ status, attemptsMade, leaseUntil }).toEqual({ status: 'pending', attemptsMade: 0, leaseUntil: null });
    expect((await now(deps, mail)).attempts).toEqual([]);
    const wait = (Date.parse(String(nextAttemptAt)) - deps.now().getTime()) / 1000;
    expect([wait >= 60, wait < 120]).toEqual([true, true]);
    expect(timer.waits).toEqual([{ message: nextAttemptOf(mail), from: deps.now(), seconds: wait + 1 }]);
  });

  it('makes no request before its time, also when many messages ask for an attempt', async () => {
    const { deps, timer, taken, attempt, room } = await throttled();
    room.there = true;
    for (let n = 0; n < 3; n++) await attempt();
    deps.advance(59);
    await attempt();
    expect([taken, timer.waits.length]).toEqual([[], 1]);
  });

  it('is delivered by its first attempt when the mail service has room again', async () => {
    const { deps, mail, taken, attempt, room } = await throttled();
    deps.advance(121);
    await attempt();
    room.there = true;
    deps.advance(121);
    await attempt();
    expect(await now(deps, mail)).toMatchObject({ status: 'delivered', attemptsMade: 1, postponedUntil: null });
    expect(taken.map(({ id }) => id)).toEqual([mail.id]);
  });

  it('is deferred for a day, then fails by attempts like others, and has another day after a replay', async () => {
    const { deps, mail, attempt, room } = await throttled();
    deps.advance(24 * 3600 - 200);
    await attempt();
    expect(await now(deps, mail)).toMatchObject({ status: 'pending', attemptsMade: 0 });
    deps.advance(200);
    await attempt();
    expect(await now(deps, mail)).toMatchObject({ status: 'retrying', attemptsMade: 1 });
    const [failed] = (await now(deps, mail)).attempts;
    expect(failed).toMatchObject({ n: 1, error: expect.stringContaining('TooManyRequestsException') });
    room.there = true;
    await attempt();
    expect(await now(deps, mail)).toMatchObject({ status: 'delivered', attemptsMade: 2 });
    room.there = false;
    await deliveryRepo(deps).restart(mail.organisationId, mail.id, deps.newId());
    await attempt();
    expect(await now(deps, mail)).toMatchObject({ status: 'pending', attemptsMade: 2, generation: 2 });
  });
});

it('an operator gives an organisation another rate of e-mails, and takes it back', async () => {
  const deps = testDeps(table);
  const organisations = [await anOrganisation(deps), await anOrganisation(deps)] as const;
  const [slow, other] = organisations;
  for (const id of organisations) await write(table, { update: keys.organisation(id), set: { name: 'Acme' } });
  const reservations = mailReservations(deps, 60);
  // Three e-mails at once, and the seconds for which each waits.
  const waits = async (id: OrganisationId) => {
    const seconds = [];
    for (let n = 0; n < 3; n++) seconds.push(await (await reservations.turns(id)).reserve(3600));
    return seconds;
  };
  await setLimits(deps, { organisationId: slow, limits: { mailsPerMinute: 1 } });
  expect(await waits(slow)).toEqual([0, 60, 120]);
  expect(await waits(other)).toEqual([0, 0, 0]);
  deps.advance(600);
  await setLimits(deps, { organisationId: slow, limits: { mailsPerMinute: 2 } });
  expect(await waits(slow)).toEqual([0, 0, 30]);
  deps.advance(600);
  await setLimits(deps, { organisationId: slow, limits: { mailsPerMinute: null } });
  expect(await waits(slow)).toEqual([0, 0, 0]);
});

it('sends many e-mails at the rate of their organisation and serves each message twice at most', async () => {
  const count = runs(20, 40);
  const deps = testDeps(table);
  const service = mailService(deps, () => true);
  faults.arm(HEALTHY);
  const simulation = new PipelineSimulation({
    deps,
    table: hurt,
    faults,
    mail: { perMinute: 10, service: service.send },
  });
  const began = deps.now().getTime();
  const mails = await many(deps, await anOrganisation(deps), count, simulation);
  await simulation.settle();
  expect(service.taken.map(({ id }) => id).sort()).toEqual(mails.map(({ id }) => id).sort());
  const minutes = service.taken.map(({ at }) => (at.getTime() - began) / 60_000);
  for (const [n, minute] of minutes.entries()) expect(n + 1).toBeLessThanOrEqual(10 + 10 * minute);
  // Each e-mail is sent as early as the rate allows, besides the second that a timer adds.
  expect(Math.max(...minutes)).toBeCloseTo(count / 10 - 1, 1);
  const callsOf = (call: string) => faults.calls.filter((each) => each === call).length;
  expect([callsOf('mail'), callsOf('timer')]).toEqual([count, count - 10]);
  for (const mail of mails) expect(await now(deps, mail)).toMatchObject({ status: 'delivered', attemptsMade: 1 });
});

it('a flood of e-mails uses up no attempt and delays neither other organisations nor webhooks of its own', async () => {
  const deps = testDeps(table);
  const service = mailService(deps, aMinute(15));
  const simulation = new PipelineSimulation({
    deps,
    table: hurt,
    faults,
    mail: { perMinute: 10, service: service.send },
  });
  const { listener, received } = receiving((response) => void response.end());
  const scenario = await makeScenario(deps);
  await settingsRepo(deps).change(scenario.organisation, { emails: [TO] });
  const began = deps.now();
  const flood = await many(deps, scenario.organisation, runs(20, 50), simulation);
  const webhook = await scenario.makeWebhook(`http://127.0.0.1:${await listen(createServer(listener))}`);
  const ping = await scenario.ping(webhook, simulation.queue);
  const [other] = await many(deps, await anOrganisation(deps), 1, simulation);
  await simulation.settle();
  expect(received).toHaveLength(1);
  expect((await now(deps, ping)).deliveredAt).toBe(began.toISOString());
  expect(service.taken.find(({ id }) => id === other?.id)?.at).toEqual(began);
  for (const mail of flood) expect(await now(deps, mail)).toMatchObject({ status: 'delivered', attemptsMade: 1 });
});

it('delivers floods of several organisations that exceed the mail service, without a failed attempt', async () => {
  const deps = testDeps(table);
  const service = mailService(deps, aMinute(8));
  const simulation = new PipelineSimulation({
    deps,
    table: hurt,
    faults,
    copies: 2,
    mail: { perMinute: 10, service: service.send },
  });
  const mails = [];
  for (let n = 0; n < 3; n++) mails.push(...(await many(deps, await anOrganisation(deps), runs(6, 12), simulation)));
  await simulation.settle();
  expect(service.taken.map(({ id }) => id).sort()).toEqual(mails.map(({ id }) => id).sort());
  for (const mail of mails) expect(await now(deps, mail)).toMatchObject({ status: 'delivered', attemptsMade: 1 });
});

describe.each<Pick<Plan, 'fails' | 'process'> & { redelivers: boolean }>([
  { fails: 'before', process: 'dies', redelivers: true },
  { fails: 'after', process: 'dies', redelivers: false },
  { fails: 'before', process: 'goes on', redelivers: false },
  { fails: 'after', process: 'goes on', redelivers: true },
])('a process that $process when a call fails $fails it took effect', ({ redelivers, ...plan }) => {
  const way = redelivers ? 'when SQS delivers its message again' : 'when only handover finds it';
  it(`loses no waiting mail and fails no mail when any call fails, ${way}`, async () => {
    const calls = await sweep(faults, plan, 2, async (planned) => {
      const deps = testDeps(table);
      // The rate allows one of two mails at once. The mail service refuses this mail, and the other mail waits.
      const service = mailService(deps, (asked) => asked !== 1);
      const mail = { perMinute: 1, service: service.send };
      const simulation = new PipelineSimulation({ deps, table: hurt, faults, redelivers, mail });
      const mails = await many(deps, await anOrganisation(deps), 2, simulation);
      faults.arm(planned);
      await simulation.settle();
      const { hit } = faults;
      for (const each of mails) {
        const { status, attemptsMade } = await now(deps, each);
        expect({ status, attemptsMade }).toEqual({ status: 'delivered', attemptsMade: 1 });
      }
      expect(new Set(service.taken.map(({ id }) => id)).size).toBe(2);
      // Only a mail whose record was lost is sent twice.
      expect(service.taken.length).toBeLessThanOrEqual(hit === undefined ? 2 : 3);
    });
    const expected = ['UpdateItemCommand', 'timer', 'mail', 'TransactWriteItemsCommand'];
    expect(calls).toEqual(expect.arrayContaining(expected));
  });
});
