import { stateMachine } from '../../platform/table/state-machine.ts';

/** The decision on a rule match: one for each rule and inclusion of a transaction. */
export const decisionStates = stateMachine('Evaluation (decision)', 'outcome', ['fired', 'suppressed'], {
  fire: {
    from: ['nothing'],
    to: 'fired',
    because: 'The rule matches. Its cooldown is over, or the match is ten times larger than what fired in it.',
  },
  suppress: { from: ['nothing'], to: 'suppressed', because: 'The rule matches within its cooldown.' },
  retract: {
    from: ['fired'],
    to: 'unchanged',
    when: [{ unset: 'retraction' }],
    because: 'The block of the transaction was orphaned. The decision gets its `retraction` once.',
  },
});
