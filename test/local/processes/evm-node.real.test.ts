import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { parseEther } from 'ethers';
import { Processes } from '../../../local/processes/child-processes.ts';
import { DataDir } from '../../../local/processes/data-dir.ts';
import { startAnvil } from '../../../local/processes/emulators.ts';
import { newActor } from '../../support/anvil.ts';

const RECEIVER = '0x000000000000000000000000000000000000bEEF';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chainwatch-evm-node-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));

/** Runs `use` with the node of the folder, and stops the node. */
async function withNode(use: (actor: Awaited<ReturnType<typeof newActor>>) => Promise<void>): Promise<void> {
  const processes = new Processes();
  const deaths: string[] = [];
  const onDeath = (message: string) => void deaths.push(message);
  const actor = await newActor(await startAnvil({ dataDir: new DataDir(folder), processes, onDeath }));
  await use(actor);
  actor.stop();
  await processes.stop();
  expect(deaths).toEqual([]);
}

describe('The local EVM node', () => {
  it('keeps its blocks and the balances after each block between two starts', async () => {
    await withNode(async (actor) => {
      await actor.sendEther(RECEIVER, '1');
      await actor.sendEther(RECEIVER, '2');
    });
    await withNode(async ({ provider }) => {
      expect(await provider.getBlockNumber()).toBe(2);
      expect(await provider.getBalance(RECEIVER, 1)).toBe(parseEther('1'));
      expect(await provider.getBalance(RECEIVER)).toBe(parseEther('3'));
    });
  });
});
