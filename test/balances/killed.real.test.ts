import { expect, it } from '@jest/globals';
import type { Queue } from '../../lib/deliveries/delivery-queue.ts';
import { openTable } from '../../lib/platform/table/table.ts';
import { failingReader } from '../support/failing-reader.ts';
import { Faults, type Plan } from '../support/faults.ts';
import { quiet } from '../support/quiet.ts';
import { sweep } from '../support/sweep.ts';
import { dynamoDb } from '../support/table.ts';
import { checking } from './checked.ts';
import { changing } from './made-balances.ts';
import { oneOfEach, outcome, RIGHT } from './one-of-each.ts';

quiet();

const faults = new Faults();
const failingClient = faults.over(dynamoDb());

/** Scans and checks the blocks in processes of which a call fails as planned. The chain gains blocks meanwhile. */
async function interrupted(plan: Plan) {
  const { chain, reader, deps, scenario, ...watcher } = await oneOfEach();
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
    const calls = await sweep(faults, plan, 2, async (planned) => {
      expect(await outcome(await interrupted(planned))).toEqual(RIGHT);
    });
    expect(calls).toEqual(expect.arrayContaining(CALLS));
  },
);
