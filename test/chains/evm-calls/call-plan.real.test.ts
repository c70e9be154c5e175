import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getAddress, id, JsonRpcProvider, parseUnits, toQuantity } from 'ethers';
import fc from 'fast-check';
import { evmReader } from '../../../lib/chains/evm/evm-reader.ts';
import type { DecodedTransaction } from '../../../lib/chains/port/chain.ts';
import { chainOf } from '../../../lib/chains/registry.ts';
import { receiptOf } from '../../../local/chains/mined.ts';
import { Processes } from '../../../local/processes/child-processes.ts';
import { DataDir } from '../../../local/processes/data-dir.ts';
import { startAnvil } from '../../../local/processes/emulators.ts';
import { quiet } from '../../support/quiet.ts';
import { thrice } from '../../support/rpc-nodes.ts';
import { runs } from '../../support/sample.ts';
import { contractsOf, type Plan, plans } from './call-plan.ts';

quiet();

const processes = new Processes();
const directory = mkdtempSync(join(tmpdir(), 'chainwatch-calls-'));
const signal = new AbortController().signal;
let url: string;
let node: JsonRpcProvider;
beforeAll(async () => {
  const onDeath = (message: string) => process.stderr.write(message);
  url = await startAnvil({ dataDir: new DataDir(directory), processes, onDeath });
  node = new JsonRpcProvider(url, 31337, { staticNetwork: true, cacheTimeout: -1, pollingInterval: 20 });
});
afterAll(async () => {
  node.destroy();
  await processes.stop();
  rmSync(directory, { recursive: true, force: true });
});

/** An account whose key anvil holds. */
const ALICE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const BENEFICIARY = getAddress('0x00000000000000000000000000000000000beef1');
const GAS = 3_000_000;

let count = 0;
const newAddress = (): string => `0x${id(`contract ${count++}`).slice(-40)}`;

/** Takes each plan back after its run: anvil slows with every block that it keeps. */
async function run(...of: Parameters<typeof ran>) {
  const snapshot = await node.send('evm_snapshot', []);
  try {
    return await ran(...of);
  } finally {
    await node.send('evm_revert', [snapshot]);
  }
}

/** Runs a plan as one transaction that sends `value` wei, and decodes the transaction. */
async function ran(plan: Plan, value: number, reader = evmReader(chainOf('anvil'), thrice(url))) {
  const contracts = contractsOf(plan, newAddress, BENEFICIARY);
  for (const { address, balance, code } of contracts) {
    await node.send('anvil_setCode', [address, code]);
    await node.send('anvil_setBalance', [address, toQuantity(balance)]);
  }
  const known = [ALICE, BENEFICIARY, ...contracts.map(({ address }) => getAddress(address))];
  const balances = new Map<string, bigint>();
  for (const address of known) balances.set(address, await node.getBalance(address));
  const to = contracts[0].address;
  const hash = await node.send('eth_sendTransaction', [
    { from: ALICE, to, value: toQuantity(value), gas: toQuantity(GAS), data: '0x01' },
  ]);
  await receiptOf(node, hash);
  const decoded = await reader.lookup(hash, signal);
  if (decoded === null) throw new Error(`the node does not know ${hash}`);
  const created = decoded.movements.flatMap(({ from, to: end }) => [from, end]);
  const addresses = new Set([...known, ...created]);
  const changes = new Map<string, bigint>();
  for (const address of addresses) {
    changes.set(address, (await node.getBalance(address)) - (balances.get(address) ?? 0n));
  }
  return { decoded, changes };
}

const weiOf = (amount: string): bigint => parseUnits(amount, 18);

/** The change of an address's balance by the movements and the fee. */
function changeOf({ movements, fromAddress, feeAmount }: DecodedTransaction, address: string): bigint {
  const moved = movements.reduce((sum, { from, to, amount }) => {
    const gained = to === address ? weiOf(amount) : 0n;
    return sum + gained - (from === address ? weiOf(amount) : 0n);
  }, 0n);
  return moved - (fromAddress === address ? weiOf(feeAmount) : 0n);
}

describe('the movements of a transaction with nested calls', () => {
  it('sum to the change of every balance, for any plan of calls, failures and destructions', async () => {
    let inner = 0;
    await fc.assert(
      fc.asyncProperty(plans, fc.integer({ min: 0, max: 9 }), async (plan, value) => {
        const { decoded, changes } = await run(plan, value);
        inner += decoded.movements.filter(({ origin }) => origin === 'call').length;
        expect(decoded.detail).toBe('full');
        for (const [address, change] of changes)
          expect([address, changeOf(decoded, address)]).toEqual([address, change]);
      }),
      { numRuns: runs(15, 1_000), seed: 7 },
    );
    expect(inner).toBeGreaterThan(10);
  });
});
