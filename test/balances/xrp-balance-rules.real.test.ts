import { afterEach, describe, expect, it } from '@jest/globals';
import { chainOf } from '../../lib/chains/registry.ts';
import { xrpReader } from '../../lib/chains/xrp/xrp-reader.ts';
import { openTable } from '../../lib/platform/table/table.ts';
import { RECORDED_PAYMENT, type RecordedLedgers, startRecordedLedgers } from '../../local/chains/recorded-ledgers.ts';
import { Faults, type Plan } from '../support/faults.ts';
import { quiet } from '../support/quiet.ts';
import { thrice } from '../support/rpc-nodes.ts';
import { sweep } from '../support/sweep.ts';
import { dynamoDb } from '../support/table.ts';
import { accountChecks } from './accounts.ts';

/* The payment of 200 XRP is in the fifth recorded ledger, a round of checks after the first; the next is far away. */

quiet();
const servers: RecordedLedgers[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

const FIRST = 11_119_607;

/** A tag that the recorded payment does not state. */
const TAG = { destinationTag: 7 };
const PAID = ['record', RECORDED_PAYMENT.hash];

interface Watching {
  /** Ledgers between two checks. */
  readonly every?: number;
  /** Whether the organisation has a wallet with a tag at the account, and whether it watches it. */
  readonly tagged?: 'watched' | 'kept';
}

/** The payer of the recorded payment, watched since before the first round, and a rule about what the payer holds. */
async function watchedPayer({ every = 1_000, tagged }: Watching = {}) {
  const served = await startRecordedLedgers({ head: FIRST });
  servers.push(served);
  const reader = xrpReader(chainOf('xrp'), thrice(served.url));
  const checks = await accountChecks({ chain: 'xrp', reader, start: served.first, every });
  const wallet = await checks.watch(RECORDED_PAYMENT.from);
  await checks.run();
  if (tagged !== undefined) await checks.watch(RECORDED_PAYMENT.from, { ...TAG, watch: tagged === 'watched' });
  const [before] = await checks.balancesOf(wallet);
  if (before === undefined) throw new Error('the first round has found no balance');
  const below = Math.floor(Number(before.amount)) - 100;
  await checks.scenario.makeRule({ ruleType: 'balance', conditions: { asset: 'native', below } });
  const validate = () => {
    while (served.advance());
  };
  return { ...checks, validate };
}

describe('a rule about the balance of an XRP account', () => {
  it('fires with the payment that crosses the bound, long before the next round', async () => {
    const { validate, run, evaluate, told } = await watchedPayer();
    validate();
    await run();
    await evaluate();
    expect(await told()).toEqual([PAID]);
    await evaluate();
    expect(await told()).toEqual([PAID]);
  });

  it('fires once, with the payment, when a check comes before or after the evaluation', async () => {
    const { validate, run, evaluate, told } = await watchedPayer({ every: 1 });
    validate();
    await run();
    expect(await told()).toEqual([]);
    await evaluate();
    await run();
    expect(await told()).toEqual([PAID]);
  });

  it('fires with the payment where a tag of the account is watched, too', async () => {
    const { validate, run, evaluate, told } = await watchedPayer({ tagged: 'watched' });
    validate();
    await run();
    await evaluate();
    expect(await told()).toEqual([PAID]);
  });

  it('fires once, by the check, when the check of a shared account comes before the evaluation', async () => {
    const { validate, run, evaluate, told } = await watchedPayer({ every: 1, tagged: 'watched' });
    validate();
    await run();
    await evaluate();
    expect(await told()).toEqual([['check']]);
  });

  it('fires neither by a record nor by a check while a tag of the account is not watched', async () => {
    const { validate, run, evaluate, told } = await watchedPayer({ every: 1, tagged: 'kept' });
    validate();
    await run();
    await evaluate();
    expect(await told()).toEqual([]);
  });
});

const faults = new Faults();
const failingClient = faults.over(dynamoDb());
const WAYS: readonly [string, Pick<Plan, 'fails' | 'process'>][] = [
  ['dies before a call takes effect', { fails: 'before', process: 'dies' }],
  ['dies after a call took effect', { fails: 'after', process: 'dies' }],
];

it.each(WAYS)('fires once when a process %s between the scan and the next check', async (_how, plan) => {
  const calls = await sweep(faults, plan, 4, async (planned) => {
    const { validate, run, evaluate, told, table } = await watchedPayer({ every: 1 });
    validate();
    faults.arm(planned);
    const failing = openTable(table.name, failingClient);
    await faults.process(() => evaluate(failing));
    await faults.process(() => run(failing));
    await evaluate();
    await run();
    expect(await told()).toEqual([PAID]);
  });
  expect(calls).toContain('TransactWriteItemsCommand');
});
