import { allOf, ifSame } from './if-same.ts';
import type { Condition } from './write.ts';

/** A condition of a transition besides the state. Attributes have the names that the table stores. */
export type Guard =
  /** The attribute still has the value that the caller read, or is absent as the caller read it (`undefined`). */
  | { readonly same: string }
  /** The attribute holds no time, or a time that is over. */
  | { readonly over: string }
  /** The attribute is absent or null. */
  | { readonly unset: string }
  /** Both attributes have the same value. */
  | { readonly equal: readonly [string, string] };

export interface Transition<S extends string> {
  /** `nothing`: the item does not exist. */
  readonly from: readonly (S | 'nothing')[];
  readonly to: S | 'unchanged' | 'deleted';
  readonly when?: readonly Guard[];
  /** The cause of the transition, for the chart's list. */
  readonly because: string;
}

export interface StateMachine<S extends string = string, E extends string = string> {
  /** The name of the items, as a heading. */
  readonly title: string;
  /** The attribute that stores the state. Null when every item that exists has the same state. */
  readonly attribute: string | null;
  readonly states: readonly S[];
  readonly transitions: Readonly<Record<E, Transition<S>>>;
}

type Named<G> = G extends { same: infer A extends string } ? A : never;
type Timed<G> = G extends { over: string } ? G : never;
type GuardsOf<T> = T extends { when: readonly (infer G)[] } ? G : never;
/** The values that the guards of a transition compare with. */
type Given<T> = { readonly [A in Named<GuardsOf<T>>]: unknown } & ([Timed<GuardsOf<T>>] extends [never]
  ? unknown
  : { readonly now: Date });

type GivenValues = Readonly<Record<string, unknown>>;

function guarded(guard: Guard, given: GivenValues): Condition {
  if ('same' in guard) return ifSame(given, guard.same);
  if ('over' in guard) {
    const now = given.now instanceof Date ? given.now.toISOString() : given.now;
    const when = `(attribute_not_exists(#${guard.over}) OR #${guard.over} = :null OR #${guard.over} < :now)`;
    return { when, values: { ':null': null, ':now': now } };
  }
  if ('unset' in guard) {
    return { when: `(attribute_not_exists(#${guard.unset}) OR #${guard.unset} = :null)`, values: { ':null': null } };
  }
  return { when: `#${guard.equal[0]} = #${guard.equal[1]}` };
}

function stateCondition(attribute: string | null, from: readonly string[]): Condition {
  const states = from.filter((state) => state !== 'nothing');
  if (states.length === 0) return { when: 'attribute_not_exists(#pk)' };
  const orNothing = states.length < from.length;
  // Every item has the same state, so the write may make the item or replace it.
  if (attribute === null) return orNothing ? {} : { when: 'attribute_exists(#pk)' };
  const values = Object.fromEntries(states.map((state, n) => [`:from${n}`, state]));
  const isOneOf = `#${attribute} IN (${Object.keys(values).join(', ')})`;
  return { when: orNothing ? `(attribute_not_exists(#pk) OR ${isOneOf})` : isOneOf, values };
}

/**
 * The states and transitions of a kind of item as data. The repositories build the conditions of their writes from this
 * data, and `npm run generate` draws `docs/states.md` from this data.
 */
export function stateMachine<const S extends string, const T extends Readonly<Record<string, Transition<S>>>>(
  title: string,
  attribute: string | null,
  states: readonly S[],
  transitions: T,
) {
  const of = <E extends keyof T>(event: E): T[E] => transitions[event];
  return {
    title,
    attribute,
    states,
    transitions,
    /** The condition of the write that makes this transition. */
    allows<E extends keyof T & string>(event: E, given: Given<T[E]>): Condition {
      const { from, when: guards = [] }: Transition<S> = of(event);
      return allOf(stateCondition(attribute, from), ...guards.map((guard) => guarded(guard, { ...given })));
    },
  };
}
