import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { JsonRpcProvider, parseEther } from 'ethers';
import { routes } from '../../functions/routes.ts';
import { type LocalStack, startStack } from '../../local/cli/local-stack.ts';
import { closeAll, listen, receiving } from '../platform/outbound/receiver.ts';
import { type ApiClient, api, invoke } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';

// Scenario: the council of a DAO has a Safe and a hot wallet. Critical alerts of Safes page the council and go to its
// Telegram group. Everything else goes to a channel of Discord. The test tells the story of a week.

const SAFE = '0x1b53000000000000000000000000000000001173';
const HOT = '0x68b3000000000000000000000000000000008fc4';

/** A vendor that takes everything. */
async function aVendor(answer: object = {}) {
  const { listener, received } = receiving((response) =>
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(answer)),
  );
  const url = `http://127.0.0.1:${await listen(createServer(listener))}`;
  return { url, bodies: () => received.map(({ body }) => body.toString()) };
}
type Vendor = Awaited<ReturnType<typeof aVendor>>;

const directory = mkdtempSync(join(tmpdir(), 'chainwatch-council-'));
let stack: LocalStack;
let client: ApiClient;
let node: JsonRpcProvider;
let pages: Vendor;
let telegram: Vendor;
let discord: Vendor;
let watched: Record<'safe' | 'hot', string>;
let rules: Record<'safe' | 'any', string>;

const texts = { pages: () => pages.bodies(), telegram: () => telegram.bodies(), discord: () => discord.bodies() };
const arrived = (where: keyof typeof texts, count: number) => eventually(texts[where], ({ length }) => length >= count);
const pageActions = () =>
  texts.pages().map((body) => {
    const { event_action, dedup_key } = JSON.parse(body);
    return [event_action, dedup_key];
  });

/** Pays a wallet, and waits until every rule has decided. Returns the id of the record. */
async function pay(to: string, ether: string): Promise<string> {
  const signer = await node.getSigner(0);
  const { hash } = await signer.sendTransaction({ to, value: parseEther(ether) });
  await node.send('evm_mine', []);
  const { data } = await eventually(
    () => client.ok(routes.listTransactions, { query: { q: hash.slice(0, 60) } }),
    (found) => found.data.length === 1,
  );
  const id = data[0]?.id ?? '';
  await eventually(
    () => client.ok(routes.listDecisions, { params: { id } }),
    (answer) => answer.data.every(({ outcome }) => outcome !== 'waiting'),
  );
  return id;
}

beforeAll(async () => {
  [pages, telegram, discord] = await Promise.all([aVendor({ status: 'success' }), aVendor({ ok: true }), aVendor()]);
  stack = await startStack({
    port: 0,
    dataDir: join(directory, 'data'),
    watch: ['anvil'],
    retryDelays: [0, 0, 0, 0, 0],
    vendors: { pagerduty: pages.url, telegram: telegram.url },
    log: () => {},
  });
  client = api(stack.apiKey, stack.baseUrl);
  node = new JsonRpcProvider(stack.anvilUrl, 31337, { staticNetwork: true });
  const wallet = async (label: string, address: string, type: string) =>
    (await client.ok(routes.createWallet, { body: { label, address, type, chains: ['anvil'] } })).id;
  watched = { safe: await wallet('Council Safe', SAFE, 'multisig'), hot: await wallet('Gas station', HOT, 'hot') };
  const rule = async (name: string, more: object) => {
    const body = { name, ruleType: 'any_transfer', cooldownMinutes: 0, notifyEmail: false, ...more };
    return (await client.ok(routes.createRule, { body })).id;
  };
  rules = {
    safe: await rule('The Safe moves', { severity: 'critical', walletIds: [watched.safe] }),
    any: await rule('Anything moves', { severity: 'info' }),
  };
  const critical = { severities: ['critical'], walletTypes: ['multisig'] };
  const add = (name: string, kind: string, config: object, match: object) =>
    client.ok(routes.createDestination, { body: { name, kind, config, match } });
  await add('Council pager', 'pagerduty', { routingKey: 'R02BT5YQ4S3L' }, critical);
  await add('Council group', 'telegram', { botToken: '1234567:AAEhBOweik', chatId: '-1001' }, critical);
  const others = { severities: ['info', 'warning'], events: ['alert.fired', 'alert.retracted'] };
  await add('Council channel', 'discord', { url: `${discord.url}/hook` }, others);
});
afterAll(async () => {
  node?.destroy();
  await stack?.stop();
  await closeAll();
  rmSync(directory, { recursive: true, force: true });
});

