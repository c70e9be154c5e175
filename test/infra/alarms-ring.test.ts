import { describe, expect, it } from '@jest/globals';
import { everyAlarm } from '../../infra/monitoring-alarms.ts';
import { alarmProofs, BEGIN } from './alarm-proofs.ts';
import { healthyStage } from './healthy-stage.ts';
import { metricName, PlayedAlarm, type Point } from './played-alarm.ts';
import { stageNamed } from './stage-variants.ts';
import { ReadableTemplate } from './template.ts';

const prod = stageNamed('prod');
const proofs = alarmProofs(prod);
const rows = everyAlarm(prod).filter(({ watches }) => watches.kind !== 'bill');

/** The name of the row of an alarm. The version of a function reads as `<function>.Version` in a template. */
const rowName = (alarmName: string): string =>
  alarmName.replace(/^chainwatch-prod-/, '').replace(/-chainwatch-prod-[a-z-]+\.Version$/, '-<version>');

const alarmsOf = (variant: string): Map<string, Readonly<Record<string, unknown>>> =>
  new Map(
    [new ReadableTemplate(variant), new ReadableTemplate(variant, 'monitoring')]
      .flatMap((template) => template.properties('AWS::CloudWatch::Alarm'))
      .map((properties) => [rowName(String(properties.AlarmName)), properties]),
  );
const ofProd = alarmsOf('prod');

function alarm(name: string, changed: Readonly<Record<string, unknown>> = {}): PlayedAlarm {
  const properties = ofProd.get(name);
  if (properties === undefined) throw new Error(`there is no alarm ${name}`);
  return new PlayedAlarm({ ...properties, ...changed });
}

/** Whether the alarm rings in the time in which it must notice a fault: twice the data of one evaluation. */
const rings = (played: PlayedAlarm, points: readonly Point[]): boolean =>
  played.ringsAt(points, BEGIN, BEGIN + 2 * played.minutes).length > 0;

describe('Every alarm', () => {
  it('has a proof, and every proof has an alarm or a function without this alarm', () => {
    const names = rows.map(({ name }) => name);
    expect(names.filter((name) => proofs[name] === undefined)).toEqual([]);
    const others = Object.keys(proofs).filter(
      (name) => !names.includes(name) && !/-(errors|throttled|errors-<version>)$/.test(name),
    );
    expect(others).toEqual([]);
  });

  it.each(rows.map(({ name }) => [name, proofs[name]?.fault ?? '']))('%s rings when: %s', (name) => {
    expect(rings(alarm(name), proofs[name]?.points ?? [])).toBe(true);
  });

  it.each(rows.map(({ name }) => [name]))('%s is quiet without data', (name) => {
    expect(rings(alarm(name), [])).toBe(false);
  });

  it('tells the topic of its severity when it rings and when the fault is over', () => {
    for (const { name, severity } of rows) {
      const topics = [expect.stringMatching(new RegExp(`(^|:)chainwatch-prod-${severity}s$`))];
      expect([name, ofProd.get(name)]).toEqual([
        name,
        expect.objectContaining({ AlarmActions: topics, OKActions: topics }),
      ]);
    }
  });
});

describe('The player', () => {
  it.each(['expire-records-errors', 'run-operator-jobs-errors', 'write-export-errors', 'events-dropped'])(
    'shows that %s could never ring if a second period had to be bad too',
    (name) => {
      expect(rings(alarm(name, { EvaluationPeriods: 2 }), proofs[name]?.points ?? [])).toBe(false);
    },
  );

  it('lets one failed request of the canary among fifteen neither wake anybody nor undo a release', () => {
    const metric = (name: string) => metricName('AWS/ApiGateway', name, { ApiName: 'chainwatch-prod' });
    const requests = Array.from({ length: 60 }, (_, n) => ({ metric: metric('Count'), at: BEGIN + n, value: 3 }));
    const failures = [0, 5, 10].map((minute) => ({ metric: metric('5XXError'), at: BEGIN + minute, value: 1 }));
    expect(rings(alarm('api-5xx'), [...requests, ...failures])).toBe(false);
  });
});

describe('A new stage', () => {
  it('rings no alarm in its first three days, whenever its alarms and its chains come', () => {
    const ends = 3 * 24 * 60;
    const points = healthyStage(prod, { begins: 0, chainsBegin: 120, ends });
    // The earliest alarms ring whenever later alarms do: CloudWatch reads what came before an alarm.
    const ringing = rows.filter(({ name }) => alarm(name).ringsAt(points, 0, ends).length > 0);
    expect(ringing.map(({ name }) => name)).toEqual([]);
  });

  it('has some fifteen alarms that wake somebody, those of a chain counted once', () => {
    const pages = new Set(
      rows.filter(({ severity }) => severity === 'page').map(({ name, pattern }) => pattern ?? name),
    );
    expect([...pages].sort()).toEqual([
      '<chain>-silent',
      'account-concurrency',
      'api-5xx',
      'authorize-throttled',
      'canary-unverified',
      'chain-lagging',
      'chain-stopped',
      'chains-schedules',
      'copies-missing',
      'deliveries-age',
      'deliveries-dlq',
      'handover-silent',
      'retries-dlq',
      'stream-age',
      'table-system-errors',
      'table-throttled',
    ]);
  });
});

describe('A part of a stage that stops', () => {
  const [stops, ends] = [600, 1200];
  const isOf = (name: string, { metric }: Point) => metric.includes(`FunctionName chainwatch-prod-${name}`);
  const lives = healthyStage(prod, { begins: 0, chainsBegin: 0, ends });
  /** The alarms that wake somebody after `stops`. */
  const pagesOf = (points: readonly Point[]) =>
    rows
      .filter(({ severity }) => severity === 'page')
      .filter(({ name }) => alarm(name).ringsAt(points, stops, ends).length > 0)
      .map(({ name }) => name);

  it('wakes nobody before it stops', () => {
    expect(pagesOf(lives)).toEqual([]);
  });

  it.each([
    ['handover', 'handover-silent', (point: Point) => isOf('handover', point)],
    ['canary', 'canary-unverified', ({ metric }: Point) => metric.includes('canaryRuns')],
  ])('wakes somebody once when the part is the %s', (_, name, isStopped) => {
    expect(pagesOf(lives.filter((point) => point.at < stops || !isStopped(point)))).toEqual([name]);
  });
});
