import { describe, expect, it } from '@jest/globals';
import { releaseAlarms } from '../../infra/monitoring-release-alarms.ts';
import { metricNamespace } from '../../lib/platform/metrics.ts';
import { alarmOf, metricName, type Point } from './played-alarm.ts';
import { stageNamed } from './stage-variants.ts';

const prod = stageNamed('prod');

/** A minute in which a version of a function handles `handled` records or requests, of which `faults` fail. */
const worked = (name: string, at: number, handled: number, faults: number): Point[] => {
  const dimensions = { function: `chainwatch-prod-${name}`, functionVersion: '7' };
  return Object.entries({ handled, faults }).map(([metric, value]) => {
    return { metric: metricName(metricNamespace('prod'), metric, dimensions), at, value };
  });
};

/** Whether the alarm on the version 7 of a function rings in an hour. */
function rings(name: string, points: readonly Point[]): boolean {
  const [row] = releaseAlarms(prod, name, '7');
  if (row === undefined) throw new Error(`${name} is not released`);
  return alarmOf(prod, row).ringsAt(points, 0, 60).length > 0;
}

describe('The alarm on a version of a function that takes records', () => {
  it('rings when one of its two records fails, because the queue gives it few', () => {
    expect(rings('deliver', worked('deliver', 9, 2, 1))).toBe(true);
  });

  it('stays silent for a record in a hundred, and when nothing comes', () => {
    expect(rings('deliver', worked('deliver', 9, 100, 1))).toBe(false);
    expect(rings('deliver', worked('deliver', 9, 100, 0))).toBe(false);
    expect(rings('deliver', [])).toBe(false);
  });
});

describe('The alarm on a version of an endpoint', () => {
  it('rings after two bad minutes of the trial', () => {
    const points = [...worked('list-events', 1, 3, 1), ...worked('list-events', 12, 3, 1)];
    expect(rings('list-events', points)).toBe(true);
  });

  it('stays silent for a single 5xx, and for two that are further apart than a trial is long', () => {
    expect(rings('list-events', worked('list-events', 1, 3, 1))).toBe(false);
    const points = [...worked('list-events', 1, 3, 1), ...worked('list-events', 17, 3, 1)];
    expect(rings('list-events', points)).toBe(false);
  });
});
