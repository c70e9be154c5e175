import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { openTable } from '../../../lib/platform/table/table.ts';
import type { OrganisationId } from '../../../lib/values/ids.ts';
import type { MadeChain } from '../../../local/chains/recorded/made-chain.ts';
import { type Payment, type Payments, paymentChain } from '../../../local/chains/recorded/payment-chain.ts';
import { Faults } from '../../support/faults.ts';
import { quiet } from '../../support/quiet.ts';
import { runs } from '../../support/sample.ts';
import { RECEIVER, SENDER } from '../../support/scenario.ts';
import { dynamoDb } from '../../support/table.ts';
import { holding, payment, STRANGER } from '../payments.ts';
import { type Budgeted, budgeted } from './budgeted.ts';

quiet();

const BUDGETS = { perBlock: 3, atOnce: 4, perHour: 40 };
const HOUR = 3600;
/** Which addresses each organisation watches. */
const WATCHED = [[SENDER], [SENDER, RECEIVER], [RECEIVER]] as const;

/** Where a process dies: at its nth call, before or after the call takes effect. Null for a process that lives. */
const dies = fc.option(fc.record({ at: fc.integer({ min: 1, max: 30 }), fails: fc.constantFrom('before', 'after') }));

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('block'), out: fc.nat(12), in: fc.nat(4), skipped: fc.nat(1) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('reorg'), depth: fc.integer({ min: 1, max: 3 }), keep: fc.nat(2) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('scan'), dies }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('consume'), nth: fc.nat(5), again: fc.boolean(), dies }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait'), seconds: fc.constantFrom(5, 130, 600) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** A chain that tests change, the payments that were in several blocks, and a budget. */
class World {
  readonly chain: MadeChain<Payments> = paymentChain(holding());
  readonly moved = new Set<string>();
  readonly #faults = new Faults();
  #n = 0;

  async play(budget: Budgeted, organisations: readonly OrganisationId[], each: Step): Promise<void> {
    if (each.do === 'block') this.#append(each);
    else if (each.do === 'reorg') this.#reorg(each);
    else if (each.do === 'wait') budget.deps.advance(each.seconds);
    else if (each.do === 'scan') await this.#process(budget, each.dies, (table) => budget.scanned(table));
    else {
      // Any organisation, with a message or without.
      const sent = budget.matches.sent.splice(each.nth, 1)[0];
      const organisationId = organisations[each.nth % organisations.length];
      const message = sent ?? (organisationId && { organisationId, chain: 'anvil' as const });
      if (message === undefined) return;
      await Promise.all([
        this.#process(budget, each.dies, (table) => budget.consumed(message, table)),
        each.again ? budget.consumed(message) : undefined,
      ]);
    }
  }

  #append({ out, in: to, skipped }: { out: number; in: number; skipped: number }): void {
    const payments = [
      ...Array.from({ length: out }, () => payment(this.#n++, { from: SENDER })),
      ...Array.from({ length: to }, () => payment(this.#n++, { from: STRANGER, to: RECEIVER })),
      // Dust, which comes after what the wallet signed.
      ...Array.from({ length: to }, () => payment(this.#n++, { from: STRANGER, to: SENDER })),
    ];
    this.chain.append(holding(...payments), skipped);
  }

  /** Replaces the last blocks by more blocks. The first contains some of the replaced payments. */
  #reorg({ depth, keep }: { depth: number; keep: number }): void {
    const most = Math.min(depth, this.chain.links.length - 1);
    if (most === 0) return;
    const gone = this.chain.links.slice(-most).flatMap(({ content }) => content.payments);
    for (const { hash } of gone) this.moved.add(hash);
    const kept = gone.filter((_, n) => n % 3 < keep);
    const fresh = payment(this.#n++, { from: SENDER });
    this.chain.reorg(most, [holding(...kept, fresh), ...Array.from({ length: most }, () => holding())], keep % 2);
  }

  async #process(
    budget: Budgeted,
    plan: { at: number; fails: string } | null,
    run: (table: Budgeted['deps']['table']) => Promise<void>,
  ): Promise<void> {
    if (plan === null) return run(budget.deps.table);
    const table = openTable(budget.deps.table.name, this.#faults.over(dynamoDb()));
    this.#faults.arm({ at: plan.at, fails: plan.fails === 'after' ? 'after' : 'before', process: 'dies' });
    await this.#faults.process(() => run(table));
  }
}

const touches = ({ from, to }: Payment, address: string): boolean => from === address || to === address;

it('records every match once and each class in order, whatever dies, comes twice or comes late', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 25 }), async (steps) => {
      const world = new World();
      const budget = await budgeted(world.chain, BUDGETS);
      const organisations: OrganisationId[] = [];
      for (const addresses of WATCHED) organisations.push(await budget.watching(...addresses));
      for (const each of steps) await world.play(budget, organisations, each);

      await budget.scanned();
      // Messages are lost: handover alone goes on, until the budget has allowed everything.
      budget.matches.sent.length = 0;
      for (let hours = 0; hours < 48; hours++) {
        budget.deps.advance(HOUR);
        for (const message of await budget.due()) await budget.consumed(message);
      }
      for (const [n, organisation] of organisations.entries()) {
        const records = await budget.records(organisation);
        const present = records.filter(({ reorged }) => !reorged);
        const expected = world.chain.links.flatMap(({ hash: block, content }) =>
          content.payments.flatMap((each) =>
            (WATCHED[n] ?? []).filter((address) => touches(each, address)).map(() => `${block} ${each.hash}`),
          ),
        );
        expect(present.map(({ blockHash, hash }) => `${blockHash} ${hash}`).sort()).toEqual(expected.sort());
        for (const own of Map.groupBy(records, ({ walletId, direction }) => `${walletId} ${direction}`).values()) {
          const heights = own.filter(({ hash }) => !world.moved.has(hash)).map(({ blockNumber }) => blockNumber);
          expect(heights).toEqual(heights.toSorted((a, b) => a - b));
        }
      }
    }),
    { numRuns: runs(5, 200) },
  );
});
