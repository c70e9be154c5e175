import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { routes } from '../../../functions/routes.ts';
import { local } from '../../../infra/stages.ts';
import { Coverage } from '../../../lib/overview/coverage/schema.ts';
import { Transaction } from '../../../lib/transactions/schema.ts';
import { pageOfSchema } from '../../../lib/values/fields.ts';
import { Wallet } from '../../../lib/wallets/schema.ts';
import { type StackOptions, startStack } from '../../../local/cli/local-stack.ts';
import { client } from '../../../local/demo/demo-client.ts';
import { startSolanaSender } from '../../../local/demo/demo-solana.ts';
import { evmAddress } from '../../api/samples.ts';
import { newActor } from '../../support/anvil.ts';

const Transactions = pageOfSchema(Transaction);

let dataDir: string;
let logged: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'chainwatch-chains-'));
  logged = '';
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));

/** Runs `use` with a stack on the data folder. */
async function withStack(
  options: Partial<StackOptions>,
  use: (api: ReturnType<typeof client>, rpcUrls: Readonly<Record<string, readonly string[]>>) => Promise<void>,
): Promise<void> {
  const log = (text: string) => {
    logged += text;
  };
  const stack = await startStack({ port: 0, dataDir, anvil: false, log, ...options });
  try {
    await use(client(stack.baseUrl, stack.apiKey), stack.rpcUrls);
  } finally {
    await stack.stop();
  }
}

/** Polls until the condition holds. @throws Error after 60 s. */
async function until(done: () => Promise<boolean>): Promise<void> {
  for (const deadline = performance.now() + 60_000; performance.now() < deadline; await sleep(50)) {
    if (await done()) return;
  }
  throw new Error(`waited 60 s in vain: ${logged}`);
}

describe('A stack that watches', () => {
  it('solana without an RPC URL starts its own node, with a new chain at each start', async () => {
    let address: string | undefined;
    for (const start of [1, 2]) {
      await withStack({ watch: ['solana'] }, async (api, { solana: [url = ''] = [] }) => {
        const sender = await startSolanaSender(url);
        address ??= sender.newAddress();
        if (start === 1) {
          await api.call(routes.createWallet, Wallet, { body: { label: 'Watched', address, chains: ['solana'] } });
        }
        const signature = await sender.sendSol(address, `0.${start}`);
        const list = () => api.call(routes.listTransactions, Transactions);
        await until(async () => (await list()).meta.total === start);
        expect((await list()).data[0]).toMatchObject({ hash: signature, tokenAmount: `0.${start}`, source: 'watch' });
      });
    }
    expect(logged).not.toContain('"level":"error"');
  });

  it('xrp without an RPC URL scans the recorded ledgers from the first to the last', async () => {
    await withStack({ watch: ['xrp'] }, async (api) => {
      const coverage = () => api.call(routes.getCoverage, Coverage, { params: { id: 'xrp' } });
      await until(async () => (await coverage()).height === 11_119_613);
      expect(await coverage()).toMatchObject({
        status: 'running',
        ranges: [{ from: 11_119_607, to: 11_119_613 }],
        gaps: [],
      });
    });
  });

  it('anvil uses the given first height and number of confirmations', async () => {
    const options = { watch: ['xrp'], start: { xrp: 11_119_609 }, confirmations: { xrp: 2 } } as const;
    await withStack(options, async (api) => {
      const coverage = () => api.call(routes.getCoverage, Coverage, { params: { id: 'xrp' } });
      await until(async () => (await coverage()).height === 11_119_611);
      expect(await coverage()).toMatchObject({ confirmations: 2, ranges: [{ from: 11_119_609, to: 11_119_611 }] });
    });
  });

  it('anvil records every payment of a block that has more payments than the budget of a block', async () => {
    await withStack({ watch: ['anvil'], anvil: true }, async (api, { anvil: [url = ''] = [] }) => {
      const actor = await newActor(url);
      const address = evmAddress();
      await api.call(routes.createWallet, Wallet, { body: { label: 'Busy', address, chains: ['anvil'] } });
      const amounts = Array.from({ length: local.records.perBlock + 5 }, (_, n) => String(n + 1));
      const hashes = await actor.sendTogether(address, amounts);
      actor.stop();
      const list = () => api.call(routes.listTransactions, Transactions, { query: { pageSize: '100' } });
      await until(async () => (await list()).meta.total === amounts.length);
      const { data } = await list();
      expect(data.map(({ hash }) => hash).sort()).toEqual(hashes.toSorted());
      expect(new Set(data.map(({ blockNumber }) => blockNumber)).size).toBe(1);
      expect(data.filter(({ source }) => source === 'watch')).toHaveLength(amounts.length);
    });
    expect(logged).not.toContain('"level":"error"');
  });

  it('no chain invokes no watcher', async () => {
    await withStack({ watch: [] }, async (api) => {
      expect((await api.call(routes.getCoverage, Coverage, { params: { id: 'anvil' } })).status).toBe('unwatched');
    });
    expect(logged).not.toContain('chain.');
  });
});
