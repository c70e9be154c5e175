import { stateMachine } from '../../platform/table/state-machine.ts';
import { EventStatus } from './schema.ts';

export const eventStates = stateMachine('Alert event', 'status', EventStatus.options, {
  fire: { from: ['nothing'], to: 'open', because: 'A rule fired.' },
  acknowledge: { from: ['open'], to: 'acknowledged', because: 'A caller acknowledges the event.' },
  resolve: { from: ['open', 'acknowledged'], to: 'resolved', because: 'A caller resolves the event.' },
  retract: {
    from: EventStatus.options,
    to: 'unchanged',
    because: 'The block of the transaction was orphaned. The event gets `retractedAt` and keeps its review.',
  },
  expire: {
    from: ['resolved'],
    to: 'deleted',
    when: [{ same: 'status' }, { same: 'retractedAt' }],
    because: 'The event was resolved longer ago than the retention of resolved events.',
  },
});
