import { describe, expect, it } from '@jest/globals';
import { type AlarmRow, ofApi, ofFunction } from '../../infra/monitoring-alarm.ts';
import { everyAlarm } from '../../infra/monitoring-alarms.ts';
import { releaseAlarms } from '../../infra/monitoring-release-alarms.ts';
import { metricNamespace } from '../../lib/platform/metrics.ts';
import { everRings, type Point } from './alarm-player.ts';
import { stageNamed } from './stage-variants.ts';

const prod = stageNamed('prod');
const namespace = metricNamespace('prod');
const BEGIN = Date.parse('2026-11-29T09:00:00Z');
const minute = (n: number) => new Date(BEGIN + n * 60_000);
const rings = (row: AlarmRow, points: readonly Point[]) => everRings(row, namespace, points, minute(60));

const row = (name: string): AlarmRow => {
  const found = everyAlarm(prod).find((each) => each.name === name);
  if (found === undefined) throw new Error(`There is no alarm ${name}`);
  return found;
};

/** A minute in which a version of a function handles `handled` records or requests, of which `faults` fail. */
const worked = (name: string, at: number, handled: number, faults: number): Point[] => {
  const dimensions = { function: `chainwatch-prod-${name}`, functionVersion: '7' };
  return Object.entries({ handled, faults }).map(([metric, value]) => {
    return { namespace, name: metric, dimensions, at: minute(at), value };
  });
};
const alarmOn = (name: string): AlarmRow => {
  const [faults] = releaseAlarms(prod, name, '7');
  if (faults === undefined) throw new Error(`${name} is not released`);
  return faults;
};

describe('The alarm on a version of a function that takes records', () => {
  it('rings when one of its two records fails, because the queue gives it few', () => {
    expect(rings(alarmOn('deliver'), worked('deliver', 9, 2, 1))).toBe(true);
  });

  it('stays silent for a record in a hundred, and when nothing comes', () => {
    expect(rings(alarmOn('deliver'), worked('deliver', 9, 100, 1))).toBe(false);
    expect(rings(alarmOn('deliver'), worked('deliver', 9, 100, 0))).toBe(false);
    expect(rings(alarmOn('deliver'), [])).toBe(false);
  });
});

describe('The alarm on a version of an endpoint', () => {
  it('rings after two bad minutes of the trial', () => {
    const points = [...worked('list-events', 1, 3, 1), ...worked('list-events', 12, 3, 1)];
    expect(rings(alarmOn('list-events'), points)).toBe(true);
  });

  it('stays silent for a single 5xx, and for two that are further apart than a trial is long', () => {
    expect(rings(alarmOn('list-events'), worked('list-events', 1, 3, 1))).toBe(false);
    const points = [...worked('list-events', 1, 3, 1), ...worked('list-events', 17, 3, 1)];
    expect(rings(alarmOn('list-events'), points)).toBe(false);
  });
});

describe('The alarm on 5xx of the API', () => {
  /** Ten minutes of 30 requests in five minutes each, of which `failed` fail. */
  const requests = (failed: number): Point[] =>
    [1, 6].flatMap((at) =>
      Object.entries({ Count: 30, '5XXError': failed }).map(([name, value]) => {
        return { ...ofApi(prod, name), at: minute(at), value };
      }),
    );

  it('stays silent for one in thirty requests, twice: the canary of a stage with few customers', () => {
    expect(rings(row('api-5xx'), requests(1))).toBe(false);
  });

  it('rings when five in thirty fail, twice, and not when they do so once', () => {
    expect(rings(row('api-5xx'), requests(5))).toBe(true);
    expect(rings(row('api-5xx'), requests(5).slice(0, 2))).toBe(false);
  });
});

describe('The player', () => {
  it('takes a period without data for bad where absence is the fault', () => {
    const ran = { ...ofFunction(prod, 'handover', 'Invocations'), value: 1 };
    const every = (minutes: number) =>
      Array.from({ length: Math.ceil(70 / minutes) }, (_, n) => ({ ...ran, at: minute(n * minutes) }));
    expect(rings(row('handover-silent'), every(1))).toBe(false);
    expect(rings(row('handover-silent'), every(20))).toBe(true);
  });
});
