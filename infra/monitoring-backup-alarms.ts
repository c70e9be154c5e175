import { type AlarmRow, absent, ofBackups } from './monitoring-alarm.ts';
import type { Stage } from './stages.ts';

/** Rings when nothing of this name has succeeded for two days on which the stage was there. */
const forTwoDays = (stage: Stage, name: string) => absent(stage, ofBackups(stage, name), 24 * 60, 2);

/** The backups of the table, and their copies in another region. */
export const backupAlarms = (stage: Stage): AlarmRow[] => [
  {
    name: 'backups-missing',
    severity: 'ticket',
    ...forTwoDays(stage, 'NumberOfBackupJobsCompleted'),
    breaks:
      'No backup of the table has succeeded for two days. Nothing breaks for organisations as long as the table ' +
      'and its region are there.',
    act:
      'AWS Backup shows the jobs of `chainwatch-<stage>` and their errors. Is the plan there, and does it select the ' +
      'table that is in service?',
  },
  {
    name: 'copies-missing',
    severity: 'page',
    ...forTwoDays(stage, 'NumberOfCopyJobsCompleted'),
    breaks:
      'No backup has reached the other region for two days. A loss of the region of the stage would lose the work ' +
      'of all organisations since the last copy.',
    act:
      'AWS Backup shows the copy jobs and their errors. An account that used AWS Backup before November 2021 must ' +
      'turn on the advanced features for DynamoDB (see [Copies in another region](#copies-in-another-region)).',
  },
  {
    name: 'backups-failed',
    severity: 'ticket',
    watches: {
      kind: 'sum',
      of: ['NumberOfBackupJobsFailed', 'NumberOfCopyJobsFailed'].map((name) => ofBackups(stage, name)),
    },
    statistic: 'Sum',
    threshold: { above: 0 },
    minutes: 60,
    periods: 1,
    breaks: 'A backup of the table, or its copy into the other region, has failed. The backups before it remain.',
    act: 'AWS Backup states the reason. Start the job again there, or wait for the backup of the next day.',
  },
];
