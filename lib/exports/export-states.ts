import { stateMachine } from '../platform/table/state-machine.ts';
import { ExportStatus } from './schema.ts';

/** The job still has the lease that this run took. */
const LEASED = [{ same: 'leaseUntil' }] as const;

export const exportStates = stateMachine('Export', 'status', ExportStatus.options, {
  create: { from: ['nothing'], to: 'running', because: 'A caller starts an export. Its organisation runs few others.' },
  claim: {
    from: ['running', 'cancelled', 'failed'],
    to: 'unchanged',
    when: [{ over: 'leaseUntil' }],
    because: 'A run takes the job under a lease: to write the file, or to delete what an ended job left.',
  },
  store: { from: ['running'], to: 'unchanged', when: LEASED, because: 'The run stores how far the file is written.' },
  yield: {
    from: ['running'],
    to: 'unchanged',
    when: LEASED,
    because: 'The time of the run is over. Reconcile starts the next run.',
  },
  complete: { from: ['running'], to: 'completed', when: LEASED, because: 'The file is finished.' },
  cancel: { from: ['running'], to: 'cancelled', because: 'A caller cancels the job.' },
  fail: {
    from: ['running'],
    to: 'failed',
    when: LEASED,
    because: 'Five runs in a row made no progress, or the file is too large.',
  },
  clear: {
    from: ['cancelled', 'failed'],
    to: 'unchanged',
    when: LEASED,
    because: 'The run deleted what the job left. Reconcile need not find the job again.',
  },
});
