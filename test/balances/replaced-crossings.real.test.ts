import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Queue } from '../../lib/deliveries/delivery-queue.ts';
import { openTable } from '../../lib/platform/table/table.ts';
import { toUnits } from '../../lib/values/decimal.ts';
import { naiveCrossings } from '../alerts/evaluation/balance/naive-balance.ts';
import { failingReader } from '../support/failing-reader.ts';
import { Faults, type Plan } from '../support/faults.ts';
import { quiet } from '../support/quiet.ts';
import { runs } from '../support/sample.ts';
import { RECEIVER } from '../support/scenario.ts';
import { sweep } from '../support/sweep.ts';
import { dynamoDb } from '../support/table.ts';
import { STRANGER } from '../watch/payments.ts';
import { checking } from './checked.ts';
import { BELOW_900, gained, lost, paid, watched } from './judged.ts';
import { type Change, changing } from './made-balances.ts';

/* A rule tells when the wallet has less than 900 ETH. A reorganisation replaces blocks after which checks judged. */

quiet();

describe('a crossing that a check found', () => {
  it('is retracted when its block is replaced, and everybody who was told hears so', async () => {
    const { later, replaced, scenario, told } = await watched();
    await scenario.makeWebhook('http://127.0.0.1:1/', { events: ['alert.fired', 'alert.retracted'] });
    await later();
    await later(lost('150'));
    expect(await told()).toEqual([['check', '850']]);
    await replaced(1);
    expect(await told()).toEqual([]);
    expect(await scenario.allEvents()).toMatchObject([{ status: 'open', retractedAt: expect.any(String) }]);
    const kinds = (await scenario.deliveries()).map(({ eventKind }) => eventKind);
    expect(kinds.sort()).toEqual(['alert.fired', 'alert.retracted']);
  });

  it('fires again when the balance crosses the bound on the new branch', async () => {
    const { later, replaced, told } = await watched();
    await later();
    await later(lost('150'));
    await replaced(1);
    await later(lost('160'));
    await later();
    expect(await told()).toEqual([['check', '840']]);
  });

  it('fires again when the replacing block has the same change', async () => {
    const { later, replaced, scenario, told } = await watched();
    await later();
    await later(lost('150'));
    await replaced(1, lost('150'));
    expect(await told()).toEqual([['check', '850']]);
    expect(await scenario.allEvents()).toHaveLength(2);
  });

  it('is told again when the chain returns to its block before a check of the other branch', async () => {
    const { later, returned, scenario, told } = await watched(BELOW_900, { cooldownMinutes: 60 });
    await scenario.makeWebhook('http://127.0.0.1:1/', { events: ['alert.fired', 'alert.retracted'] });
    await later();
    await later(lost('150'));
    expect(await returned(1)).toEqual([]);
    expect(await told()).toEqual([['check', '850']]);
    await later(lost('10'));
    expect(await told()).toEqual([['check', '850']]);
    const kinds = (await scenario.deliveries()).map(({ eventKind }) => eventKind);
    expect(kinds.sort()).toEqual(['alert.fired', 'alert.fired', 'alert.retracted']);
  });

  it('is told again at each return', async () => {
    const { later, returned, scenario, told } = await watched();
    await later();
    await later(lost('150'));
    await returned(1);
    await returned(2);
    expect(await told()).toEqual([['check', '850']]);
    expect(await scenario.allEvents()).toHaveLength(3);
  });

  it('arms the rule again when the chain returns to the block in which the balance came back', async () => {
    const { later, returned, told } = await watched();
    await later();
    await later(lost('150'));
    await later(gained('150'));
    await returned(1);
    await later(lost('200'));
    expect(await told()).toEqual([
      ['check', '850'],
      ['check', '800'],
    ]);
  });

  it('stays when only later blocks are replaced', async () => {
    const { later, replaced, scenario, told } = await watched();
    await later();
    await later(lost('150'));
    await later(gained('20'));
    await replaced(1);
    await later(lost('10'));
    expect(await told()).toEqual([['check', '850']]);
    expect(await scenario.allEvents()).toHaveLength(1);
  });

  it('does not fire twice when the block in which the balance came back is replaced', async () => {
    const { later, replaced, told } = await watched();
    await later();
    await later(lost('150'));
    await later(gained('150'));
    await replaced(1);
    await later(lost('10'));
    expect(await told()).toEqual([['check', '850']]);
  });

  it('is told of by the check when a record crosses the bound before the check has seen the new branch', async () => {
    const { chain, deps, later, all, evaluate, run, told } = await watched();
    await later();
    await later(lost('150'));
    deps.advance(1);
    chain.reorg(1, [changing(paid('160')), changing()]);
    await all();
    await evaluate();
    await run();
    await evaluate();
    expect(await told()).toHaveLength(1);
  });
});

