import type { Guard, StateMachine } from '../lib/platform/table/state-machine.ts';

const START_OR_END = '[*]';

const sentence = (guard: Guard): string => {
  if ('same' in guard) return `\`${guard.same}\` is as read`;
  if ('over' in guard) return `\`${guard.over}\` is empty or over`;
  if ('unset' in guard) return `\`${guard.unset}\` is empty`;
  return `\`${guard.equal[0]}\` equals \`${guard.equal[1]}\``;
};

/** The arrows of a chart. Transitions between the same two states share one arrow. */
function arrowsOf({ transitions }: StateMachine): Map<string, string[]> {
  const arrows = new Map<string, string[]>();
  for (const [event, { from, to }] of Object.entries(transitions)) {
    for (const state of from) {
      // A chart has no arrow for a write that leaves nothing where nothing was.
      if (state === 'nothing' && (to === 'deleted' || to === 'unchanged')) continue;
      const start = state === 'nothing' ? START_OR_END : state;
      const end = to === 'deleted' ? START_OR_END : to === 'unchanged' ? state : to;
      const arrow = `${start} --> ${end}`;
      arrows.set(arrow, [...(arrows.get(arrow) ?? []), event]);
    }
  }
  return arrows;
}

/** A chapter of docs/states.md: the chart of a state machine and the list of its transitions. */
export function stateChapter(machine: StateMachine): string {
  const chart = [...arrowsOf(machine)].map(([arrow, events]) => `  ${arrow} : ${events.join(', ')}`);
  const rows = Object.entries(machine.transitions).map(([event, { from, to, when = [], because }]) => {
    const condition = when.length === 0 ? '' : ` Only if ${when.map(sentence).join(', ')}.`;
    const text = `- **${event}** (${from.join(', ')} → ${to}). ${because}${condition}`;
    return wrapped(text);
  });
  return [`## ${machine.title}`, '', '```mermaid', 'stateDiagram-v2', ...chart, '```', '', ...rows, ''].join('\n');
}

const WIDTH = 118;

/** Breaks a list entry into lines. */
function wrapped(text: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line.length + word.length + 1 > WIDTH) lines.push(`  ${word}`);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.join('\n');
}
