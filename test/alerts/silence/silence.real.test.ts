import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { evaluationDeps } from '../../../lib/alerts/evaluation/evaluation-wiring.ts';
import type { AlertEvent } from '../../../lib/alerts/events/schema.ts';
import { updateRule } from '../../../lib/alerts/rules/change-rule.ts';
import type { Covered } from '../../../lib/alerts/silence/silence-alert.ts';
import { sweepSilence } from '../../../lib/alerts/silence/sweep-silence.ts';
import { handover } from '../../../lib/operation/handover/run-handover.ts';
import type { Deps } from '../../../lib/platform/deps.ts';
import { levelKeys } from '../../../lib/platform/table/level-keys.ts';
import { exists, openTable, type Table } from '../../../lib/platform/table/table.ts';
import { plusSeconds } from '../../../lib/values/time.ts';
import { walletListing } from '../../../lib/wallets/wallet-listing.ts';
import { walletSummary } from '../../../lib/wallets/wallet-response.ts';
import {
  emptied,
  recordingEvaluations,
  recordingMatches,
  recordingQueue,
  type TestDeps,
  testDeps,
} from '../../support/deps.ts';
import { Faults, type Plan } from '../../support/faults.ts';
import { letLagPass } from '../../support/index-lag.ts';
import { quiet } from '../../support/quiet.ts';
import { aTransfer, blockHash, OURS, THEIRS, USDC } from '../../support/records.ts';
import { runs } from '../../support/sample.ts';
import { makeScenario, type Scenario } from '../../support/scenario.ts';
import { sweep } from '../../support/sweep.ts';
import { dynamoDb, makeTable } from '../../support/table.ts';

/*
 * A wallet should receive something within each ten hours. Handover is played by sweeps, one each minute or later. The
 * naive model looks at the gaps between the payments.
 */

quiet();

const HOUR = 3600;
const faults = new Faults();
let table: Table;
let failingTable: Table;
beforeAll(async () => {
  table = await makeTable();
  failingTable = openTable(table.name, faults.over(dynamoDb()));
});

interface World {
  readonly deps: TestDeps;
  readonly scenario: Scenario;
  readonly ruleId: string;
  /** How far the chain is scanned; undefined stands for now. */
  coveredTo: Date | null | undefined;
}

async function world(conditions: object = {}, more: object = {}): Promise<World> {
  const deps = testDeps(table);
  const scenario = await makeScenario(deps);
  const given = { direction: 'inbound', hours: 10, ...conditions };
  const { id } = await scenario.makeRule({ name: 'Late', ruleType: 'silence', conditions: given, ...more });
  return { deps, scenario, ruleId: id, coveredTo: undefined };
}

const receive = async ({ deps, scenario }: World, n: number, more: object = {}) =>
  scenario.sight(n, blockHash('a'), {
    blockTimestamp: deps.now().toISOString(),
    transfers: [aTransfer({ from: THEIRS, to: OURS, ...more })],
  });

const listingOf = ({ deps }: World, { table }: Pick<Deps, 'table'>) => walletListing({ ...deps, table });

const sweepNow = (made: World, deps = made.scenario.evaluation) => {
  const to = made.coveredTo === undefined ? made.deps.now() : made.coveredTo;
  const coverage = async (): Promise<Covered[]> => [{ chain: 'ethereum', to: to === null ? null : to.toISOString() }];
  const until = plusSeconds(made.deps.now(), 60);
  return sweepSilence(
    { ...deps, walletListing: listingOf(made, deps), coverage },
    made.scenario.organisation,
    made.ruleId,
    until,
  );
};

/** What the alerts tell, the oldest first. */
const told = async ({ scenario }: World): Promise<readonly AlertEvent[]> => (await scenario.allEvents()).toReversed();
const sentences = async (made: World) => (await told(made)).map(({ summary }) => summary);

