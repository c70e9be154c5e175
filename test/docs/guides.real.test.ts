import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import { type LocalStack, startStack } from '../../local/cli/local-stack.ts';
import { delivery } from '../api/alerting.ts';
import {
  freePort,
  nodeReceiver,
  pythonReceiver,
  type ReceiverProgram,
  type RunningReceiver,
  root,
  startReceiver,
} from '../examples/receiver-process.ts';
import { type ApiClient, api } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { Guide, Terminal } from './guide.ts';

const SECRET = 'the-secret-of-this-guide';
const EVENTS = ['alert.fired', 'alert.retracted', 'coverage.difference'];
const TREASURY = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

// Scenario: a reader follows both guides in one terminal, with the receiver in Node. The receiver in Python gets the
// same events in the standard format, in which the alert is named by a header alone. The commands are those of the
// guides; only the URLs, the key and the port of the receiver are those of the test.
let stack: LocalStack;
let client: ApiClient;
const terminal = new Terminal();
const directory = mkdtempSync(join(tmpdir(), 'chainwatch-guides-'));

/** One of the two receivers, with its port and its folder. */
async function makeReceiver(program: ReceiverProgram) {
  const folder = mkdtempSync(join(directory, `${program.language}-`));
  const port = await freePort();
  const start = (secret = SECRET) => startReceiver(program.commandIn(folder), { secret, port, folder });
  return { folder, port, start, running: await start() };
}
let node: Awaited<ReturnType<typeof makeReceiver>>;
let python: Awaited<ReturnType<typeof makeReceiver>>;

beforeAll(async () => {
  const dataDir = join(directory, 'data');
  const retryDelays = [0, 0, 0, 0, 0];
  [stack, node, python] = await Promise.all([
    startStack({ port: 0, dataDir, retryDelays, reconcileEvery: { anvil: 1 }, log: () => {} }),
    makeReceiver(nodeReceiver),
    makeReceiver(pythonReceiver),
  ]);
  client = api(stack.apiKey, stack.baseUrl);
  const body = { url: python.running.url, events: EVENTS, secret: SECRET };
  await client.ok(routes.createWebhook, { body });
});
afterAll(async () => {
  terminal.close();
  await Promise.all([node.running.kill(), python.running.kill()]);
  await stack.stop();
  rmSync(directory, { recursive: true, force: true });
});

const run = (block = ''): Promise<string> => terminal.run(block.replaceAll(':4000/', `:${node.port}/`));
const variable = (name: string): Promise<string> => terminal.run(`printf '%s' "$${name}"`);
const kinds = ({ done }: RunningReceiver): string[] => done.map(({ event }) => event);
const receivedBy = (receiver: RunningReceiver, event: string, count = 1) =>
  eventually(
    () => kinds(receiver).filter((each) => each === event).length,
    (found) => found >= count,
  );

/** Sends a ping and waits until the receiver has worked on it, and so on everything before it. */
async function pinged(): Promise<void> {
  const before = kinds(node.running).filter((kind) => kind === 'ping').length;
  await run('api -X POST $CHAINWATCH_URL/api/webhooks/$WEBHOOK/test');
  await receivedBy(node.running, 'ping', before + 1);
}

describe('docs/guides/first-alert.md', () => {
  const guide = new Guide('first-alert');

  it('leads from a wallet to an alert that the receivers get', async () => {
    const [, definitions, me] = guide.blocks('Start the service', 3);
    await run(definitions);
    await run(`CHAINWATCH_URL=${stack.baseUrl} CHAINWATCH_API_KEY=${stack.apiKey} NODE_URL=${stack.anvilUrl}`);
    expect(await run(me)).toContain('"scope":"admin"');
    await run(guide.blocks('Watch a wallet', 1)[0]);
    await run(guide.blocks('State the rules', 1)[0]);

    const [started, registered] = guide.blocks('Start a receiver', 2);
    expect(started).toBe(`PORT=4000 WEBHOOK_SECRET=${SECRET} npx node examples/receivers/receiver.mjs\n`);
    await run(registered);
    await receivedBy(node.running, 'ping');

    const [pay, show] = guide.blocks('Pay the wallet', 2);
    await run(pay);
    await receivedBy(node.running, 'alert.fired');
    await receivedBy(python.running, 'alert.fired');
    const shown = await run(show);
    expect(shown).toContain('"tokenAmount":"1"');
    expect(shown).toContain('"ruleName":"Large receipt"');
  });

  it('leads to a review, a dry run and a program', async () => {
    expect(await run(guide.blocks('Review the alert', 1)[0])).toContain('"status":"resolved"');
    const [ask, answer = ''] = guide.blocks('Ask why', 2);
    const dryRun = await run(ask);
    expect(JSON.parse(dryRun)).toEqual(JSON.parse(answer));
    const [program = '', command = ''] = guide.blocks('The same from a program', 2);
    const file = join(directory, 'overview.ts');
    writeFileSync(file, program.replace('./sdk/', `${root}/sdk/`));
    expect(await run(command.replace('overview.ts', file))).toBe('Treasury: 1 ETH (2500 USD)\n');
  });

  it('leads to a file that states what the reader made', async () => {
    const [lists = '', file = ''] = guide.blocks('The same from a terminal', 2);
    const listed = await run(lists.replace('node cli/', `${process.execPath} cli/`));
    expect(listed).toMatch(/^.*Large receipt.*$/m);
    expect(listed).toMatch(/2500|2,500/);
    expect(await run(file.replaceAll('chainwatch.yaml', join(directory, 'chainwatch.yaml')))).toBe(
      'Nothing to change.\n',
    );
  });

  it('has no other commands', () => {
    expect(guide.headings).toHaveLength(9);
  });
});

