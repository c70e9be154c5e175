import { expect, it, jest } from '@jest/globals';
import * as z from 'zod';
import { evaluationDeps } from '../../lib/alerts/evaluation/evaluation-wiring.ts';
import { evmReader } from '../../lib/chains/evm/evm-reader.ts';
import { chainOf } from '../../lib/chains/registry.ts';
import { openTable } from '../../lib/platform/table/table.ts';
import { type ContractCase, stated, watchingCase } from '../chains/evm-contracts/contract-case.ts';
import { contractNode } from '../chains/evm-contracts/contract-node.ts';
import { etherAndTokens } from '../chains/evm-contracts/ether-and-tokens.ts';
import { Faults, HEALTHY, InjectedFaultError, type Plan } from '../support/faults.ts';
import { quiet } from '../support/quiet.ts';
import { NO_METHOD, rpcNodes, thrice } from '../support/rpc-nodes.ts';
import { sampled } from '../support/sample.ts';
import { sampledCalls } from '../support/sweep.ts';
import { dynamoDb } from '../support/table.ts';
import { watching } from './watched.ts';

quiet();
const node = contractNode();
const { relay } = rpcNodes();

const Request = z.object({ method: z.string() });

/** Applies the faults to every RPC call, until `restore`. */
function faultsOverFetch(faults: Faults) {
  const realFetch = globalThis.fetch;
  const spy = jest.spyOn(globalThis, 'fetch');
  spy.mockImplementation((input, init) => {
    const { method } = Request.parse(JSON.parse(String(init?.body)));
    return faults.around(method, () => realFetch(input, init));
  });
  return { restore: () => spy.mockRestore() };
}

/**
 * Scans and evaluates in a process that dies as planned, then in the next process. Expects exactly the records and the
 * alerts of the case.
 */
async function run(faults: Faults, made: ContractCase, height: number, urls: readonly string[], plan: Plan) {
  const next = await watchingCase(node, made, height, [...urls]);
  const { deps, scenario } = next;
  const table = openTable(deps.table.name, faults.over(dynamoDb()));
  const dying = watching(deps, scenario, evmReader(chainOf('anvil'), urls), 'anvil', { table });
  const evaluation = evaluationDeps({ ...deps, table }, scenario.queue);
  faults.arm(plan);
  const { restore } = faultsOverFetch(faults);
  try {
    await faults.process(async () => {
      try {
        await dying.all();
        for (const record of (await dying.records()).values()) await scenario.evaluate(record, evaluation);
      } catch (error) {
        // The RPC client reports its own error after its process died.
        throw faults.hit === undefined ? error : new InjectedFaultError(String(error));
      }
    });
  } finally {
    restore();
  }
  expect(await next.outcome()).toEqual(stated(made.traced, { detail: 'full', inclusion: 0 }));
}

/** Calls that change the table. A lost answer of such a call differs from a lost call. */
const WRITES = ['PutItemCommand', 'UpdateItemCommand', 'DeleteItemCommand', 'TransactWriteItemsCommand'];

it.each([
  { trace: 'debug_traceTransaction', lacking: 'nothing', of: 'any call' },
  { trace: 'trace_transaction', lacking: 'debug_traceTransaction', of: 'any RPC call' },
])(
  'a watcher that dies at $of, $trace included, and the next watcher record a payment by a contract once',
  async ({ trace, lacking, of }) => {
    const made = await etherAndTokens(node);
    const height = await node.settle();
    await node.send(made.transaction);
    const { url } = await relay(node.url(), ({ method }) => (method === lacking ? NO_METHOD : undefined));
    const faults = new Faults();
    const dyingAt = (plan: Plan) => run(faults, made, height, thrice(url), plan);
    await dyingAt(HEALTHY);
    const calls = [...faults.calls];
    const steps = ['eth_getBlockReceipts', trace, 'eth_call', 'PutItemCommand', 'TransactWriteItemsCommand'];
    expect(calls).toEqual(expect.arrayContaining(steps));

    const places = sampledCalls(calls, calls.length).filter(({ call }) => of === 'any call' || call.includes('_'));
    for (const place of sampled(places, 6, ({ call }) => call)) {
      const ways = WRITES.includes(place.call) ? (['before', 'after'] as const) : (['before'] as const);
      for (const fails of ways) {
        await dyingAt({ ...place, fails, process: 'dies' });
        expect({ ...place, hit: faults.hit?.call }).toEqual({ ...place, hit: place.call });
      }
    }
  },
);
