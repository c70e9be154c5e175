import { describe, expect, it } from '@jest/globals';
import { pipelines } from '../../../functions/pipelines/pipelines.ts';
import { DELIVERY_LEASE_SECONDS } from '../../../lib/deliveries/delivery-states.ts';
import { exportJob } from '../../../lib/exports/export-job.ts';
import { RECONCILE_RUN_SECONDS } from '../../../lib/reconcile/run-reconcile.ts';
import { replayJob } from '../../../lib/replays/replay-job.ts';
import { EXPIRY_RUN_SECONDS } from '../../../lib/retention/run-expiry.ts';

describe('The lease', () => {
  it.each([
    ['of a delivery and of its permits', DELIVERY_LEASE_SECONDS, 'deliver'],
    ['of a bulk replay', replayJob.leaseSeconds, replayJob.runsIn],
    ['of an export', exportJob.leaseSeconds, exportJob.runsIn],
  ] as const)('%s (%i s) is longer than the time-out of its function %s', (_what, lease, name) => {
    expect(lease).toBeGreaterThan(pipelines[name].timeoutSeconds);
  });
});

describe('The time limit of a run', () => {
  it.each([
    ['of reconcile', RECONCILE_RUN_SECONDS, 'reconcile'],
    ['of a bulk replay', replayJob.runSeconds, replayJob.runsIn],
    ['of an export', exportJob.runSeconds, exportJob.runsIn],
    ['of the expiry of records', EXPIRY_RUN_SECONDS, 'expire-records'],
  ] as const)('%s (%i s) is shorter than the time-out of its function %s', (_what, run, name) => {
    expect(run).toBeLessThan(pipelines[name].timeoutSeconds);
  });
});
