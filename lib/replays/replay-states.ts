import { stateMachine } from '../platform/table/state-machine.ts';
import { ReplayStatus } from './schema.ts';

/** The job still has the lease that this run took. */
const LEASED = [{ same: 'leaseUntil' }] as const;

export const replayStates = stateMachine('Bulk replay', 'status', ReplayStatus.options, {
  create: {
    from: ['nothing'],
    to: 'running',
    because: 'A caller starts a replay. Its organisation runs no other one.',
  },
  claim: {
    from: ['running'],
    to: 'unchanged',
    when: [{ over: 'leaseUntil' }],
    because: 'A run takes the job under a lease.',
  },
  plan: { from: ['running'], to: 'unchanged', when: LEASED, because: 'The run writes down its next page.' },
  yield: {
    from: ['running'],
    to: 'unchanged',
    when: LEASED,
    because: 'The time of the run is over. Reconcile starts the next run.',
  },
  count: {
    from: ReplayStatus.options,
    to: 'unchanged',
    when: LEASED,
    because: 'The run counts what it replayed, even if the job ended meanwhile.',
  },
  complete: { from: ['running'], to: 'completed', because: 'No page is left.' },
  cancel: { from: ['running'], to: 'cancelled', because: 'A caller cancels the job.' },
  fail: { from: ['running'], to: 'failed', because: 'Five runs in a row made no progress.' },
  resume: { from: ['cancelled', 'failed'], to: 'running', because: 'A caller resumes the job where it stopped.' },
});
