import { describe, expect, it } from '@jest/globals';
import { pipelines } from '../../../functions/pipelines/pipelines.ts';
import { DELIVERY_LEASE_SECONDS } from '../../../lib/deliveries/delivery-states.ts';
import { HANDOVER_RUN_SECONDS, JOB_KINDS } from '../../../lib/operation/handover/run-handover.ts';

describe('The lease', () => {
  it.each([
    ['of a delivery and of its permits', DELIVERY_LEASE_SECONDS, 'deliver'],
    ...JOB_KINDS.map(({ name, leaseSeconds, runsIn }) => [`of each ${name}`, leaseSeconds, runsIn] as const),
  ] as const)('%s (%i s) is longer than the time-out of its function %s', (_what, lease, name) => {
    expect(lease).toBeGreaterThan(pipelines[name].timeoutSeconds);
  });
});

describe('The time limit of a run', () => {
  it.each([
    ['of handover', HANDOVER_RUN_SECONDS, 'handover'],
    ...JOB_KINDS.map(({ name, runSeconds, runsIn }) => [`of each ${name}`, runSeconds, runsIn] as const),
  ] as const)('%s (%i s) is shorter than the time-out of its function %s', (_what, run, name) => {
    expect(run).toBeLessThan(pipelines[name].timeoutSeconds);
  });
});
