import type { Step } from './capacity.ts';
import type { Cost } from './measured-units.ts';

/** The step of work that no import causes, such as the search of handover for overdue work. */
export const BESIDE = 'beside';

const STEPS = ['import', 'compaction', 'evaluation', 'decision', 'delivery', BESIDE] as const;
type StepName = (typeof STEPS)[number];

/** The step of a request, by the function that sent it. The function that evaluates also writes the decision. */
function stepOf({ caller, name }: Step): StepName {
  const handler = caller.slice(caller.indexOf('-local-') + '-local-'.length);
  if (['import-transaction', 'authorize'].includes(handler)) return 'import';
  if (handler === 'compact-lists') return 'compaction';
  if (handler === 'deliver') return 'delivery';
  if (handler !== 'evaluate-rules') return BESIDE;
  return /DECISION|EVENT|DELIVERY/.test(name) ? 'decision' : 'evaluation';
}

/** A step of an import with its requests, the dearest first. */
interface StepCost extends Cost {
  readonly name: StepName;
  readonly of: readonly (Cost & { readonly name: string })[];
}

/** What an import costs, by step. */
export function stepsOf(steps: readonly Step[], imports: number): StepCost[] {
  return STEPS.map((name) => {
    const own = steps.filter((step) => stepOf(step) === name);
    const of = own
      .map(({ name, requests, readUnits, writeUnits }) => ({
        name,
        requests: requests / imports,
        readUnits: readUnits / imports,
        writeUnits: writeUnits / imports,
      }))
      .toSorted((a, b) => b.readUnits + b.writeUnits - a.readUnits - a.writeUnits);
    const sum = (part: keyof Cost) => of.reduce((total, each) => total + each[part], 0);
    return { name, requests: sum('requests'), readUnits: sum('readUnits'), writeUnits: sum('writeUnits'), of };
  });
}