const linkIn = (body = ''): string => /(\/a\/[\w.-]+)/.exec(body)?.[1] ?? '';
const eventOf = async (ruleId: string, transactionId: string) => {
  const { data } = await client.ok(routes.listEvents, { query: { ruleId } });
  return data.find((event) => event.transactionId === transactionId);
};

describe('In its week, the council', () => {
  it('knows beforehand who would get an alert', async () => {
    const query = { ruleId: rules.safe, walletId: watched.safe };
    const { data } = await client.ok(routes.previewDestinations, { query });
    expect(data.map(({ name }) => name).toSorted()).toEqual(['Council group', 'Council pager']);
  });

  it('is paged and gets Telegram messages when the Safe moves, and reads of everything else in Discord', async () => {
    await pay(HOT, '1');
    await arrived('discord', 1);
    const transaction = await pay(SAFE, '2');
    await arrived('pages', 1);
    await arrived('telegram', 1);
    await arrived('discord', 2);
    const event = await eventOf(rules.safe, transaction);
    expect(pageActions()).toEqual([['trigger', event?.id]]);
    expect(texts.telegram()[0]).toContain('Council Safe');
    expect(texts.discord().join()).not.toContain('The Safe moves');
  });

  it('acknowledges by the link in the message, and the page ends its alarm', async () => {
    const url = `${stack.baseUrl}${linkIn(texts.telegram()[0])}`;
    const shown = await fetch(url);
    expect(shown.status).toBe(200);
    const { data } = await client.ok(routes.listEvents, { query: { ruleId: rules.safe } });
    expect(data[0]).toMatchObject({ status: 'open' });
    const token = url.slice(url.lastIndexOf('/') + 1);
    const post = () =>
      fetch(`${stack.baseUrl}/api/links/acknowledge`, { method: 'POST', body: new URLSearchParams({ token }) });
    expect((await post()).status).toBe(200);
    const [event] = (await client.ok(routes.listEvents, { query: { ruleId: rules.safe } })).data;
    expect(event).toMatchObject({ status: 'acknowledged', acknowledgedByName: 'Council group', acknowledgedBy: null });
    await arrived('pages', 2);
    expect(pageActions()[1]).toEqual(['acknowledge', event?.id]);
    expect((await post()).status).toBe(410);
  });

  it('mutes the noise for two hours, and reads at the end what it missed', async () => {
    const params = { id: rules.any };
    const mute = (ms: number) => {
      const mutedUntil = new Date(Date.now() + ms).toISOString();
      return client.ok(routes.updateRule, { params, body: { mutedUntil, muteReason: 'Payroll runs' } });
    };
    await mute(2 * 3600 * 1000);
    const before = texts.discord().length;
    const first = await pay(HOT, '3');
    await pay(HOT, '4');
    const { data } = await client.ok(routes.listDecisions, { params: { id: first } });
    expect(data.find(({ ruleId }) => ruleId === rules.any)).toMatchObject({ outcome: 'suppressed', reason: 'muted' });
    expect(data.find(({ ruleId }) => ruleId === rules.safe)).toMatchObject({ outcome: 'not_matched' });
    expect(await client.ok(routes.getRule, { params })).toMatchObject({
      suppressedByReason: { cooldown: 0, muted: 2 },
    });
    expect(texts.discord()).toHaveLength(before);
    // The two hours are over: the same mute, with an end that comes at once.
    await mute(2_000);
    const messages = await eventually(
      async () => {
        await invoke('handover', {}, stack.awsEndpoint);
        return texts.discord().slice(before);
      },
      ({ length }) => length > 0,
    );
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatch(/Anything moves/);
    expect(messages[0]).toMatch(/\b2\b/);
  });

  it('is no longer paged for a transaction that a reorganisation removed', async () => {
    const transaction = await pay(SAFE, '5');
    const event = await eventOf(rules.safe, transaction);
    await arrived('pages', 3);
    expect(pageActions()[2]).toEqual(['trigger', event?.id]);
    await node.send('anvil_reorg', [2, []]);
    await node.send('anvil_mine', ['0x3']);
    await arrived('pages', 4);
    expect(pageActions()[3]).toEqual(['resolve', event?.id]);
    // Telegram takes a message a second, so that the retraction may come later there than at the pager.
    await eventually(
      async () => texts.telegram().at(-1) ?? '',
      (text) => /retracted/i.test(text),
    );
  });
});
