import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { routes } from '../../functions/routes.ts';
import type { Rule } from '../../lib/alerts/rules/schema.ts';
import type { Transaction } from '../../lib/transactions/schema.ts';
import type { Wallet } from '../../lib/wallets/schema.ts';
import { addRule, addWallet, evmAddress, importInto, UNKNOWN_ID } from '../api/samples.ts';
import { newActor } from '../support/anvil.ts';
import { type ApiClient, newOrganisation } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { noteSecrets } from '../support/secrets.ts';
import { stackUrl } from '../support/stack-url.ts';
import { apiProxy } from './api-proxy.ts';
import { type BundledCli, bundledCli } from './bundled.ts';

// One organisation with a wallet, a rule, a transaction and its alert event. Each test runs the bundle as a process.

let client: ApiClient;
let apiKey: string;
let cli: BundledCli;
let wallet: Wallet;
let rule: Rule;
let transaction: Transaction;
let eventId: string;
beforeAll(async () => {
  ({ api: client, apiKey } = await newOrganisation());
  cli = await bundledCli(apiKey);
  wallet = await addWallet(client, { label: 'Treasury', chains: ['ethereum', 'anvil'] });
  rule = await addRule(client, { name: 'Anything' });
  const valueDecimal = '123456789.000000000000000001';
  transaction = await importInto(client, wallet, { valueDecimal });
  const [event] = (await eventually(listEvents, ({ data }) => data.length === 1)).data;
  eventId = event?.id ?? '';
});
afterAll(() => cli.remove());

const listEvents = () => client.ok(routes.listEvents);
const Document = z.object({ data: z.array(z.record(z.string(), z.unknown())), meta: z.object({ total: z.int() }) });
const list = async (...args: readonly string[]) => Document.parse(await cli.json(...args));
const Made = z.looseObject({ id: z.uuid() });
const headersOf = (table: string) =>
  table
    .split('\n')[0]
    ?.split(/ {2,}/)
    .filter((header) => header !== '');

