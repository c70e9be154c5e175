import { describe, expect, it } from '@jest/globals';
import { judgeChecked } from '../../lib/alerts/checked/judge-checked.ts';
import { evaluationDeps } from '../../lib/alerts/evaluation/evaluation-wiring.ts';
import type { Queue } from '../../lib/deliveries/delivery-queue.ts';
import { openTable } from '../../lib/platform/table/table.ts';
import { walletSummary } from '../../lib/wallets/wallet-response.ts';
import { failingReader } from '../support/failing-reader.ts';
import { Faults, type Plan } from '../support/faults.ts';
import { quiet } from '../support/quiet.ts';
import { USDC } from '../support/records.ts';
import { RECEIVER } from '../support/scenario.ts';
import { sweep } from '../support/sweep.ts';
import { dynamoDb } from '../support/table.ts';
import { STRANGER } from '../watch/payments.ts';
import { checking } from './checked.ts';
import { BELOW_900, gained, lost, paid, watched } from './judged.ts';
import { type Change, changing } from './made-balances.ts';

quiet();

describe('a check of balances', () => {
  it('tells once of a crossing that no record explains, and again after the balance has come back', async () => {
    const { later, told } = await watched();
    await later();
    expect(await told()).toEqual([]);
    await later(lost('150'));
    await later();
    await later(lost('10'), gained('90'));
    expect(await told()).toEqual([['check', '850']]);
    await later(gained('15'));
    await later(lost('100'));
    expect(await told()).toEqual([
      ['check', '850'],
      ['check', '845'],
    ]);
  });

  it('says what the wallet holds, without a transaction', async () => {
    const { later, scenario, wallet } = await watched();
    await later();
    await later(lost('150'));
    const [event] = await scenario.allEvents();
    expect(event).toMatchObject({
      ruleType: 'balance',
      transactionId: null,
      transaction: null,
      wallet: walletSummary(wallet),
      subject: { walletId: wallet.id, chain: 'anvil', asset: 'native', symbol: 'ETH', level: '850' },
      summary: 'Treasury holds 850 ETH, less than 900',
      reasons: [{ condition: 'below', expected: '900', actual: '850', passed: true }],
    });
  });

  it('says why the rule is about the wallet, as the event of a record does', async () => {
    const { later, evaluate, scenario, wallet } = await watched(BELOW_900, { wallets: { types: ['hot'] } });
    await later();
    await later(lost('150'));
    await later(gained('150'));
    await later(paid('150'));
    await evaluate();
    const events = await scenario.allEvents();
    const actual = { ids: [wallet.id], tags: [], types: ['hot'] };
    const about = { condition: 'wallets', expected: { types: ['hot'] }, actual, passed: true };
    expect(events.map(({ transactionId, reasons }) => [transactionId !== null, reasons[0]])).toEqual([
      [true, about],
      [false, about],
    ]);
  });

  it('leaves to the records what they explain, and agrees with them about the rest', async () => {
    const { later, evaluate, told } = await watched();
    await later();
    await later(paid('150'));
    expect(await told()).toEqual([]);
    await evaluate();
    expect(await told()).toEqual([['record', '849.999979']]);
    await later(gained('200'));
    await later(lost('200'));
    await evaluate();
    expect(await told()).toEqual([
      ['record', '849.999979'],
      ['check', '849.999979'],
    ]);
  });

  it('tells of a payment before the first check of the wallet', async () => {
    const { later, evaluate, told } = await watched();
    await later(paid('150'));
    await evaluate();
    expect(await told()).toEqual([['check', '849.999979']]);
  });

  it('compares a new wallet after the next scan, so that its records are judged before the next round', async () => {
    const { later, evaluate, told } = await watched(BELOW_900, {}, { every: 1_000 });
    await later();
    await later(paid('150'));
    await evaluate();
    await later({ by: 'plain', from: STRANGER, to: RECEIVER, amount: '150' });
    await evaluate();
    await later(paid('170'));
    await evaluate();
    expect(await told()).toEqual([
      ['record', '849.999979'],
      ['record', '829.999958'],
    ]);
  });

  it('judges tokens, too', async () => {
    const { later, evaluate, told } = await watched({ asset: USDC, above: 100, rearm_percent: 50 });
    await later();
    const receives = (amount: string, by: Change['by'] = 'plain'): Change => ({
      by,
      to: RECEIVER,
      amount,
      token: USDC,
    });
    await later(receives('60'));
    await later(receives('70'));
    await evaluate();
    expect(await told()).toEqual([['record', '130']]);
    await later(paid('60', USDC));
    await later(receives('40'));
    await evaluate();
    expect(await told()).toEqual([['record', '130']]);
    await later(paid('60', USDC));
    await later(receives('51'));
    await evaluate();
    expect(await told()).toEqual([
      ['record', '130'],
      ['record', '101'],
    ]);
  });

  it('names a token as records do, however the rule spells it', async () => {
    const { deps, scenario, wallet } = await watched({ asset: USDC.toLowerCase(), above: 100 });
    const found = {
      chain: 'anvil',
      asset: USDC.toLowerCase(),
      symbol: 'USDC',
      before: '60',
      amount: '130',
      height: 9,
      noting: async () => [],
    };
    await judgeChecked(evaluationDeps(deps, scenario.queue), scenario.organisation, wallet.id, found);
    const [event] = await scenario.allEvents();
    expect(event).toMatchObject({ transactionId: null, subject: { asset: USDC, symbol: 'USDC', level: '130' } });
  });

  it('tells nothing of wallets that the rule is not about', async () => {
    const { later, told } = await watched(BELOW_900, { wallets: { tags: ['vault'] } });
    await later();
    await later(lost('150'));
    expect(await told()).toEqual([]);
  });
});

const faults = new Faults();
const failingClient = faults.over(dynamoDb());
const WAYS: readonly [string, Pick<Plan, 'fails' | 'process'>][] = [
  ['dies before a call takes effect', { fails: 'before', process: 'dies' }],
  ['dies after a call took effect', { fails: 'after', process: 'dies' }],
  ['goes on after a call failed without effect', { fails: 'before', process: 'goes on' }],
  ['goes on after the answer of a call was lost', { fails: 'after', process: 'goes on' }],
];

it.each(WAYS)('tells once of each crossing when a process %s', async (_how, plan) => {
  const calls = await sweep(faults, plan, 3, async (planned) => {
    const { chain, reader, deps, scenario, later, told } = await watched();
    await later();
    const table = openTable(deps.table.name, failingClient);
    const queue: Queue = { send: (messages) => faults.around('queue', () => scenario.queue.send(messages)) };
    const started = () => checking(deps, scenario, failingReader(reader, faults), { table, queue });
    faults.arm(planned);
    let process = started();
    for (const changes of [[lost('150')], [], [], [gained('150')], [], [], [lost('200')], [], []]) {
      deps.advance(1);
      chain.append(changing(...changes));
      const survived = await faults.process(() => process.run());
      if (!survived && plan.process === 'dies') process = started();
    }
    expect(await told()).toEqual([
      ['check', '850'],
      ['check', '800'],
    ]);
  });
  expect(calls).toContain('TransactWriteItemsCommand');
});