describe('a rule about a silence', () => {
  it('fires once for each gap between payments, as the naive model does, whenever handover looks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ hours: fc.integer({ min: 1, max: 24 }), looks: fc.integer({ min: 1, max: 4 }) }), {
          minLength: 1,
          maxLength: 6,
        }),
        async (steps) => {
          const made = await world();
          let gaps = 0;
          for (const [n, { hours, looks }] of steps.entries()) {
            for (let look = 0; look < looks; look++) {
              made.deps.advance((hours * HOUR) / looks);
              await sweepNow(made);
            }
            if (hours >= 10) gaps += 1;
            made.deps.advance(1);
            await receive(made, n);
            await sweepNow(made);
          }
          expect(await told(made)).toHaveLength(gaps);
        },
      ),
      { numRuns: runs(10, 150) },
    );
  });

  it('names the wallet and the hours, without a transaction, and goes to the subscriptions', async () => {
    const made = await world();
    await made.scenario.makeWebhook('http://127.0.0.1:9/hook');
    made.deps.advance(10 * HOUR);
    await sweepNow(made);
    const { wallet } = made.scenario;
    expect(await told(made)).toMatchObject([
      {
        ruleType: 'silence',
        summary: 'Treasury received nothing for 10 hours',
        transactionId: null,
        transaction: null,
        walletId: wallet.id,
        wallet: walletSummary(wallet),
        subject: { walletId: wallet.id, chain: 'ethereum', asset: null, symbol: null, level: '10' },
      },
    ]);
    const [delivery] = await made.scenario.deliveries();
    expect(JSON.parse(delivery?.body ?? '')).toMatchObject({ event: 'alert.fired', transaction: null });
    expect(made.scenario.queue.sent).toHaveLength(1);
    expect(await made.scenario.rule(made.ruleId)).toMatchObject({ firedCount: 1, suppressedCount: 0 });
  });

  it('counts only what its conditions name', async () => {
    const made = await world({ asset: USDC.toLowerCase() });
    made.deps.advance(9 * HOUR);
    await receive(made, 1);
    await receive(made, 2, { tokenAddress: USDC, asset: 'USDC', standard: 'ERC-20', direction: 'outbound' });
    await receive(made, 3, { tokenAddress: USDC, asset: 'USDC', standard: 'ERC-20', amount: '0' });
    made.deps.advance(1 * HOUR);
    await sweepNow(made);
    expect(await sentences(made)).toEqual(['Treasury received nothing of a token for 10 hours']);
    expect((await made.scenario.allEvents()).map(({ subject }) => subject?.asset)).toEqual([USDC]);
  });

  it('says once that it cannot tell while the chain is behind, and tells the silence afterwards', async () => {
    const made = await world();
    made.coveredTo = made.deps.now();
    made.deps.advance(10 * HOUR);
    await sweepNow(made);
    expect(await told(made)).toEqual([]);
    for (let look = 0; look < 3; look++) {
      made.deps.advance(20 * 60);
      await sweepNow(made);
    }
    const unknown =
      'Nobody can tell whether Treasury received anything within 10 hours, as the blocks are not read so far';
    expect(await sentences(made)).toEqual([unknown]);
    made.coveredTo = undefined;
    made.deps.advance(20 * 60);
    await sweepNow(made);
    expect(await sentences(made)).toEqual([unknown, 'Treasury received nothing for 10 hours']);
  });

  it('makes no alert while a mute covers it, and counts it', async () => {
    const made = await world();
    const mutedUntil = plusSeconds(made.deps.now(), 24 * HOUR).toISOString();
    const { changing, organisation } = made.scenario;
    await updateRule(changing, organisation, made.ruleId, { mutedUntil, muteReason: 'Holidays' });
    made.deps.advance(10 * HOUR);
    await sweepNow(made);
    await sweepNow(made);
    expect(await told(made)).toEqual([]);
    expect(await made.scenario.rule(made.ruleId)).toMatchObject({ suppressedByReason: { muted: 1 } });
  });

  it('follows a change of its hours, and ends when the rule is off', async () => {
    const made = await world();
    const { changing, organisation } = made.scenario;
    made.deps.advance(5 * HOUR);
    await sweepNow(made);
    await updateRule(changing, organisation, made.ruleId, { conditions: { direction: 'inbound', hours: 4 } });
    await sweepNow(made);
    expect(await sentences(made)).toEqual(['Treasury received nothing for 4 hours']);
    await updateRule(changing, organisation, made.ruleId, { isActive: false });
    await sweepNow(made);
    expect(await exists(made.deps.table, levelKeys.silence(organisation, made.ruleId))).toBe(false);
  });

  it('is looked at by handover when it is due', async () => {
    const own = await makeTable();
    const deps = testDeps(own);
    const scenario = await makeScenario(deps);
    const { id } = await scenario.makeRule({ name: 'Late', ruleType: 'silence', conditions: { hours: 1 } });
    const swept: string[] = [];
    const run = async () => {
      await letLagPass(own);
      await handover({
        ...scenario.evaluation,
        newId: deps.newId,
        retryQueue: emptied(recordingQueue()),
        evaluationQueue: recordingEvaluations(),
        matchQueue: recordingMatches(),
        jobs: { start: () => Promise.reject(new Error('no job in this test')) },
        async sweepSilence(organisation, ruleId, until) {
          swept.push(ruleId);
          const coverage = async () => [{ chain: 'ethereum', to: deps.now().toISOString() }];
          const listing = walletListing(deps);
          await sweepSilence({ ...scenario.evaluation, walletListing: listing, coverage }, organisation, ruleId, until);
        },
      });
    };
    deps.advance(1);
    await run();
    deps.advance(60);
    await run();
    expect(swept).toEqual([id]);
    deps.advance(HOUR);
    await run();
    expect(swept).toEqual([id, id]);
    expect(await scenario.allEvents()).toHaveLength(1);
  });
});

const PLANS: readonly Pick<Plan, 'fails' | 'process'>[] = [
  { fails: 'before', process: 'dies' },
  { fails: 'after', process: 'dies' },
  { fails: 'before', process: 'goes on' },
  { fails: 'after', process: 'goes on' },
];

describe.each(PLANS)('A process that $process when a call fails $fails its effect', (plan) => {
  it('tells each silence once', async () => {
    const calls = await sweep(faults, plan, 8, async (planned) => {
      const made = await world();
      const failing = evaluationDeps({ ...made.deps, table: failingTable }, made.scenario.queue);
      const finish = async () => {
        while (!(await faults.process(() => sweepNow(made, failing))));
      };
      faults.arm(planned);
      made.deps.advance(10 * HOUR);
      await finish();
      await receive(made, 1);
      made.deps.advance(20 * HOUR);
      await finish();
      made.deps.advance(60);
      await finish();
      expect(await told(made)).toHaveLength(2);
    });
    expect(calls).toContain('TransactWriteItemsCommand');
  });
});
