import { describe, expect, it } from '@jest/globals';
import { pipelines } from '../../../functions/pipelines/pipelines.ts';
import { DELIVERY_LEASE_SECONDS } from '../../../lib/deliveries/delivery-states.ts';
import { EXPORT_LEASE_SECONDS } from '../../../lib/exports/repo.ts';
import { EXPORT_RUN_SECONDS } from '../../../lib/exports/run-export.ts';
import { RECONCILE_RUN_SECONDS } from '../../../lib/reconcile/run-reconcile.ts';
import { REPLAY_LEASE_SECONDS } from '../../../lib/replays/repo.ts';
import { REPLAY_RUN_SECONDS } from '../../../lib/replays/run-replay.ts';
import { EXPIRY_RUN_SECONDS } from '../../../lib/retention/run-expiry.ts';

describe('The lease', () => {
  it.each([
    ['of a delivery and of its permits', DELIVERY_LEASE_SECONDS, 'deliver'],
    ['of a bulk replay', REPLAY_LEASE_SECONDS, 'admin'],
    ['of an export', EXPORT_LEASE_SECONDS, 'write-export'],
  ] as const)('%s (%i s) is longer than the time-out of its function %s', (_what, lease, name) => {
    expect(lease).toBeGreaterThan(pipelines[name].timeoutSeconds);
  });
});

describe('The time limit of a run', () => {
  it.each([
    ['of reconcile', RECONCILE_RUN_SECONDS, 'reconcile'],
    ['of a bulk replay', REPLAY_RUN_SECONDS, 'admin'],
    ['of an export', EXPORT_RUN_SECONDS, 'write-export'],
    ['of the expiry of records', EXPIRY_RUN_SECONDS, 'expire-records'],
  ] as const)('%s (%i s) is shorter than the time-out of its function %s', (_what, run, name) => {
    expect(run).toBeLessThan(pipelines[name].timeoutSeconds);
  });
});
