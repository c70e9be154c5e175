import { stateMachine } from '../platform/table/state-machine.ts';
import { BackfillStatus } from './schema.ts';

export const backfillStates = stateMachine('Backfill', 'status', BackfillStatus.options, {
  create: { from: ['nothing'], to: 'running', because: 'A caller starts a backfill.' },
  count: { from: BackfillStatus.options, to: 'unchanged', because: 'A part is done, even if the job ended meanwhile.' },
  complete: {
    from: ['running'],
    to: 'completed',
    when: [{ equal: ['blocksDone', 'blocksTotal'] }],
    because: 'All parts are done.',
  },
  cancel: { from: ['running'], to: 'cancelled', because: 'A caller cancels the job.' },
  fail: { from: ['running'], to: 'failed', because: 'A part cannot be scanned.' },
  restart: {
    from: ['running', 'cancelled', 'failed'],
    to: 'running',
    because: 'A caller resumes the job: the parts that are not done are queued again.',
  },
});
