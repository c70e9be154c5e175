import { stateMachine } from '../../platform/table/state-machine.ts';

/**
 * The decision on a rule match: one for each rule and inclusion of a transaction. What a caller alone has stated must
 * not silence what the chain states: a rule decides again on a `provisional` match, once its facts are verified.
 */
export const decisionStates = stateMachine('Evaluation (decision)', 'outcome', ['fired', 'suppressed', 'provisional'], {
  fire: {
    from: ['nothing', 'provisional'],
    to: 'fired',
    because: 'The rule matches. Its cooldown is over, or the match is ten times larger than what fired in it.',
  },
  suppress: {
    from: ['nothing', 'provisional'],
    to: 'suppressed',
    because: 'The rule matches within its cooldown, or while the rule or the wallet is muted.',
  },
  fireStated: {
    from: ['nothing'],
    to: 'fired',
    because: 'As `fire`, but a caller alone has stated the transaction.',
  },
  suppressStated: {
    from: ['nothing'],
    to: 'provisional',
    because: 'As `suppress`, but a caller alone has stated the transaction.',
  },
  retract: {
    from: ['fired'],
    to: 'unchanged',
    when: [{ unset: 'retraction' }],
    because: 'The block of the transaction was orphaned. The decision gets its `retraction` once.',
  },
});
