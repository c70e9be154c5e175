import { stateMachine } from '../platform/table/state-machine.ts';

/** The outbox entry of a transaction: as long as it exists, the rules are still to be evaluated. */
export const outboxStates = stateMachine('Evaluation (outbox entry)', null, ['pending'], {
  record: {
    from: ['nothing', 'pending'],
    to: 'pending',
    because: 'A transaction was recorded, found again in another block, or completed by its calls.',
  },
  price: {
    from: ['nothing'],
    to: 'pending',
    because: 'The USD values of a record were set. The entry names the rules that waited for these values.',
  },
  evaluate: {
    from: ['pending'],
    to: 'deleted',
    when: [{ same: 'inclusion' }, { same: 'recordedAt' }, { same: 'revision' }],
    because:
      'All rules of this entry were evaluated, and the deliveries are queued. ' +
      'A pending value notes the rules that wait.',
  },
  orphan: { from: ['nothing', 'pending'], to: 'deleted', because: 'The block of the transaction was orphaned.' },
});
