import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import * as z from 'zod';
import { routes } from '../../../functions/routes.ts';
import { OneTime } from '../../../local/aws/one-time-schedules.ts';
import { type LocalStack, startStack } from '../../../local/cli/local-stack.ts';
import { closeAll } from '../../platform/outbound/receiver.ts';
import { api } from '../../support/api.ts';
import { customerEndpoint } from '../../support/endpoint.ts';
import { eventually } from '../../support/eventually.ts';

/** A separate stack, whose retries wait longer than the longest SQS delay. */
const RETRY_SECONDS = 3600;
let stack: LocalStack;
const dataDir = mkdtempSync(join(tmpdir(), 'chainwatch-test-late-'));

beforeAll(async () => {
  stack = await startStack({ port: 0, dataDir, anvil: false, retryDelays: [RETRY_SECONDS], log: () => {} });
});
afterAll(async () => {
  await stack.stop();
  await closeAll();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The schedules in the data folder of the stack. */
function schedules(): OneTime[] {
  const file = join(dataDir, 'schedules.json');
  return existsSync(file) ? z.array(OneTime).parse(JSON.parse(readFileSync(file, 'utf8'))) : [];
}

it("a retry later than the longest SQS delay is sent to the queue by a schedule with the schedule's role", async () => {
  const client = api(stack.apiKey, stack.baseUrl);
  const receiver = await customerEndpoint(500, 200);
  const { id } = await client.ok(routes.createWebhook, { body: { url: receiver.url, events: ['ping'] } });
  const delivery = await client.ok(routes.testWebhook, { params: { id }, body: {} });
  const [schedule] = await eventually(schedules, (all) => all.length > 0);
  if (schedule === undefined) throw new Error('no schedule');
  expect(schedule).toMatchObject({ GroupName: 'chainwatch-local-retries', Name: expect.stringContaining(delivery.id) });
  const Message = z.object({ receiver: z.uuid() });
  const Input = z.object({ MessageGroupId: z.uuid(), MessageBody: z.string() });
  const { MessageGroupId, MessageBody } = Input.parse(JSON.parse(schedule.Target.Input ?? ''));
  expect(MessageGroupId).toBe(Message.parse(JSON.parse(MessageBody)).receiver);

  // Move the schedule an hour earlier: the scheduler checks the role only when it sends.
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const scheduler = new SchedulerClient({ endpoint: stack.awsEndpoint, region: 'us-east-1', credentials });
  const { done: _, ...asked } = { ...schedule, Name: 'now', ScheduleExpression: 'at(2026-01-31T09:00:00)' };
  await scheduler.send(new CreateScheduleCommand(asked));
  await eventually(
    () => receiver.received.length,
    (received) => received === 2,
  );
  const show = () => client.ok(routes.getDelivery, { params: { id: delivery.id } });
  expect(await eventually(show, ({ status }) => status === 'delivered')).toMatchObject({ attempts: [{}, {}] });
});
