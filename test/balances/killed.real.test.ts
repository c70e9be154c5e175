import { expect, it } from '@jest/globals';
import type { Queue } from '../../lib/deliveries/delivery-queue.ts';
import { openTable } from '../../lib/platform/table/table.ts';
import { overdue } from '../../lib/reconcile/due.ts';
import { plusSeconds } from '../../lib/values/time.ts';
import { failingReader } from '../support/failing-reader.ts';
import { Faults, type Plan } from '../support/faults.ts';
import { quiet } from '../support/quiet.ts';
import { USDC } from '../support/records.ts';
import { SENDER } from '../support/scenario.ts';
import { sweep } from '../support/sweep.ts';
import { dynamoDb } from '../support/table.ts';
import { checkedScenario, checking, notified } from './checked.ts';
import { balancesOf, type Change, chainOfChanges, changing } from './made-balances.ts';

quiet();

const faults = new Faults();
const failingClient = faults.over(dynamoDb());

const pays = (by: Change['by'], amount: string): Change => ({ by, to: SENDER, amount });

/** A token that takes a fee from the payment. */
const taxed: Change = { ...pays('plain', '10'), token: USDC, arriving: '9.5' };

/** What happens to a wallet after its first check: a change that nothing explains, and payments. */
const BLOCKS = [[pays('none', '3')], [pays('plain', '1'), pays('hidden', '7'), taxed], []];

/** Scans and checks the blocks in processes of which a call fails as planned. The chain gains blocks meanwhile. */
async function interrupted(plan: Plan) {
  const chain = chainOfChanges(changing(), changing());
  const { reader } = balancesOf(chain);
  const { deps, scenario, ...watcher } = await checkedScenario(reader);
  await watcher.run({ start: 0 });
  await notified(scenario, SENDER);
  chain.append(changing());
  await watcher.run();
  for (const each of BLOCKS) chain.append(changing(...each));
  const table = openTable(deps.table.name, failingClient);
  const queue: Queue = { send: (messages) => faults.around('queue', () => scenario.queue.send(messages)) };
  const started = () => checking(deps, scenario, failingReader(reader, faults), { table, queue });
  faults.arm(plan);
  let process = started();
  // Half of the processes check at the same height again, the others at the next height.
  for (const gained of [0, plan.at % 2, 1, 1]) {
    if (gained > 0) chain.append(changing());
    const survived = await faults.process(() => process.run());
    if (!survived && plan.process === 'dies') process = started();
  }
  return { deps, scenario, ...watcher };
}

type Outcome = Awaited<ReturnType<typeof interrupted>>;

/** What an organisation sees: the records, the balance, the differences and the notices. */
async function outcome({ deps, scenario, recorded, found, evaluated, reports, amounts, balances }: Outcome) {
  const events = await evaluated();
  const differences = await found();
  const sent = await reports();
  const queued = new Set(scenario.queue.sent.map(({ deliveryId }) => deliveryId));
  const late = await overdue(deps.table, 'DELIVERY', plusSeconds(deps.now(), 1), 100);
  const tokens = await balances.tokens('anvil');
  const isSure = (id: string) => queued.has(id) || late.some((entry) => entry.id === id);
  return {
    records: (await recorded()).map(({ source, tokenAmount }) => `${source} ${tokenAmount}`).sort(),
    events: events.length,
    balance: Object.values(await amounts()),
    open: differences
      .filter(({ status }) => status === 'open')
      .map(({ difference }) => difference)
      .sort(),
    explained: differences
      .filter(({ status }) => status === 'explained')
      .map(({ difference }) => difference)
      .sort(),
    kept: [...(await balances.native('anvil')), ...tokens].flatMap(({ open = [] }) => open.map(({ id }) => id)).sort(),
    tokens: tokens.map(({ amount, moved }) => [amount, moved]),
    reports: sent.map(({ channel }) => channel.kind).sort(),
    isSure: sent.every(({ id }) => isSure(id)),
    openIds: differences
      .filter(({ status }) => status === 'open')
      .map(({ id }) => id)
      .sort(),
  };
}

const CALLS = [
  'head',
  'block',
  'decode',
  'accounts',
  'tokenAccounts',
  'tracedBlock',
  'BatchGetItemCommand',
  'GetItemCommand',
  'QueryCommand',
  'PutItemCommand',
  'UpdateItemCommand',
  'TransactWriteItemsCommand',
  'queue',
];

const WAYS: readonly [string, Pick<Plan, 'fails' | 'process'>][] = [
  ['dies before a call takes effect', { fails: 'before', process: 'dies' }],
  ['dies after a call took effect', { fails: 'after', process: 'dies' }],
  ['goes on after a call failed without effect', { fails: 'before', process: 'goes on' }],
  ['goes on after the answer of a call was lost', { fails: 'after', process: 'goes on' }],
];

it.each(WAYS)(
  'each hidden payment makes one record, and each unexplained change makes one difference, when a process %s',
  async (_how, plan) => {
    const calls = await sweep(faults, plan, 8, async (planned) => {
      const { openIds, kept, explained: _, ...seen } = await outcome(await interrupted(planned));
      expect(seen).toEqual({
        records: ['reconcile 7', 'watch 1', 'watch 10'],
        events: 3,
        balance: ['1011'],
        tokens: [['9.5', '0']],
        open: ['-0.5', '3'],
        reports: ['email', 'email', 'webhook', 'webhook'],
        isSure: true,
      });
      expect(kept).toEqual(openIds);
    });
    expect(calls).toEqual(expect.arrayContaining(CALLS));
  },
);