/**
 * A block that changes the balance to the amount, after blocks that replace the last `depth` blocks. A check follows: a
 * check sees the balance after its own block alone.
 */
interface Step {
  readonly by: Change['by'];
  readonly target: number;
  readonly depth: number;
  /** Whether the replaced blocks return before a check, so that the block comes after them. */
  readonly returns: boolean;
}

const ANY = {
  target: fc.constantFrom(840, 880, 920, 960, 1000),
  depth: fc.constantFrom(0, 0, 1, 2, 3),
};
const STEPS: readonly [what: string, step: fc.Arbitrary<Step>][] = [
  ['replaces', fc.record({ ...ANY, by: fc.constantFrom('none', 'plain', 'hidden'), returns: fc.constant(false) })],
  // While blocks return, nobody knows the balance by which a record is judged. The next check judges, with its amount.
  ['brings back', fc.record({ ...ANY, by: fc.constant('none'), returns: fc.boolean() })],
];

it.each(STEPS)('follows the chain as the naive model does, whatever a reorganisation %s', async (_what, step) => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
    const { chain, reader, later, replaced, returned, evaluate, told } = await watched();
    await later();
    const begun = chain.links.length;
    const amountAt = async (n: number): Promise<string> => {
      const link = chain.links[n];
      if (link === undefined) throw new Error(`there is no block ${n}`);
      const answer = await reader.accounts?.([RECEIVER], link, new AbortController().signal);
      return answer?.amounts.get(RECEIVER) ?? '0';
    };
    for (const { by, target, depth, returns } of steps) {
      const replacing = Math.min(depth, chain.links.length - begun);
      const before = Number(await amountAt(chain.links.length - (returns ? 0 : replacing) - 1));
      const amount = Math.abs(target - before).toFixed(6);
      const change: Change =
        target < before ? { by, from: RECEIVER, to: STRANGER, amount } : { by, to: RECEIVER, amount };
      if (replacing === 0) await later(change);
      else if (returns) await returned(replacing, change);
      else await replaced(replacing, change);
      await evaluate();
    }
    const amounts = await Promise.all(chain.links.map((_, n) => amountAt(n)));
    const units = amounts.map((amount) => toUnits(amount, 18));
    const crossings = naiveCrossings(units, { below: 900e18, above: null, rearm: 5 });
    expect((await told()).map(([, level]) => level)).toEqual(crossings.map((n) => amounts[n]));
  });
  await fc.assert(property, { numRuns: runs(10, 200) });
});

const faults = new Faults();
const failingClient = faults.over(dynamoDb());
const WAYS: readonly [string, Pick<Plan, 'fails' | 'process'>][] = [
  ['dies before a call takes effect', { fails: 'before', process: 'dies' }],
  ['dies after a call took effect', { fails: 'after', process: 'dies' }],
  ['goes on after a call failed without effect', { fails: 'before', process: 'goes on' }],
  ['goes on after the answer of a call was lost', { fails: 'after', process: 'goes on' }],
];

it.each(WAYS)('retracts and tells once across a reorganisation when a process %s', async (_how, plan) => {
  const calls = await sweep(faults, plan, 4, async (planned) => {
    const { chain, reader, deps, scenario, later, told } = await watched();
    await scenario.makeWebhook('http://127.0.0.1:1/', { events: ['alert.fired', 'alert.retracted'] });
    await later();
    const table = openTable(deps.table.name, failingClient);
    const queue: Queue = { send: (messages) => faults.around('queue', () => scenario.queue.send(messages)) };
    const started = () => checking(deps, scenario, failingReader(reader, faults), { table, queue });
    let process = started();
    const runs = async (times: number) => {
      for (let n = 0; n < times; n++) {
        const survived = await faults.process(() => process.run());
        if (!survived && plan.process === 'dies') process = started();
      }
    };
    const steps = [
      () => chain.append(changing(lost('150'))),
      () => chain.reorg(1, [changing(), changing()]),
      () => chain.append(changing(lost('200'))),
    ];
    faults.arm(planned);
    for (const step of steps) {
      deps.advance(1);
      step();
      await runs(3);
    }
    expect(await told()).toEqual([['check', '800']]);
    const events = await scenario.allEvents();
    expect(events.map(({ subject }) => subject?.level).sort()).toEqual(['800', '850']);
    const kinds = (await scenario.deliveries()).map(({ eventKind }) => eventKind);
    expect(kinds.sort()).toEqual(['alert.fired', 'alert.fired', 'alert.retracted']);
  });
  expect(calls).toContain('TransactWriteItemsCommand');
});
