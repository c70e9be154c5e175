import { type AlarmRow, ofBackups } from './monitoring-alarm.ts';
import type { Stage } from './stages.ts';

const twoDays = {
  statistic: 'Sum',
  threshold: { below: 1 },
  minutes: 24 * 60,
  periods: 2,
  ringsWithoutData: true,
} as const;

/** The backups of the table, and their copies in another region. */
export const backupAlarms = (stage: Stage): AlarmRow[] => [
  {
    name: 'backups-missing',
    ...twoDays,
    watches: { kind: 'aws', metric: ofBackups(stage, 'NumberOfBackupJobsCompleted') },
    breaks:
      'No backup of the table has succeeded for two days. Nothing breaks for organisations as long as the table ' +
      'and its region are there. The alarm also rings until the first backup of a new stage.',
    act:
      'AWS Backup shows the jobs of `chainwatch-<stage>` and their errors. Is the plan there, and does it select the ' +
      'table that is in service?',
  },
  {
    name: 'copies-missing',
    ...twoDays,
    watches: { kind: 'aws', metric: ofBackups(stage, 'NumberOfCopyJobsCompleted') },
    breaks:
      'No backup has reached the other region for two days. A loss of the region of the stage would lose the work ' +
      'of all organisations since the last copy. The alarm also rings until the first copy of a new stage.',
    act:
      'AWS Backup shows the copy jobs and their errors. An account that used AWS Backup before November 2021 must ' +
      'turn on the advanced features for DynamoDB (see [Copies in another region](#copies-in-another-region)).',
  },
  {
    name: 'backups-failed',
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
