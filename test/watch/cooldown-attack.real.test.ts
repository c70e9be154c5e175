import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { id, JsonRpcProvider, MaxUint256, parseEther, toBeHex, toQuantity } from 'ethers';
import { evmReader } from '../../lib/chains/evm/evm-reader.ts';
import { chainOf } from '../../lib/chains/registry.ts';
import { receiptOf } from '../../local/chains/mined.ts';
import { Processes } from '../../local/processes/child-processes.ts';
import { DataDir } from '../../local/processes/data-dir.ts';
import { startAnvil } from '../../local/processes/emulators.ts';
import { quiet } from '../support/quiet.ts';
import { thrice } from '../support/rpc-nodes.ts';
import { watchedScenario } from './watched.ts';

quiet();

const processes = new Processes();
const directory = mkdtempSync(join(tmpdir(), 'chainwatch-cooldown-'));
let url: string;
let node: JsonRpcProvider;
beforeAll(async () => {
  const onDeath = (message: string) => process.stderr.write(message);
  url = await startAnvil({ dataDir: new DataDir(directory), processes, onDeath });
  node = new JsonRpcProvider(url, 31337, { staticNetwork: true, cacheTimeout: -1 });
});
afterAll(async () => {
  node.destroy();
  await processes.stop();
  rmSync(directory, { recursive: true, force: true });
});

/** Accounts whose keys anvil holds. */
const VICTIM = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const STRANGER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

/** Logs what the input says: the topics in the first three words and the data in the fourth. Answers no other call. */
const LOGGER = '0x00000000000000000000000000000000000fa4e1';
const LOGGER_CODE = '0x36608011601b5760603560005260403560203560003560206000a35b00';
const word = (value: string): string => value.slice(2).padStart(64, '0');
const logged = (event: string, to: string, amount: bigint) =>
  `0x${[id(event), VICTIM, to, toBeHex(amount)].map(word).join('')}`;

const mined = async (transaction: object): Promise<string> => {
  const hash = await node.send('eth_sendTransaction', [{ gas: toQuantity(100_000), ...transaction }]);
  await receiptOf(node, hash);
  return hash;
};

// Scenario: the rules have the default fields. A stranger logs a transfer and an approval of the wallet from a contract
// of his own, as often as he likes. Then the wallet is drained, within the cooldown.
describe('a fake token that starts the cooldown of the real alert', () => {
  it('suppresses no approval and no theft', async () => {
    const { scenario, all } = await watchedScenario(evmReader(chainOf('anvil'), thrice(url)));
    await scenario.makeWallet({ label: 'Victim', address: VICTIM, chains: ['anvil'] });
    for (const ruleType of ['outbound_only', 'any_transfer', 'approval']) {
      await scenario.makeRule({ name: ruleType, ruleType });
    }
    await scenario.makeRule({
      name: 'unlimited',
      ruleType: 'approval',
      conditions: { unlimited: true },
      cooldownMinutes: 5,
    });
    await node.send('anvil_setCode', [LOGGER, LOGGER_CODE]);
    await all({ start: (await node.getBlockNumber()) + 1 });

    const fakes: string[] = [];
    for (let i = 0; i < 3; i++) {
      const from = { from: STRANGER, to: LOGGER };
      fakes.push(await mined({ ...from, data: logged('Transfer(address,address,uint256)', STRANGER, 1n) }));
      fakes.push(await mined({ ...from, data: logged('Approval(address,address,uint256)', STRANGER, MaxUint256) }));
    }
    // The wallet itself calls a token, which has no code here beside the log.
    const approved = await mined({
      from: VICTIM,
      to: LOGGER,
      data: logged('Approval(address,address,uint256)', STRANGER, MaxUint256),
    });
    const drained = await mined({ from: VICTIM, to: STRANGER, value: toQuantity(parseEther('5000')) });
    await all();

    const alerts: [string, string][] = [];
    for (const hash of [...fakes, approved, drained]) {
      for (const record of await scenario.evaluation.transactions.byHash(scenario.organisation, hash)) {
        await scenario.evaluate(record);
      }
    }
    for (const { ruleName, transaction } of await scenario.events()) alerts.push([ruleName, transaction.hash]);
    const rulesOf = (hash: string) =>
      alerts
        .filter(([, of]) => of === hash)
        .map(([rule]) => rule)
        .sort();
    expect(rulesOf(drained)).toEqual(['any_transfer', 'outbound_only']);
    expect(rulesOf(approved)).toEqual(['approval', 'unlimited']);
    const ofFakes = fakes.flatMap(rulesOf).sort();
    // The default of `approval` is no cooldown.
    expect(ofFakes).toEqual(['any_transfer', 'approval', 'approval', 'approval', 'outbound_only', 'unlimited']);
  });
});
