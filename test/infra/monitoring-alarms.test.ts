import { describe, expect, it } from '@jest/globals';
import { type AlarmRow, type AwsMetric, ofTable } from '../../infra/monitoring-alarm.ts';
import { everyAlarm } from '../../infra/monitoring-alarms.ts';
import { imports, source } from '../support/sources.ts';
import { awsMetrics } from './aws-metrics.ts';
import { everyStage, stageNamed } from './stage-variants.ts';

const prod = stageNamed('prod');
const rows = everyAlarm(prod);

/** The metrics of AWS that an alarm reads. */
function awsMetricsOf({ watches }: AlarmRow): readonly AwsMetric[] {
  if (watches.kind === 'aws') return [watches.metric];
  if (watches.kind === 'sum') return watches.of;
  if (watches.kind === 'quota') return [watches.used, watches.perSecond];
  if (watches.kind === 'absence') return [...watches.while, ...('namespace' in watches.of ? [watches.of] : [])];
  return watches.kind === 'percentage' ? [watches.part, watches.whole] : [];
}

const isPublished = ({ namespace, name, dimensions }: AwsMetric): boolean =>
  (awsMetrics[namespace]?.metrics[name] ?? []).some(
    (names) => [...names].sort().join() === Object.keys(dimensions).sort().join(),
  );

/** The files that the bundle of a function contains. */
function filesBehind(file: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(file) || !source.has(file)) return found;
  found.add(file);
  for (const { to } of imports.filter((each) => each.file === file)) filesBehind(to, found);
  return found;
}

const logs = (pipeline: string, event: string): boolean =>
  [...filesBehind(`functions/pipelines/${pipeline.replace(/^watch-.*/, 'watch-chain')}.ts`)].some((file) =>
    source.get(file)?.includes(`'${event}'`),
  );

const logged = rows.flatMap(({ watches }) =>
  watches.kind === 'events'
    ? watches.loggedBy.flatMap((pipeline) => [watches.event, ...(watches.also ?? [])].map((event) => [event, pipeline]))
    : [],
);

describe('The alarms', () => {
  it.each(everyStage)('of the stage $name have names of their own', (stage) => {
    const names = everyAlarm(stage).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('say what breaks, and what to do, in whole sentences', () => {
    for (const { name, breaks, act } of rows) {
      expect([name, breaks]).toEqual([name, expect.stringMatching(/^[A-Z0-9`].{30,}\.$/s)]);
      expect([name, act]).toEqual([name, expect.stringMatching(/^[A-Z`].{15,}[.?]$/s)]);
    }
  });

  it('watch only metrics that AWS publishes with these dimensions', () => {
    const read = rows.flatMap(awsMetricsOf);
    expect(read.length).toBeGreaterThan(50);
    expect(read.filter((metric) => !isPublished(metric))).toEqual([]);
    expect(isPublished(ofTable(prod, 'SystemErrors'))).toBe(false);
  });

  it.each(logged)('count an event %s that the code of %s logs', (event = '', pipeline = '') => {
    expect(logs(pipeline, event)).toBe(true);
  });

  it('would notice an event that a function does not log', () => {
    expect(logs('deliver', 'chain.stopped')).toBe(false);
  });

  it('notice by another part of the stage that a part of it is silent', () => {
    const silent = rows.filter(({ watches }) => watches.kind === 'absence').map(({ name }) => name);
    expect(silent).toEqual([
      'canary-unverified',
      'handover-silent',
      'set-values-silent',
      'expire-records-silent',
      'make-checkpoints-silent',
      'backups-missing',
      'copies-missing',
    ]);
  });

  it('are about the watched chains only', () => {
    const names = everyAlarm({ ...prod, watches: [{ chain: 'ethereum' }] }).map(({ name }) => name);
    expect(names).toContain('ethereum-errors');
    expect(names).not.toContain('solana-errors');
  });

  it('do not ring when the authorizer fails, because it fails to refuse a key', () => {
    expect(rows.map(({ name }) => name)).not.toContain('authorize-errors');
  });

  it('undo any release when the API fails, and that of a function when its new version fails', () => {
    const undoing = (which: AlarmRow['undoesRelease']) =>
      rows.filter(({ undoesRelease }) => undoesRelease === which).map(({ name }) => name);
    expect(undoing('any')).toEqual(['api-5xx']);
    expect(undoing('own').sort()).toEqual([
      'authorize-5xx-<version>',
      'deliver-errors-<version>',
      'deliver-faults-<version>',
      'evaluate-rules-errors-<version>',
      'evaluate-rules-faults-<version>',
      'import-transaction-5xx-<version>',
      'import-transaction-errors-<version>',
      'list-events-5xx-<version>',
      'list-events-errors-<version>',
      'list-transactions-5xx-<version>',
      'list-transactions-errors-<version>',
    ]);
  });

  it.each([
    // Longer than a message is invisible that a crash brings back.
    ['deliveries', 180],
    // Longer than that and the longest delay that SQS keeps a retry for.
    ['retries', 180 + 900],
    // Longer than that and the minute in which the messages of one run of handover are done.
    ['evaluations', 360 + 60],
  ])('allow a healthy queue of %s the %i seconds that its messages may take', (queue, healthy) => {
    const row = rows.find(({ name }) => name === `${queue}-age`);
    expect(row?.threshold).toMatchObject({ above: expect.any(Number) });
    expect(row && 'above' in row.threshold ? row.threshold.above : 0).toBeGreaterThan(healthy);
  });
});