describe('docs/guides/receivers-that-survive.md', () => {
  const guide = new Guide('receivers-that-survive');
  const [replay = ''] = guide.blocks('A delivery that comes twice', 1);

  /** Waits until the delivery has arrived with this attempt. */
  const arrived = async (attempt: number) =>
    delivery(client, await variable('DELIVERY'), ({ attempts }) =>
      attempts.some(({ n, statusCode }) => n === attempt && statusCode === 204),
    );

  it('shows that a replayed delivery is worked on once', async () => {
    const before = kinds(node.running);
    // The newest delivery to the receiver is that of the alert.
    await run(replay);
    await arrived(2);
    await pinged();
    expect(kinds(node.running)).toEqual([...before, 'ping']);
  });

  it('shows that a receiver knows after a crash what it has done', async () => {
    await node.running.kill();
    node.running = await node.start();
    await run(replay.split('\n').slice(1).join('\n'));
    await arrived(3);
    await pinged();
    expect(kinds(node.running)).toEqual(['ping']);
  });

  it('shows that an outage loses no alert', async () => {
    const [pay, failed, job] = guide.blocks('An outage', 3);
    await node.running.kill();
    await run(pay);
    await eventually(
      () => run(failed),
      (shown) => shown.includes('"status":"failed"'),
    );
    node.running = await node.start();
    await run(job);
    await receivedBy(node.running, 'alert.fired');
    await pinged();
    expect(kinds(node.running)).toEqual(['alert.fired', 'ping']);
  });

  it('shows that the old and the new secret are accepted after a rotation', async () => {
    await run(guide.blocks('A new secret', 1)[0]);
    await receivedBy(node.running, 'ping', 2);
    await node.running.kill();
    node.running = await node.start(await variable('SECRET'));
    await pinged();
  });

  it('shows that a reorganisation retracts the alert of a payment that it takes back', async () => {
    const [reorganise, shown] = guide.blocks('A reorganisation', 2);
    await run(reorganise);
    await receivedBy(node.running, 'alert.retracted');
    await receivedBy(python.running, 'alert.retracted');
    const { data: events } = await client.ok(routes.listEvents);
    const retracted = events.filter(({ retractedAt }) => retractedAt !== null).map(({ id }) => id);
    expect(await run(shown)).toMatch(/^\d{4}-/);
    for (const { folder } of [node, python]) {
      const database = new DatabaseSync(join(folder, 'receiver.db'), { readOnly: true });
      const alerts = database.prepare('SELECT id, state FROM alerts ORDER BY rowid').all();
      database.close();
      expect(alerts).toHaveLength(2);
      expect(alerts.filter(({ state }) => state === 'retracted').map(({ id }) => id)).toEqual(retracted);
    }
  });

  it('speaks of a balance that no transaction explains', async () => {
    await run(`rpc '"anvil_setBalance", "params": ["${TREASURY}", "0x1"]' && rpc '"anvil_mine", "params": ["0x1"]'`);
    await receivedBy(node.running, 'coverage.difference');
    await receivedBy(python.running, 'coverage.difference');
  });

  it('has no other commands', () => {
    expect(guide.headings).toEqual([
      'Set up',
      'A delivery that comes twice',
      'An outage',
      'A new secret',
      'A reorganisation',
    ]);
  });
});
