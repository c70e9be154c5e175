import { stateMachine } from '../platform/table/state-machine.ts';
import { DifferenceStatus } from './schema.ts';

export const differenceStates = stateMachine('Difference', 'status', DifferenceStatus.options, {
  open: { from: ['nothing'], to: 'open', because: 'A balance deviates from the records, and nothing explains why.' },
  find: { from: ['nothing'], to: 'explained', because: 'The check that saw the deviation also found the transaction.' },
  explain: {
    from: ['open'],
    to: 'explained',
    because: 'Records of the blocks now explain the deviation, or the blocks left the chain.',
  },
});
