import { functionName } from './lambda-functions.ts';
import type { AlarmRow, AwsMetric } from './monitoring-alarm.ts';
import { ALIAS, releasedNames, takesRecords } from './released-functions.ts';
import type { Stage } from './stages.ts';

/** How long a release gives a version a tenth of the calls. */
const TRIAL_MINUTES = 15;

/** The metric that Lambda publishes about the calls of the alias that one version ran. */
const ofExecuted = (fn: string, version: string, name: string): AwsMetric => ({
  namespace: 'AWS/Lambda',
  name,
  dimensions: { FunctionName: fn, Resource: `${fn}:${ALIAS}`, ExecutedVersion: version },
});

/**
 * The alarms on the version of a function that a release installs. A bad minute at any time of the trial counts. A
 * failed record is tried again, so a single bad minute says much. A single 5xx says little, so two minutes must be bad.
 */
export function releaseAlarms(stage: Stage, name: string, version: string): AlarmRow[] {
  const fn = functionName(stage, name);
  const ofRecords = takesRecords(name);
  const judged = {
    // The release takes the calls back by itself. Somebody reads later why.
    severity: 'ticket',
    statistic: 'Sum',
    threshold: { above: 5 },
    minutes: 1,
    periods: TRIAL_MINUTES,
    enough: ofRecords ? 1 : 2,
    undoesRelease: 'own',
  } as const satisfies Partial<AlarmRow>;
  const what = ofRecords ? 'faults' : '5xx';
  const faults: AlarmRow = {
    ...judged,
    name: `${name}-${what}-${version}`,
    pattern: ofRecords ? '<pipeline>-faults-<version>' : '<endpoint>-5xx-<version>',
    watches: {
      kind: 'share',
      part: 'faults',
      whole: 'handled',
      dimensions: { function: fn, functionVersion: version },
    },
    breaks: ofRecords
      ? 'The version that a release installs fails over 5 % of its records in a minute. Alerts are late, and come by ' +
        'the version before.'
      : 'The version that a release installs answers over 5 % of its requests with 5xx, in two minutes of its trial.',
    act: ofRecords
      ? '`record.failed` in the log of the function, by `functionVersion`, states why. See [Release](#release).'
      : 'The lines of level `error` in its log, by `functionVersion`, state why. See [Release](#release).',
  };
  const errors: AlarmRow = {
    ...judged,
    name: `${name}-errors-${version}`,
    pattern: ofRecords ? '<pipeline>-errors-<version>' : '<endpoint>-errors-<version>',
    watches: {
      kind: 'percentage',
      part: ofExecuted(fn, version, 'Errors'),
      whole: ofExecuted(fn, version, 'Invocations'),
    },
    breaks:
      'Over 5 % of the runs of the version that a release installs crash, run out of memory or exceed their time.',
    act: 'Read the log of the function by `functionVersion`. See [Release](#release).',
  };
  // The authorizer fails to refuse a key: any caller with a wrong key could undo a release.
  return name === 'authorize' ? [faults] : [faults, errors];
}

/** The alarms of all released functions, for the documentation: the version is known only when a stack deploys. */
export const everyReleaseAlarm = (stage: Stage): AlarmRow[] =>
  releasedNames.flatMap((name) => releaseAlarms(stage, name, '<version>'));
