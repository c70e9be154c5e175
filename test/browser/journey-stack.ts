import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JsonRpcProvider } from 'ethers';
import * as z from 'zod';
import { RECORDED_PAYMENT, startRecordedLedgers } from '../../local/chains/recorded-ledgers.ts';
import { startStack } from '../../local/cli/local-stack.ts';
import { startSolanaSender } from '../../local/demo/demo-solana.ts';
import { close, listen } from '../../local/processes/servers.ts';
import { newActor } from '../support/anvil.ts';

/** A receiver of webhooks that answers with the status of its `state`. */
async function startReceiver() {
  const state = { status: 500 };
  const { server, url } = await listen((request, response) => {
    request.resume();
    response.writeHead(state.status).end('<b>Accounting is down</b>');
  }, 0);
  return { state, url: `${url}/hooks`, stop: () => close(server) };
}

const Message = z.looseObject({ embeds: z.array(z.looseObject({})).min(1) });

/** Discord, which takes only messages and answers with the status of its `state`. */
async function startDiscord() {
  const state = { status: 204 };
  const taken: { readonly path: string | undefined; readonly text: string }[] = [];
  const { server, url } = await listen(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString();
    const isMessage = Message.safeParse(JSON.parse(text)).success;
    if (isMessage && state.status === 204) taken.push({ path: request.url, text });
    response.writeHead(isMessage ? state.status : 400).end();
  }, 0);
  return { state, taken, url, stop: () => close(server) };
}

/**
 * A stack of its own that watches three chains, people who pay on these chains, a receiver of webhooks, and Discord.
 */
export async function startJourney() {
  await using pile = new AsyncDisposableStack();
  const dataDir = mkdtempSync(join(tmpdir(), 'chainwatch-journey-'));
  pile.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const ledgers = await startRecordedLedgers({ head: RECORDED_PAYMENT.ledger - 1 });
  pile.defer(ledgers.stop);
  const discord = await startDiscord();
  pile.defer(discord.stop);
  const stack = await startStack({
    port: 0,
    dataDir,
    rpc: { xrp: [ledgers.url] },
    watch: ['anvil', 'solana', 'xrp'],
    retryDelays: [0, 0, 0, 0, 0],
    vendors: { discord: discord.url },
    log: () => {},
  });
  pile.defer(stack.stop);
  const [solanaUrl] = stack.rpcUrls.solana ?? [];
  if (stack.anvilUrl === undefined || solanaUrl === undefined) throw new Error('The stack has no nodes');
  const [evm, solana, receiver] = await Promise.all([
    newActor(stack.anvilUrl),
    startSolanaSender(solanaUrl),
    startReceiver(),
  ]);
  pile.defer(evm.stop);
  pile.defer(receiver.stop);
  const node = new JsonRpcProvider(stack.anvilUrl, 31337, { staticNetwork: true });
  pile.defer(() => node.destroy());
  const started = pile.move();
  return {
    ...stack,
    evm,
    solana,
    receiver,
    discord,
    xrpAddress: RECORDED_PAYMENT.to,
    payXrp: () => ledgers.advance(),
    /** Replaces the newest block by an empty block, and adds another. */
    async reorganise() {
      await node.send('anvil_reorg', [1, []]);
      await node.send('evm_mine', []);
    },
    stop: () => started.disposeAsync(),
  };
}

export type Journey = Awaited<ReturnType<typeof startJourney>>;
