import { expect, it } from '@jest/globals';
import { stateMachine } from '../../lib/platform/table/state-machine.ts';
import { stateChapter } from '../../scripts/state-chart.ts';

it('stateChapter draws each transition and lists its cause and its condition', () => {
  const machine = stateMachine('Lamp', 'light', ['off', 'on'], {
    make: { from: ['nothing'], to: 'off', because: 'A worker builds it.' },
    press: { from: ['off'], to: 'on', when: [{ same: 'version' }], because: 'A person presses the button.' },
    dust: { from: ['off', 'on'], to: 'unchanged', because: 'A person dusts it.' },
    bin: { from: ['on'], to: 'deleted', because: 'It broke.' },
  });
  expect(stateChapter(machine).split('\n')).toEqual([
    '## Lamp',
    '',
    '```mermaid',
    'stateDiagram-v2',
    '  [*] --> off : make',
    '  off --> on : press',
    '  off --> off : dust',
    '  on --> on : dust',
    '  on --> [*] : bin',
    '```',
    '',
    '- **make** (nothing → off). A worker builds it.',
    '- **press** (off → on). A person presses the button. Only if `version` is as read.',
    '- **dust** (off, on → unchanged). A person dusts it.',
    '- **bin** (on → deleted). It broke.',
    '',
  ]);
});
