import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { routes } from '../../functions/routes.ts';
import type { AlarmRow } from '../../infra/monitoring-alarm.ts';
import { everyAlarm } from '../../infra/monitoring-alarms.ts';
import { releaseAlarms } from '../../infra/monitoring-release-alarms.ts';
import { metricNamespace } from '../../lib/platform/metrics.ts';
import { type LocalStack, startStack } from '../../local/cli/local-stack.ts';
import { closeAll } from '../platform/outbound/receiver.ts';
import { api } from '../support/api.ts';
import { metricsIn } from '../support/embedded-metrics.ts';
import { customerEndpoint } from '../support/endpoint.ts';
import { eventually } from '../support/eventually.ts';
import { alarmOf, metricName, type Point } from './played-alarm.ts';
import { stageNamed } from './stage-variants.ts';

// Scenario: the release installs a version of `deliver` that lacks a variable of its environment, so each record fails.
const local = stageNamed('local');
const deliver = 'chainwatch-local-deliver';
const namespace = metricNamespace('local');
const dataDir = mkdtempSync(join(tmpdir(), 'chainwatch-test-guard-'));
let stack: LocalStack;
let log = '';
const BEGIN = Date.now();

beforeAll(async () => {
  stack = await startStack({
    port: 0,
    dataDir,
    anvil: false,
    log: (text) => {
      log += text;
    },
    changed: (spec) => {
      if (spec.name !== deliver) return spec;
      const { SCHEDULE_GROUP: _, ...environment } = spec.environment;
      return { ...spec, environment };
    },
  });
});
afterAll(async () => {
  await stack.stop();
  await closeAll();
  rmSync(dataDir, { recursive: true, force: true });
});

const Line = z.looseObject({
  event: z.string(),
  function: z.string().optional(),
  _aws: z.looseObject({ Timestamp: z.number() }).optional(),
});

/** The lines of the log that are complete and about an event. */
const linesOf = (event: string) =>
  log
    .slice(0, log.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => Line.parse(JSON.parse(line)))
    .filter((line) => line.event === event);

/** The minute of a line since the begin of the test. */
const minuteOf = ({ _aws }: z.output<typeof Line>): number => ((_aws?.Timestamp ?? Number.NaN) - BEGIN) / 60_000;

/** The metrics that lines carry. */
const pointsOf = (lines: ReturnType<typeof linesOf>): Point[] =>
  lines.flatMap((line) =>
    metricsIn(line).map(({ namespace: of, name, dimensions, value }) => {
      return { metric: metricName(of, name, dimensions), at: minuteOf(line), value };
    }),
  );

/** What Lambda publishes of the runs of deliver that wrote these lines, by function and by version: they succeeded. */
const runsOf = (lines: ReturnType<typeof linesOf>): Point[] => {
  const byVersion = {
    FunctionName: deliver,
    Resource: `${deliver}:live`,
    ExecutedVersion: '1',
  };
  return lines.flatMap((line) =>
    [{ FunctionName: deliver }, byVersion].flatMap((dimensions) =>
      Object.entries({ Errors: 0, Invocations: 1 }).map(([name, value]) => {
        return { metric: metricName('AWS/Lambda', name, dimensions), at: minuteOf(line), value };
      }),
    ),
  );
};

/** Whether an alarm rings in the first two hours of the test. */
function rings(row: AlarmRow | undefined, points: readonly Point[]): boolean {
  if (row === undefined) throw new Error('There is no such alarm');
  return alarmOf(local, row).ringsAt(points, 0, 120).length > 0;
}

describe('A version of deliver that fails each record', () => {
  it('makes the alarm on its version ring in a minute, where the errors of Lambda stay at zero', async () => {
    const client = api(stack.apiKey, stack.baseUrl);
    const receiver = await customerEndpoint(200);
    const webhook = await client.ok(routes.createWebhook, { body: { url: receiver.url, events: ['ping'] } });
    await client.ok(routes.testWebhook, { params: { id: webhook.id }, body: {} });
    const batches = () => linesOf('batch.completed').filter((line) => line.function === deliver);
    await eventually(batches, (lines) => lines.length > 0);

    const points = [...pointsOf(batches()), ...runsOf(batches())];
    const byVersion = { function: deliver, functionVersion: '1' };
    expect(points).toContainEqual(
      expect.objectContaining({ metric: metricName(namespace, 'faults', byVersion), value: 1 }),
    );
    expect(receiver.received).toEqual([]);
    expect(linesOf('function.failed')).toEqual([]);

    const [faults, errors] = releaseAlarms(local, 'deliver', '1');
    expect(rings(faults, points)).toBe(true);
    expect(rings(errors, points)).toBe(false);
    // The alarm that guarded releases before.
    const ofFunction = everyAlarm(local).find(({ name }) => name === 'deliver-errors');
    expect(rings(ofFunction, points)).toBe(false);
  });

  it('leaves the other functions without faults, also an authorizer that refuses a key', async () => {
    await api('cw_live_none', stack.baseUrl).raw({ method: 'GET', path: '/api/wallets' });
    const handled = () => linesOf('authorize.completed').flatMap(metricsIn);
    await eventually(handled, (metrics) => metrics.length > 2);
    const [faults] = releaseAlarms(local, 'authorize', '1');
    expect(rings(faults, pointsOf(linesOf('authorize.completed')))).toBe(false);
    expect(handled().filter(({ name, value }) => name === 'faults' && value > 0)).toEqual([]);
  });

  it('does not make the alarm on the version before ring', () => {
    const points = pointsOf(linesOf('batch.completed'));
    expect(rings(releaseAlarms(local, 'deliver', '0')[0], points)).toBe(false);
  });
});
