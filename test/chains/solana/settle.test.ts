import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Flow, OUTSIDE, settle } from '../../../lib/chains/solana/settle.ts';

/** Reads each text, such as `A>B 5`, as a flow. The place of a flow is the index of the text. */
const flows = (...texts: string[]): Flow[] =>
  texts.map((text, at) => {
    const [ends = '', amount = ''] = text.split(' ');
    const [from = '', to = ''] = ends.split('>');
    return { from, to, amount: BigInt(amount), at };
  });
const changes = (given: Record<string, number>) =>
  new Map(Object.entries(given).map(([account, n]) => [account, BigInt(n)]));
const lines = (settled: Flow[]) =>
  settled.map(({ from, to, amount }) => `${from}>${to} ${amount}`.replaceAll(OUTSIDE, 'outside'));

describe('settle', () => {
  it.each<[string, Record<string, number>, string[], string[]]>([
    ['keeps a payment between two holders', { A: -5, B: 5 }, ['A>B 5'], ['A>B 5']],
    ['keeps two payments between the same holders separate', { A: -5, B: 5 }, ['A>B 2', 'A>B 3'], ['A>B 2', 'A>B 3']],
    [
      'keeps the receiver of each payment when several holders pay',
      { A: -2, B: -5, C: 5, D: 2 },
      ['B>C 5', 'A>D 2'],
      ['B>C 5', 'A>D 2'],
    ],
    ['leaves out a holder that only passes value on', { A: -5, B: 5 }, ['A>T 5', 'T>B 5'], ['A>B 5']],
    [
      'leaves out a router between several senders and receivers',
      { A: -2, B: -3, C: 4, D: 1 },
      ['A>R 2', 'B>R 3', 'R>C 4', 'R>D 1'],
      ['A>C 2', 'B>C 2', 'B>D 1'],
    ],
    ['subtracts an amount that the receiver pays back', { A: -3, B: 3 }, ['A>B 5', 'B>A 2'], ['A>B 3']],
    ['subtracts a deposit that a temporary account pays back', { A: -3, B: 3 }, ['A>T 5', 'T>B 3', 'T>A 2'], ['A>B 3']],
    ['pairs changes that no flow explains', { A: -5, B: 3, C: 2 }, [], ['A>B 3', 'A>C 2']],
    ['pairs the rest of changes that flows explain only in part', { A: -5, B: 5 }, ['A>B 2'], ['A>B 2', 'A>B 3']],
    ['takes a gain from outside when no holder lost the amount', { A: 5 }, [], ['outside>A 5']],
    ['sends a loss outside when no holder gained the amount', { A: -5, B: 4 }, ['A>B 5'], ['A>B 4', 'A>outside 1']],
    ['keeps a payment from a holder to the same holder', {}, ['A>A 5'], ['A>A 5']],
    [
      'drops a payment from a holder to the same holder when the holder has another movement',
      { A: -1, B: 1 },
      ['A>A 5', 'A>B 1'],
      ['A>B 1'],
    ],
    ['drops a payment of zero', {}, ['A>B 0', 'A>A 0'], []],
    ['takes the amount from the balances and not from the flows', { A: -1, B: 1 }, ['A>B 100'], ['A>B 1']],
  ])('%s', (_what, changed, given, settled) => {
    expect(lines(settle(changes(changed), flows(...given)))).toEqual(settled);
  });

  it('pays out the deposit of an account last, so that a payment through the account stays whole', () => {
    // Scenario: A opens the temporary account T, the pool P pays 42 through T to B, and T returns its deposit.
    const given = flows('A>T 2', 'P>T 42', 'T>B 42', 'T>A 2');
    const opened = given.map((flow) => (flow.at === 0 ? { ...flow, isDeposit: true as const } : flow));
    expect(lines(settle(changes({ P: -42, B: 42 }), opened))).toEqual(['P>B 42']);
  });

  it('keeps a payment whole when the payer gets its own deposit back before it pays', () => {
    const given = flows('A>T 2', 'P>T 42', 'T>A 44', 'A>B 42');
    expect(lines(settle(changes({ P: -42, B: 42 }), given))).toEqual(['P>B 42']);
  });

  it('merges the parts of one flow that have the same ends', () => {
    const given = flows('A>T 2', 'A>T 42', 'T>B 43', 'T>A 1');
    expect(lines(settle(changes({ A: -43, B: 43 }), given))).toEqual(['A>B 43']);
  });

  const holder = fc.constantFrom('A', 'B', 'C', 'D', 'E');
  const amount = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
  const isDeposit = fc.constantFrom(true as const, undefined);
  const flow = fc
    .record({ from: holder, to: holder, amount, isDeposit })
    .map(({ isDeposit: deposit, ...ends }) => ({ ...ends, ...(deposit && { isDeposit: deposit }) }));
  const changed = fc.dictionary(
    holder,
    fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }).filter((change) => change !== 0n),
  );

  it('returns flows that sum to the change of every balance, for any flows and changes', () => {
    fc.assert(
      fc.property(changed, fc.array(flow, { maxLength: 12 }), (by, given) => {
        const all = new Map(Object.entries(by));
        const nets = new Map<string, bigint>();
        const numbered = given.map((each, at) => ({ ...each, at }));
        for (const { from, to, amount: moved } of settle(all, numbered)) {
          expect(moved > 0n).toBe(true);
          nets.set(from, (nets.get(from) ?? 0n) - moved);
          nets.set(to, (nets.get(to) ?? 0n) + moved);
        }
        nets.delete(OUTSIDE);
        expect(new Map([...nets].filter(([, net]) => net !== 0n))).toEqual(all);
      }),
    );
  });

  it('returns no flow from or to outside when the given flows explain all changes, for any flows', () => {
    fc.assert(
      fc.property(fc.array(flow, { maxLength: 12 }), (given) => {
        const nets = new Map<string, bigint>();
        for (const { from, to, amount: moved } of given) {
          nets.set(from, (nets.get(from) ?? 0n) - moved);
          nets.set(to, (nets.get(to) ?? 0n) + moved);
        }
        const all = new Map([...nets].filter(([, net]) => net !== 0n));
        const settled = settle(
          all,
          given.map((each, at) => ({ ...each, at })),
        );
        expect(settled.every(({ from, to }) => from !== OUTSIDE && to !== OUTSIDE)).toBe(true);
      }),
    );
  });
});
