import fc from 'fast-check';
import { RECEIVER, SENDER } from '../support/scenario.ts';
import type { Change } from './made-balances.ts';

/** The addresses of the watched wallets. */
export const WALLETS = [SENDER, RECEIVER, '0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D'] as const;
const OTHER = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

/** Blocks that are scanned in one run. Then the balances are checked, unless the last check is too near. */
export interface Step {
  readonly blocks: readonly (readonly Change[])[];
  /** Blocks between two checks. */
  readonly every: number;
}

export interface Plan {
  readonly steps: readonly Step[];
  /** The step before which the last wallet is made. The other wallets are made before the first step. */
  readonly late: number;
}

const end = fc.constantFrom(...WALLETS, OTHER);
const AnyChange = fc.record({
  by: fc.constantFrom('plain' as const, 'hidden' as const, 'none' as const),
  from: fc.option(end, { nil: undefined }),
  to: end,
});
const AnyStep = fc.record({
  blocks: fc.array(fc.array(AnyChange, { maxLength: 2 }), { minLength: 1, maxLength: 5 }),
  every: fc.integer({ min: 1, max: 8 }),
});

/**
 * The nth change moves 2^n thousandths of an ether, so that no changes cancel each other out. What an address pays to
 * itself changes no balance, so no check can find such a payment.
 */
export const AnyPlan: fc.Arbitrary<Plan> = fc
  .record({ steps: fc.array(AnyStep, { minLength: 1, maxLength: 4 }), late: fc.nat(3) })
  .map(({ steps, late }) => {
    let n = 0;
    const amounts = (changes: readonly Omit<Change, 'amount'>[]): Change[] =>
      changes
        .filter(({ by, from, to }) => (by === 'plain' || from !== to) && n < MOST_CHANGES)
        .map((change) => ({ ...change, amount: String(2 ** n++ / 1000) }));
    return { late, steps: steps.map(({ blocks, every }) => ({ every, blocks: blocks.map(amounts) })) };
  });

/** More changes would need more than each address has before the first block. */
const MOST_CHANGES = 16;
