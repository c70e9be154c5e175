import { stateMachine } from '../platform/table/state-machine.ts';

/** The outbox entry of a transaction: as long as it exists, the rules are still to be evaluated. */
export const outboxStates = stateMachine('Evaluation (outbox entry)', null, ['pending'], {
  record: {
    from: ['nothing', 'pending'],
    to: 'pending',
    because: 'A transaction was recorded, found again in another block, or completed by its calls.',
  },
  evaluate: {
    from: ['pending'],
    to: 'deleted',
    when: [{ same: 'inclusion' }, { same: 'recordedAt' }],
    because: 'All rules were evaluated on this entry, and the deliveries are queued.',
  },
  orphan: { from: ['nothing', 'pending'], to: 'deleted', because: 'The block of the transaction was orphaned.' },
});