describe('chainwatch login', () => {
  const unset = { CHAINWATCH_API_KEY: '', CHAINWATCH_URL: '' };

  it('saves the key of stdin for the user alone, and later commands use the key', async () => {
    const url = stackUrl('STACK_URL');
    const { code, out } = await cli.run(['login', '--url', url], { env: unset, stdin: `${apiKey}\n` });
    expect([code, out]).toEqual([0, expect.stringContaining('scope            admin')]);
    const file = join(cli.folder, 'chainwatch', 'connection.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ url, apiKey });
    const me = await cli.run(['me', '--json'], { env: unset });
    expect(JSON.parse(me.out)).toMatchObject({ organisation: { name: 'Test' }, key: { scope: 'admin' } });
  });

  it('sends the saved key to no other service', async () => {
    const proxy = await apiProxy();
    const { code, err } = await cli.run(['me', '--url', proxy.url], { env: unset });
    await proxy.stop();
    expect([code, err]).toEqual([4, expect.stringContaining(`There is no API key for ${proxy.url}`)]);
  });

  it('saves no key that the service refuses', async () => {
    const env = { ...unset, XDG_CONFIG_HOME: join(cli.folder, 'other') };
    const { code, err } = await cli.run(['login', '--url', stackUrl('STACK_URL')], { env, stdin: 'cw_test_wrong' });
    expect([code, err]).toEqual([4, expect.stringMatching(/request id [0-9a-f-]{36}/)]);
    expect(err).not.toContain('cw_test_wrong');
    expect(existsSync(env.XDG_CONFIG_HOME)).toBe(false);
  });
});

describe('chainwatch wallet', () => {
  it('adds and lists wallets', async () => {
    const address = evmAddress();
    const made = Made.parse(await cli.json('wallet', 'add', 'Payouts', address, '--chain', 'base', '--no-watch'));
    expect(made).toMatchObject({ label: 'Payouts', address, chains: ['base'], watch: false });
    const table = await cli.table('wallet', 'list', '--chain', 'base');
    const headers = ['ID', 'LABEL', 'ADDRESS', 'STATUS', 'WATCHED', 'CHAINS', 'TAG', 'MUTED UNTIL', 'TYPE', 'TAGS'];
    headers.push('EXTERNAL ID', 'MANAGED BY');
    expect(headersOf(table)).toEqual(headers);
    expect(table).toContain(`${made.id}  Payouts  ${address}`);
    const first = await list('wallet', 'list', '--limit', '1');
    expect([first.data.length, first.meta.total]).toEqual([1, 2]);
  });

  it('adds a wallet for each tag of an account, and imports such wallets again', async () => {
    const account = 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN';
    const add = ['wallet', 'add', 'Zero', account, '--chain', 'xrp', '--no-watch', '--destination-tag'];
    expect(await cli.json(...add, '0')).toMatchObject({ address: account, destinationTag: 0 });
    const { code, err } = await cli.run([...add, '-1']);
    expect([code, err]).toEqual([2, expect.stringContaining('must be a number from 0 to 4294967295')]);
    const stdin = `label,address,chains,destinationTag\nZero,${account},xrp,0\nSeven,${account},xrp,7\n`;
    const outcomes = async () => {
      const { out } = await cli.run(['wallet', 'import', '-', '--json'], { stdin });
      return Document.parse(JSON.parse(out)).data.map(({ outcome }) => outcome);
    };
    expect(await outcomes()).toEqual(['exists', 'added']);
    expect(await outcomes()).toEqual(['exists', 'exists']);
  });

  it('imports a CSV with an outcome for each row, also behind a bad row, and again', async () => {
    const [a, b] = [evmAddress(), evmAddress()];
    const rows = [`First,${a},ethereum;base,cold,#112233`, 'Bad,nonsense,ethereum', `"Comma, Ltd",${b},ethereum`];
    const file = join(cli.folder, 'wallets.csv');
    writeFileSync(file, `\ufefflabel,address,chains,type,color\r\n${rows.join('\r\n')}\r\n`);
    const again = join(cli.folder, 'again.csv');
    const outcomes = async () => {
      const { code, out } = await cli.run(['wallet', 'import', file, '--failed', again, '--json']);
      const { data } = Document.parse(JSON.parse(out));
      return { code, outcomes: data.map(({ label, outcome }) => [label, outcome]) };
    };
    const bad = ['Bad', 'failed'];
    expect(await outcomes()).toEqual({ code: 1, outcomes: [['First', 'added'], bad, ['Comma, Ltd', 'added']] });
    expect(await outcomes()).toEqual({ code: 1, outcomes: [['First', 'exists'], bad, ['Comma, Ltd', 'exists']] });
    const { out } = await cli.run(['wallet', 'import', file]);
    expect(out).toMatch(/^3 +Bad +failed +address: is not a valid address of ethereum$/m);
    const [header = '', row = ''] = readFileSync(again, 'utf8').split('\r\n');
    expect(header).toBe('label,address,chains,destinationTag,type,color,tags,externalId,problem');
    expect(row).toBe('Bad,nonsense,ethereum,,,,,,address: is not a valid address of ethereum');
    writeFileSync(again, `${header}\r\n${row.replace('nonsense', evmAddress())}\r\n`);
    expect((await cli.run(['wallet', 'import', again])).code).toBe(0);
  });

  it('does not take a wallet on some of the chains of a row for the wallet of the row', async () => {
    const address = evmAddress();
    await addWallet(client, { label: `Beside ${address}`, chains: ['polygon'] });
    await addWallet(client, { label: 'Partly', address, chains: ['ethereum'] });
    const text = `label,address,chains\nPartly,${address.toLowerCase()},ethereum;polygon\n`;
    const { code, out } = await cli.run(['wallet', 'import', '-', '--json'], { stdin: text });
    const [row] = Document.parse(JSON.parse(out)).data;
    expect([code, row]).toEqual([
      1,
      { row: 2, label: 'Partly', outcome: 'failed', detail: expect.stringContaining('exists without polygon: ') },
    ]);
  });
});

describe('chainwatch tx', () => {
  it('lists and shows transactions with unrounded amounts', async () => {
    const table = await cli.table('tx', 'list', '--wallet', wallet.id);
    expect(table).toContain('123456789.000000000000000001 ETH');
    expect(table).toContain(transaction.hash);
    expect((await list('tx', 'list', '--direction', 'outbound')).data).toEqual([]);
    expect((await list('tx', 'list', '--wallet-tag', 'nobody')).data).toEqual([]);
    expect(await cli.json('tx', 'get', transaction.id)).toMatchObject({ id: transaction.id });
    const lookedUp = await cli.json('tx', 'lookup', transaction.hash);
    expect(lookedUp).toMatchObject({ source: 'database', transaction: { id: transaction.id } });
  });

  it('shows notes of several lines in one line of the table, without control characters', async () => {
    const notes = 'red\t gnp.exe\r\nline';
    await client.ok(routes.annotateTransaction, { params: { id: transaction.id }, body: { notes } });
    const shown = await cli.table('tx', 'get', transaction.id);
    expect(shown).toMatch(/^notes +red.*gnp\.exe line$/m);
    const json = await cli.table('tx', 'get', transaction.id, '--json');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for control characters.
    const unsafe = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/;
    expect([shown, json].filter((text) => unsafe.test(text))).toEqual([]);
    expect(JSON.parse(json).notes).toBe(notes);
  });

  it('imports a transaction of a chain by its hash, and once', async () => {
    const actor = await newActor(stackUrl('STACK_ANVIL_URL'));
    const hash = await actor.sendEther(wallet.address, '0.25');
    actor.stop();
    const onChain = await cli.table('tx', 'lookup', hash, '--chain', 'anvil');
    expect(onChain).toMatch(/^source +blockchain\n.*^amount +0\.25 ETH$/ms);
    const importing = ['tx', 'import', hash, '--wallet', wallet.id, '--chain', 'anvil'];
    const made = Made.parse(await cli.json(...importing));
    expect(made).toMatchObject({ hash, tokenAmount: '0.25', source: 'import' });
    expect(await cli.json(...importing)).toMatchObject({ id: made.id });
  });

  it('exports CSV to stdout and into a file, streamed and by a job', async () => {
    const streamed = await cli.table('tx', 'export', '--chain', 'ethereum');
    expect(streamed).toMatch(/^id,hash,chain,.*\r\n[0-9a-f-]{36},0x/);
    const file = join(cli.folder, 'job.csv');
    await cli.table('tx', 'export', '--chain', 'ethereum', '--job', '--output', file);
    expect(readFileSync(file, 'utf8')).toBe(streamed);
  });

  it('leaves no part of a broken download behind', async () => {
    const proxy = await apiProxy({ cutAfter: 100 });
    const file = join(cli.folder, 'broken.csv');
    const { code, err } = await cli.run(['tx', 'export', '--output', file, '--url', proxy.url]);
    await proxy.stop();
    expect([code, err]).toEqual([1, expect.stringContaining('terminated')]);
    expect(readdirSync(cli.folder).filter((name) => name.startsWith('broken'))).toEqual([]);
  });
});

describe('chainwatch rule', () => {
  it('adds a rule whose amounts keep all of their digits', async () => {
    const conditions = '{"value_usd": {"gte": 100000000000000000000.000000000000000001}}';
    const args = ['--type', 'large_transfer', '--conditions', conditions, '--notify', 'slack', '--cooldown', '0'];
    expect(await cli.json('rule', 'add', 'Huge', ...args, '--cooldown-per', 'rule')).toMatchObject({
      conditions: { value_usd: { gte: '100000000000000000000.000000000000000001' } },
      notifyEmail: false,
      notifySlack: true,
      cooldownMinutes: 0,
      cooldownPer: 'rule',
    });
  });

  it('names the refused field with 2', async () => {
    const args = ['--type', 'large_transfer', '--conditions', '{"entangled": 1}'];
    const { code, out, err } = await cli.run(['rule', 'add', 'Wrong', ...args]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^conditions\.value_usd: .*; conditions\.entangled: .*\n {2}request id [0-9a-f-]{36}$/m);
  });

  it('counts what a rule would have done, and refuses a range that is too long', async () => {
    const told = await cli.table('rule', 'backtest', rule.id, '--from', '2020-01-01', '--to', '2020-12-30');
    expect(told).toMatch(/^status +completed$/m);
    expect(told).toMatch(/^result +0 alerts in 365 days$/m);
    const found = { status: 'completed', ruleId: rule.id, wouldFire: expect.any(Number), perDay: expect.any(Array) };
    expect(await cli.json('rule', 'backtest', rule.id, '--wallet', wallet.id)).toMatchObject(found);
    const { code, err } = await cli.run(['rule', 'backtest', rule.id, '--from', '2020-01-01']);
    expect([code, err]).toEqual([2, expect.stringContaining('from: must be at most 366 days before `to`')]);
  });

  it('disables, enables, lists and tests a rule', async () => {
    expect(await cli.json('rule', 'disable', rule.id)).toMatchObject({ id: rule.id, isActive: false });
    expect((await list('rule', 'list', '--active', 'no')).data).toMatchObject([{ id: rule.id }]);
    expect(await cli.table('rule', 'enable', rule.id)).toMatch(/^active +yes$/m);
    const tested = await cli.table('rule', 'test', rule.id, transaction.id);
    expect(tested).toMatch(/^The rule matches\.\n\nCONDITION +EXPECTED +ACTUAL +PASSED\nstatus /);
    expect(await cli.json('rule', 'test', rule.id, transaction.id)).toMatchObject({ matches: true });
  });

  it('mutes a rule and a wallet until an end, and unmutes them', async () => {
    const until = ['--for', '2h', '--reason', 'Migration'];
    for (const [what, { id }] of [['rule', rule] as const, ['wallet', wallet] as const]) {
      const muted = await cli.json(what, 'mute', id, ...until, '--critical');
      expect(muted).toMatchObject({ id, muteReason: 'Migration', muteCritical: true });
      const { mutedUntil } = z.object({ mutedUntil: z.string() }).parse(muted);
      const hours = (Date.parse(mutedUntil) - Date.now()) / 3_600_000;
      expect(hours).toBeGreaterThan(1.9);
      expect(hours).toBeLessThanOrEqual(2);
      expect(await cli.table(what, 'list')).toContain(mutedUntil);
      expect(await cli.json(what, 'unmute', id)).toMatchObject({ id, mutedUntil: null, muteReason: null });
    }
    expect((await cli.run(['rule', 'mute', rule.id, '--for', '31d', '--reason', 'Migration'])).code).toBe(2);
  });

  it('tells why a rule made an alert of a transaction', async () => {
    const fired = expect.objectContaining({ ruleId: rule.id, outcome: 'fired', eventId });
    expect(await cli.json('tx', 'why', transaction.id)).toEqual({ data: expect.arrayContaining([fired]) });
    expect(await cli.table('tx', 'why', transaction.id)).toMatch(new RegExp(`fired .* ${eventId} `));
  });
});

describe('chainwatch events', () => {
  it('are offered to a shell by their short ids', async () => {
    // A completion gives up after two seconds, and a busy machine is slower.
    const offered = await eventually(
      () => cli.run(['__complete', 'fish', '--', 'events', 'ack', '']),
      ({ code }) => code === 0,
    );
    expect(offered.out).toMatch(
      new RegExp(`^${eventId.slice(0, 8)}\topen, warning, Anything: Treasury received `, 'm'),
    );
  });

  it('lists, acknowledges and resolves events, and names those that failed', async () => {
    expect(await cli.table('events', 'list', '--status', 'open')).toContain(eventId);
    expect((await list('events', 'list', '--wallet-tag', 'nobody')).data).toEqual([]);
    const acknowledged = await cli.run(['events', 'ack', eventId, UNKNOWN_ID, '--note', 'Asking', '--json']);
    expect(acknowledged.code).toBe(1);
    expect(Document.parse(JSON.parse(acknowledged.out)).data).toEqual([
      { id: eventId, outcome: 'acknowledged' },
      { id: UNKNOWN_ID, outcome: 'not_found' },
    ]);
    // Names are looked up before anything changes.
    const broken = await cli.run(['events', 'resolve', eventId, 'no-uuid', '--json']);
    expect(broken).toMatchObject({ code: 3, out: '', err: expect.stringContaining('There is no alert "no-uuid".') });
    expect(await cli.table('events', 'ack', eventId.slice(0, 13))).toMatch(/ +unchanged$/m);
    expect(await cli.table('events', 'resolve', eventId, '--note', 'Payroll')).toMatch(/ +resolved$/m);
    const { data } = await list('events', 'list', '--status', 'resolved');
    expect(data).toMatchObject([{ id: eventId, acknowledgementNote: 'Asking', resolutionNote: 'Payroll' }]);
  });
});

describe('chainwatch webhook and deliveries', () => {
  it('subscribe a URL with a match and a header whose value stands in a variable', async () => {
    const match = ['--match', '{severities: [critical]}'];
    const args = ['webhook', 'add', 'http://127.0.0.1:9/matching', '--event', 'ping', ...match];
    const { out } = await cli.run([...args, '--header', 'Authorization=HOOK', '--json'], {
      env: { HOOK: 'Bearer 0123456789' },
    });
    const made = Made.extend({ secret: z.string() }).parse(JSON.parse(out));
    noteSecrets([made.secret]);
    expect(made).toMatchObject({ match: { severities: ['critical'] }, headers: { Authorization: '…6789' } });
    const wrong = await cli.run([...args, '--header', 'Authorization'], {});
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('NAME=VARIABLE')]);
    await client.ok(routes.deleteWebhook, { params: { id: made.id } });
  });

  const Received = z.object({
    valid: z.boolean(),
    answered: z.int(),
    event: z.string(),
    delivery: z.string(),
    attempt: z.string(),
    headers: z.record(z.string(), z.string()),
    body: z.string(),
  });

  /** Starts `webhook listen`. `next` resolves with the next delivery that the process prints. */
  async function listening(port: number, secret: string, status: number) {
    const args = ['webhook', 'listen', '--port', String(port), '--status', String(status), '--json'];
    const { child, finished } = cli.start(args, { env: { CHAINWATCH_WEBHOOK_SECRET: secret } });
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const next = async () => Received.parse(JSON.parse((await lines.next()).value ?? ''));
    // A request without signatures shows that the process listens. The process prints the request, too.
    const ask = () => fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: '{}' }).then(({ status: got }) => got);
    expect(
      await eventually(
        () => ask().catch(() => 0),
        (got) => got !== 0,
      ),
    ).toBe(400);
    expect(await next()).toMatchObject({ valid: false, answered: 400 });
    const stop = async () => {
      child.kill('SIGINT');
      return (await finished).code;
    };
    return { next, stop };
  }

  /** A port that was free a moment ago. */
  async function freePort(): Promise<number> {
    const proxy = await apiProxy();
    await proxy.stop();
    return Number(new URL(proxy.url).port);
  }

  it('receive and verify deliveries, fail with --status 500, and replay', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/hooks`;
    const made = Made.extend({ secret: z.string() }).parse(await cli.json('webhook', 'add', url, '--event', 'ping'));
    noteSecrets([made.secret]);

    const failing = await listening(port, made.secret, 500);
    const tested = await cli.run(['webhook', 'test', url, '--json']);
    expect([tested.code, tested.err]).toEqual([
      1,
      expect.stringMatching(/^The message did not arrive: 500 in \d+ ms$/m),
    ]);
    const delivery = Made.parse(JSON.parse(tested.out)).id;
    for (const attempt of ['1', '2', '3', '4', '5', '6']) {
      expect(await failing.next()).toMatchObject({ valid: true, answered: 500, event: 'ping', delivery, attempt });
    }
    expect(await failing.stop()).toBe(0);
    const failed = () => list('deliveries', 'list', '--status', 'failed', '--webhook', made.id);
    expect((await eventually(failed, ({ data }) => data.length === 1)).data).toMatchObject([{ id: delivery }]);
    expect(await cli.table('deliveries', 'get', delivery)).toMatch(/^6 +\S+Z +500 +\d+ /m);
    const doctor = await cli.run(['doctor']);
    expect([doctor.code, doctor.out]).toEqual([1, expect.stringMatching(/^deliveries +failed +1 failed in the last/m)]);

    const rotated = z.object({ secret: z.string() }).parse(await cli.json('webhook', 'rotate', made.id));
    noteSecrets([rotated.secret]);
    const working = await listening(port, rotated.secret, 200);
    const outcome = { sent: 1, arrived: 1, failed: 0, notSent: 0, trying: 0, later: 0 };
    const replayed = Object(await cli.json('deliveries', 'replay', '--status', 'failed'));
    expect(replayed).toMatchObject({ replayed: 1, total: 1, outcome });
    const sentAgain = await list('deliveries', 'list', '--replay', replayed.id);
    expect(sentAgain.data).toMatchObject([{ id: delivery, replayId: replayed.id }]);
    const received = await working.next();
    expect(received).toMatchObject({ valid: true, answered: 200, delivery });
    await eventually(failed, ({ data }) => data.length === 0);
    const again = await list('deliveries', 'replay', delivery);
    expect(again.data).toEqual([{ id: delivery, outcome: 'accepted' }]);
    await working.next();
    await eventually(
      () => list('deliveries', 'list', '--status', 'delivered', '--webhook', made.id),
      ({ data }) => data.length === 1,
    );
    expect(await cli.table('deliveries', 'replay', delivery)).toMatch(/^1 sent again: 1 arrived\.$/m);
    await working.next();
    expect((await cli.run(['deliveries', 'replay', delivery, 'no-uuid'])).code).toBe(3);
    expect(await working.stop()).toBe(0);
    expect(await cli.table('webhook', 'list')).toContain(`${made.id}  -     ${url}  yes     0 `);

    const [body, headers] = [join(cli.folder, 'body'), join(cli.folder, 'headers')];
    writeFileSync(body, received.body);
    writeFileSync(
      headers,
      Object.entries(received.headers)
        .map(([name, value]) => `${name}: ${value}\n`)
        .join(''),
    );
    const verify = ['webhook', 'verify', '--body', body, '--headers', headers];
    expect(await cli.table(...verify, '--secret', rotated.secret)).toBe('valid\n');
    writeFileSync(headers, JSON.stringify(received.headers));
    expect(await cli.json(...verify, '--any-age', '--secret', rotated.secret)).toMatchObject({ valid: true });
    writeFileSync(body, `${received.body} `);
    const changed = await cli.run([...verify, '--secret', rotated.secret]);
    expect([changed.code, changed.err]).toEqual([1, 'Not valid: No secret made the signatures.\n']);
  });
});

describe('chainwatch destination', () => {
  const BOT_TOKEN = '8012345678:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K';
  const env = { BOT_TOKEN };

  it('adds, shows, changes, tests and deletes a destination, whose secret stands in a variable', async () => {
    noteSecrets([BOT_TOKEN]);
    const secret = ['--secret-variable', 'BOT_TOKEN'];
    const kind = ['--kind', 'telegram', '--config', '{chatId: -1001}'];
    const args = ['destination', 'create', 'Council', ...kind, '--match', '{severities: [critical]}', '--off'];
    const { out } = await cli.run([...args, ...secret, '--json'], { env });
    const made = Made.parse(JSON.parse(out));
    const config = { botToken: '…Cr4K', chatId: '-1001' };
    expect(made).toMatchObject({ name: 'Council', config, match: { severities: ['critical'] }, isActive: false });
    expect(await cli.json('destination', 'get', made.id)).toEqual(made);
    expect((await list('destination', 'list')).data).toEqual([made]);
    expect(await cli.table('destination', 'list')).toContain('severities critical');

    const change = ['destination', 'update', made.id, '--name', 'Desk', '--active', 'yes', '--match', '{}'];
    const token = `${BOT_TOKEN.slice(0, -4)}Wxyz`;
    const changed = await cli.run([...change, ...secret, '--json'], { env: { BOT_TOKEN: token } });
    expect(JSON.parse(changed.out)).toMatchObject({
      name: 'Desk',
      config: { botToken: '…Wxyz', chatId: '-1001' },
      match: {},
      isActive: true,
    });
    // No such host answers here.
    const tested = await cli.run(['destination', 'test', 'desk']);
    expect([tested.code, tested.out]).toEqual([1, expect.stringMatching(/^answer +dns_failed: /m)]);
    const hearing = await list('destination', 'preview', '--rule', rule.id, '--wallet', wallet.id);
    expect(hearing.data).toEqual([{ kind: 'telegram', id: made.id, name: 'Desk' }]);
    expect(await cli.table('destination', 'delete', made.id)).toContain(made.id);
    expect((await list('destination', 'preview', '--severity', 'critical')).data).toEqual([]);
    expect((await cli.run(['destination', 'get', made.id])).code).toBe(3);
  });

  it.each([
    [
      'a secret on the command line',
      ['--kind', 'slack', '--config', '{url: "https://hooks.example.com/x"}'],
      /url is a/,
    ],
    ['a variable that is not set', ['--kind', 'slack', '--secret-variable', 'NOTHING'], /NOTHING is not set/],
    ['a secret of e-mail', ['--kind', 'email', '--secret-variable', 'BOT_TOKEN'], /email has no secret/],
    ['a config that is no object', ['--kind', 'email', '--config', 'x'], /takes an object/],
    ['a missing field', ['--kind', 'telegram', '--secret-variable', 'BOT_TOKEN'], /config\.chatId/],
    ['an unknown kind', ['--kind', 'fax'], /fax/],
  ])('refuses %s with 2', async (_what, args, message) => {
    const { code, err } = await cli.run(['destination', 'create', 'Desk', ...args], { env });
    expect([code, err]).toEqual([2, expect.stringMatching(message)]);
    expect(err).not.toContain(BOT_TOKEN);
  });
});

describe('chainwatch address-book and address-list', () => {
  it('add addresses to lists, list, refresh and delete both', async () => {
    const made = Made.parse(await cli.json('address-list', 'create', 'partners', '--purpose', 'allow'));
    const [label, address] = ['Our account', evmAddress()];
    await cli.json('address-book', 'add', label, address, '--list', 'partners', '--note', 'Desk 4');
    const { data } = await list('address-book', 'list', '--search', address.slice(0, 10), '--list', 'partners');
    expect(data).toMatchObject([{ label, address, family: 'evm', lists: ['partners'], note: 'Desk 4' }]);
    expect((await list('address-list', 'list')).data).toMatchObject([{ id: made.id, size: 1, source: null }]);
    expect((await cli.run(['address-list', 'refresh', 'partners'])).code).toBe(1);
    expect((await cli.run(['address-list', 'delete', 'partners'])).code).toBe(1);
    const renamed = await cli.json('address-book', 'update', label, '--label', 'Old account', '--no-lists');
    expect(renamed).toMatchObject({ label: 'Old account', lists: [], note: 'Desk 4' });
    await cli.json('address-book', 'delete', 'Old account');
    await cli.json('address-list', 'delete', 'partners');
    expect((await list('address-list', 'list')).meta.total).toBe(0);
  });
});

describe('chainwatch backfill and coverage', () => {
  it('start a backfill, wait for it, and show it', async () => {
    const range = ['--wallet', wallet.id, '--from', '0', '--to', '0'];
    const job = Made.parse(await cli.json('backfill', 'start', 'anvil', ...range, '--wait'));
    expect(job).toMatchObject({ status: 'completed', blocksDone: 1 });
    expect(await cli.table('backfill', 'status', 'anvil', job.id.slice(0, 8))).toMatch(/^blocks +1\/1$/m);
    expect((await list('backfill', 'status', 'anvil')).data).toMatchObject([{ id: job.id }]);
    expect(await cli.table('coverage', 'anvil')).toMatch(/^anvil +unwatched /m);
    expect(await cli.table('coverage', '--wallet', wallet.id)).toMatch(/^anvil +/m);
  });
});

describe('chainwatch key and the exit codes', () => {
  it('create, list and revoke keys; a read key may not write', async () => {
    const made = Made.extend({ key: z.string() }).parse(await cli.json('key', 'create', 'Auditor', '--scope', 'read'));
    noteSecrets([made.key]);
    const table = await cli.table('key', 'list');
    expect(table).toMatch(new RegExp(`^${made.id} +Auditor +read +cw_test_…${made.key.slice(-4)}`, 'm'));
    expect(table).not.toContain(made.key);
    const env = { CHAINWATCH_API_KEY: made.key };
    const { code, out, err } = await cli.run(['rule', 'disable', rule.id], { env });
    expect([code, out, err]).toEqual([4, '', expect.stringMatching(/\n {2}request id [0-9a-f-]{36}\n$/)]);
    expect(await cli.json('key', 'revoke', made.id)).toEqual({ id: made.id });
  });

  it('are 3 for an unknown id, 1 for a service that does not answer', async () => {
    expect((await cli.run(['tx', 'get', UNKNOWN_ID])).code).toBe(3);
    const proxy = await apiProxy();
    await proxy.stop();
    const { code, err } = await cli.run(['me', '--url', proxy.url]);
    expect([code, err]).toEqual([1, expect.stringContaining('ECONNREFUSED')]);
    expect((await cli.run(['doctor', '--url', proxy.url])).out).toMatch(/^service +failed .*Check the URL/m);
    const keyless = await cli.run(['doctor'], { env: { CHAINWATCH_API_KEY: '', XDG_CONFIG_HOME: '/nowhere' } });
    expect([keyless.code, keyless.out]).toEqual([
      1,
      expect.stringMatching(/^API key +failed .*Run `chainwatch login`/m),
    ]);
  });
});

describe('chainwatch events tail', () => {
  it('prints each new event once over a restart of the service, and exits with 0', async () => {
    let asked = 0;
    const proxy = await apiProxy({ before: () => void asked++ });
    const tail = cli.start(['events', 'tail', '--json', '--interval', '1', '--url', proxy.url]);
    const lines = createInterface(tail.child.stdout)[Symbol.asyncIterator]();
    const next = async () => z.object({ transactionId: z.uuid() }).parse(JSON.parse((await lines.next()).value ?? ''));
    await eventually(
      () => asked,
      (requests) => requests >= 3,
    );

    const before = await importInto(client, wallet);
    expect(await next()).toEqual({ transactionId: before.id });
    await proxy.stop();
    const during = await importInto(client, wallet);
    await eventually(listEvents, ({ data }) => data.some(({ transactionId }) => transactionId === during.id));
    await proxy.start();
    expect(await next()).toEqual({ transactionId: during.id });
    const after = await importInto(client, wallet);
    expect(await next()).toEqual({ transactionId: after.id });

    tail.child.kill('SIGINT');
    const { code } = await tail.finished;
    await proxy.stop();
    expect([code, (await lines.next()).done]).toEqual([0, true]);
  });
});
