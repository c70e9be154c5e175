import { expect, it } from '@jest/globals';
import { openTable } from '../../lib/platform/table/table.ts';
import { settled } from '../support/concurrent.ts';
import { pausing } from '../support/pause.ts';
import { quiet } from '../support/quiet.ts';
import { sampled } from '../support/sample.ts';
import { dynamoDb } from '../support/table.ts';
import { checking } from './checked.ts';
import { type Change, changing } from './made-balances.ts';
import { oneOfEach, outcome, pays, RIGHT } from './one-of-each.ts';

quiet();

/** How often two processes start at the same moment. */
const RACES = 5;

it('two checks at the same moment lose nothing and report nothing twice', async () => {
  for (let race = 0; race < RACES; race++) {
    const { chain, reader, deps, scenario, ...watcher } = await oneOfEach();
    const processes = [watcher, checking(deps, scenario, reader), checking(deps, scenario, reader)];
    for (let n = 0; n < 2; n++) {
      await settled(processes.length, async (i) => processes[i]?.run());
      chain.append(changing());
    }
    await watcher.run();
    expect(await outcome({ deps, scenario, ...watcher })).toEqual(RIGHT);
  }
});

/**
 * A process stands still before its nth call of the table. Another process scans and checks meanwhile, after the chain
 * gained these blocks. Then the first process goes on. Both processes check once more, the first process first.
 */
async function overtaken(n: number, gained: readonly (readonly Change[])[]) {
  const { chain, reader, deps, scenario, ...watcher } = await oneOfEach();
  const { client, until, goOn, calls } = pausing(dynamoDb(), n);
  const slow = checking(deps, scenario, reader, { table: openTable(deps.table.name, client) });
  const { stopped, done } = await until(() => slow.run());
  const before = calls();
  for (const changes of gained) chain.append(changing(...changes));
  await watcher.run();
  goOn();
  // The scan or the check of the slow process may fail, because the other process was faster.
  await done.catch(() => undefined);
  for (const process of [slow, watcher]) {
    chain.append(changing());
    await process.run();
  }
  return { stopped, calls: before, seen: await outcome({ deps, scenario, ...watcher }) };
}

const PAID = { ...RIGHT, records: [...RIGHT.records, 'watch 2'].sort(), events: RIGHT.events + 1, balance: ['1013'] };

it.each([
  ['the same block', [], RIGHT],
  ['a block that pays the wallet', [[pays('plain', '2')]], PAID],
])(
  'a check that stands still while another check runs at %s changes nothing afterwards',
  async (_at, gained, right) => {
    const undisturbed = await overtaken(0, gained);
    expect(undisturbed).toMatchObject({ stopped: false, seen: right });
    const stops = Array.from({ length: undisturbed.calls }, (_, n) => n + 1);
    for (const n of sampled(stops, 3)) {
      const { seen } = await overtaken(n, gained);
      expect([n, seen]).toEqual([n, right]);
    }
  },
);
