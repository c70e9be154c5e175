import fc from 'fast-check';
import { byte, CALL, GAS, POP, push, REVERT, SELFDESTRUCT, STOP, ZERO } from './opcodes.ts';

/** What a contract does, in order, before it ends. */
export interface Plan {
  /** In wei, before the transaction. */
  readonly balance: number;
  readonly steps: readonly Step[];
  readonly end: 'stop' | 'revert' | 'selfdestruct';
}
export type Step =
  | { readonly does: 'call'; readonly value: number; readonly plan: Plan }
  | { readonly does: 'delegate'; readonly plan: Plan }
  | { readonly does: 'create'; readonly value: number };

const wei = fc.integer({ min: 0, max: 5 });

/** A random tree of calls. Some calls revert, some have too little money, and some contracts destroy themselves. */
export const plans: fc.Arbitrary<Plan> = fc.letrec<{ plan: Plan; step: Step }>((tie) => ({
  plan: fc.record({
    balance: wei,
    steps: fc.array(tie('step'), { maxLength: 2, depthIdentifier: 'calls' }),
    end: fc.constantFrom('stop', 'stop', 'stop', 'revert', 'selfdestruct'),
  }),
  step: fc.oneof(
    { depthIdentifier: 'calls', maxDepth: 3 },
    fc.record({ does: fc.constant('create' as const), value: wei }),
    fc.record({ does: fc.constant('call' as const), value: wei, plan: tie('plan') }),
    fc.record({ does: fc.constant('delegate' as const), plan: tie('plan') }),
  ),
})).plan;

/** A contract of a plan, at an address of its own. */
export interface Contract {
  readonly address: string;
  readonly balance: number;
  readonly code: string;
}

/** Neither input nor output: sizes and offsets of both. */
const NO_DATA = ZERO.repeat(4);

/** The opcodes that end a contract. */
const ends = (end: Plan['end'], beneficiary: string): string =>
  ({ stop: STOP, revert: REVERT, selfdestruct: `${push(beneficiary)}${SELFDESTRUCT}` })[end];

/**
 * The contracts of a plan, the outermost first. Each has an address of its own.
 * @param addressOf a new address for each call, `0x` and 40 hex digits.
 * @param beneficiary the address that gets the balance of a contract that destroys itself.
 */
export function contractsOf(plan: Plan, addressOf: () => string, beneficiary: string): [Contract, ...Contract[]] {
  const address = addressOf();
  const inner: Contract[] = [];
  const target = (of: Plan): string => {
    const [first, ...others] = contractsOf(of, addressOf, beneficiary);
    inner.push(first, ...others);
    return push(first.address.slice(2));
  };
  const steps = plan.steps.map((step) => {
    if (step.does === 'create') return `${ZERO}${ZERO}${push(byte(step.value))}f0${POP}`;
    if (step.does === 'delegate') return `${NO_DATA}${target(step.plan)}${GAS}f4${POP}`;
    return `${NO_DATA}${push(byte(step.value))}${target(step.plan)}${GAS}${CALL}${POP}`;
  });
  const code = `0x${steps.join('')}${ends(plan.end, beneficiary.slice(2))}`;
  return [{ address, balance: plan.balance, code }, ...inner];
}
