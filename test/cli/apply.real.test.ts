import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { classicAddressToXAddress } from 'xrpl';
import * as z from 'zod';
import { readValue } from '../../cli/manifest/read-manifest.ts';
import { routes } from '../../functions/routes.ts';
import { addRule, addWallet, evmAddress, xrpAddress } from '../api/samples.ts';
import { type ApiClient, newOrganisation } from '../support/api.ts';
import { sampled } from '../support/sample.ts';
import { knownSecrets, noteSecrets } from '../support/secrets.ts';
import { apiProxy } from './api-proxy.ts';
import { type BundledCli, bundledCli, type RunOptions } from './bundled.ts';

let cli: BundledCli;
beforeAll(async () => {
  cli = await bundledCli('');
});
afterAll(() => cli.remove());

const SLACK = 'http://127.0.0.1:9/services/T0001/B0001/kT3vZq8LmWx5';
const BOT_TOKEN = '8012345678:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K';
const HOOK_AUTHORIZATION = 'Bearer kT3vZq8LmWx5aB';
const HOOK_SECRET = 'whsec_Y2hhaW53YXRjaC1jbGktYXBwbHktdGVzdA==';

/** The service and a file for it: spellings of addresses, decimals, a tag, references, things that are off, secrets. */
async function scenario() {
  const { api, apiKey } = await newOrganisation();
  const text = `
managedBy: treasury.yaml
wallets:
  - { label: Treasury, address: ${evmAddress().toLowerCase()}, chains: [ethereum, base], type: cold }
  - { label: Exchange, address: ${classicAddressToXAddress(xrpAddress(), 7, false)}, chains: [xrp], color: "#AABBCC" }
addressLists: [{ name: partners, purpose: allow }]
addressBook:
  - { label: Kraken, address: ${evmAddress().toLowerCase()}, lists: [partners], note: "007" }
  - { label: Auditor, address: ${xrpAddress()} }
rules:
  - name: Large
    ruleType: large_transfer
    severity: critical
    wallets: [Treasury]
    conditions: { value_usd: { gte: 100000000000000000000.000000000000000001 } }
    cooldownMinutes: 0.5
    cooldownPer: rule
  - { name: Paused, ruleType: any_transfer, isActive: false, wallets: [] }
destinations:
  - name: Council
    kind: telegram
    config: { botToken: "\${BOT_TOKEN}", chatId: -1001 }
    match: { rules: [Large], wallets: [Treasury], severities: [critical], events: [alert.fired] }
  - { name: Desk, kind: email, config: { address: desk@example.com }, isActive: false }
webhooks:
  - url: "http://127.0.0.1:9/a"
    events: [alert.retracted, alert.fired]
    secret: "\${HOOK_SECRET}"
    headers: { Authorization: "\${HOOK_AUTHORIZATION}" }
    match: { rules: [Paused], walletTypes: [cold] }
  - { url: "http://127.0.0.1:9/b", events: [ping], isActive: false }
settings:
  emails: [b@example.com, a@example.com]
  slackWebhookUrl: \${SLACK_URL}
`;
  const file = join(cli.folder, `${apiKey}.yaml`);
  const env = { CHAINWATCH_API_KEY: apiKey, SLACK_URL: SLACK, HOOK_SECRET, BOT_TOKEN, HOOK_AUTHORIZATION };
  writeFileSync(file, text);
  const run = (args: readonly string[], options: RunOptions = {}) =>
    cli.run(args, { ...options, env: { ...env, ...options.env } });
  const apply = (...args: readonly string[]) => run(['apply', '-f', file, ...args]);
  return { api, env, file, text, run, apply };
}

/** What the organisation has, without what the service chooses. */
async function stateOf(api: ApiClient) {
  const [book, wallets, rules, destinations, webhooks, { emailStatus: _, ...settings }] = await Promise.all([
    api.ok(routes.listBookEntries),
    api.ok(routes.listWallets),
    api.ok(routes.listRules),
    api.ok(routes.listDestinations),
    api.ok(routes.listWebhooks),
    api.ok(routes.getSettings),
  ]);
  return {
    book: book.data.map(({ label, note, lists }) => [label, note, lists]).sort(),
    wallets: wallets.data.map(({ label, managedBy }) => [label, managedBy]).sort(),
    rules: rules.data.map(({ name, isActive, walletIds }) => [name, isActive, walletIds.length]).sort(),
    destinations: destinations.data
      .map(({ name, config, match, isActive }) => [name, config, isActive, Object.keys(match).sort().join()])
      .sort(),
    webhooks: webhooks.data
      .map(({ url, isActive, headers, match }) => [url, isActive, headers, Object.keys(match).sort().join()])
      .sort(),
    settings,
  };
}

const APPLIED = {
  book: [
    ['Auditor', '', []],
    ['Kraken', '007', ['partners']],
  ],
  wallets: [
    ['Exchange', 'treasury.yaml'],
    ['Treasury', 'treasury.yaml'],
  ],
  rules: [
    ['Large', true, 1],
    ['Paused', false, 0],
  ],
  destinations: [
    ['Council', { botToken: '…Cr4K', chatId: '-1001' }, true, 'events,ruleIds,severities,walletIds'],
    ['Desk', { address: 'desk@example.com' }, false, ''],
  ],
  webhooks: [
    ['http://127.0.0.1:9/a', true, { Authorization: '…x5aB' }, 'ruleIds,walletTypes'],
    ['http://127.0.0.1:9/b', false, {}, ''],
  ],
  settings: { emails: ['b@example.com', 'a@example.com'], slackWebhookUrl: 'http://127.0.0.1:9/…mWx5' },
};
const NOTHING = { code: 0, out: 'Nothing to change.\n', err: '' };

describe('chainwatch apply', () => {
  it('shows the changes, makes them, and finds nothing to change in a second run', async () => {
    const { api, apply } = await scenario();
    const secrets = join(cli.folder, 'secrets.jsonl');
    const dry = await apply('--dry-run', '--secrets-file', secrets);
    expect([dry.code, dry.out]).toEqual([
      5,
      expect.stringMatching(
        /^\+ wallet {3}Treasury 0x.*\n\+ address li.*\n\+ address {2}Kraken.*\n\+ rule {5}Large\n.*11 to create, 1 to/s,
      ),
    ]);
    expect((await stateOf(api)).wallets).toEqual([]);
    expect(existsSync(secrets)).toBe(false);
    const { code, out, err } = await apply('--secrets-file', secrets);
    expect({ code, out, err }).toEqual({ code: 0, out: `${dry.out}Done.\n`, err: '' });
    expect(await stateOf(api)).toEqual(APPLIED);
    expect(await apply()).toMatchObject(NOTHING);
    expect(await apply('--prune', '--dry-run')).toMatchObject(NOTHING);

    expect(statSync(secrets).mode & 0o777).toBe(0o600);
    const made = z.object({ of: z.string(), secret: z.string().startsWith('whsec_') });
    const { of, secret } = made.parse(JSON.parse(readFileSync(secrets, 'utf8')));
    expect(of).toBe('webhook http://127.0.0.1:9/b');
    noteSecrets([secret, HOOK_SECRET, SLACK, BOT_TOKEN, HOOK_AUTHORIZATION]);
    expect([...knownSecrets].filter((each) => out.includes(each))).toEqual([]);
  });

  it('finds drift, undoes it, and deletes what the file does not state with --prune', async () => {
    const { api, apply } = await scenario();
    await apply();
    const [large] = (await api.ok(routes.listRules)).data.filter(({ name }) => name === 'Large');
    const params = { id: large?.id ?? '' };
    await api.ok(routes.updateRule, {
      params,
      body: { severity: 'info', walletIds: [], conditions: { value_usd: { gte: 1 } } },
    });
    await addRule(api, { name: 'By hand' });
    await addWallet(api, { label: 'Abandoned', managedBy: 'treasury.yaml' });
    await addWallet(api, { label: 'By hand' });
    await addWallet(api, { label: 'Of the ERP', managedBy: 'erp' });
    await api.ok(routes.createBookEntry, { body: { address: evmAddress(), label: 'Stranger' } });
    const dry = await apply('--dry-run', '--json');
    expect([dry.code, JSON.parse(dry.out)]).toEqual([
      5,
      {
        applied: false,
        made: 0,
        changes: [expect.objectContaining({ action: 'change', resource: 'rule', id: params.id, name: 'Large' })],
      },
    ]);
    const { code, out } = await apply('--prune');
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(
        /severity "info" → "critical".*\n- rule {5}By hand\n- wallet {3}Aband.*\n- address {2}Stranger .*3 to del/s,
      ),
    ]);
    const others = [
      ['By hand', null],
      ['Of the ERP', 'erp'],
    ];
    expect(await stateOf(api)).toEqual({ ...APPLIED, wallets: [...others, ...APPLIED.wallets].sort() });
    expect(await apply('--prune')).toMatchObject(NOTHING);
  });

  it('creates many wallets and entries by a few requests, and names those that the API refuses', async () => {
    const { api, env, file } = await scenario();
    const wallets = Array.from(
      { length: 230 },
      (_, n) => `  - { label: W${n}, address: ${evmAddress()}, chains: [base] }`,
    );
    const entries = Array.from({ length: 120 }, (_, n) => `  - { label: E${n}, address: ${evmAddress()} }`);
    const text = `wallets:\n${wallets.join('\n')}\naddressBook:\n${entries.join('\n')}\n`;
    writeFileSync(file, text);
    const posts: string[] = [];
    const proxy = await apiProxy({ before: (method, path) => void (method === 'POST' && posts.push(path)) });
    const { finished } = cli.start(['apply', '-f', file, '--url', proxy.url], { env });
    expect(await finished).toMatchObject({ code: 0 });
    await proxy.stop();
    expect(posts.sort()).toEqual([...Array(2).fill('/api/address-book/bulk'), ...Array(3).fill('/api/wallets/bulk')]);
    expect((await api.ok(routes.listWallets, { query: { pageSize: 1 } })).meta.total).toBe(230);

    writeFileSync(
      file,
      `${text}  - { label: Nowhere, address: nonsense }\n  - { label: Good, address: ${evmAddress()} }\n`,
    );
    const { code, out, err } = await cli.run(['apply', '-f', file, '--json'], { env });
    expect([code, JSON.parse(out)]).toEqual([2, expect.objectContaining({ made: 1, applied: false })]);
    expect(err).toMatch(
      /^Made 1 of 2 changes\. Failed to create address Nowhere nonsense:\nNowhere nonsense: address: must/,
    );
  });

  const kills: readonly [when: string, write: number, moment: 'before' | 'after'][] = [
    ['a rule is created that has to be turned off', 5, 'after'],
    ['the wallets are created', 1, 'after'],
    ['the address list is created', 2, 'after'],
    ['the entries of the address book are created', 3, 'after'],
    ['the first rule is created', 4, 'before'],
    ['the first destination is created', 7, 'after'],
    ['the second webhook is created', 10, 'after'],
    ['the settings change', 12, 'before'],
  ];
  it.each(sampled(kills, 2))('goes on after it was killed when %s', async (_when, write, moment) => {
    const { api, env, file, apply } = await scenario();
    let writes = 0;
    let kill = () => {};
    const proxy = await apiProxy({
      [moment]: (method: string) => {
        if (method === 'GET') return;
        writes += 1;
        if (writes === write) kill();
      },
    });
    const { child, finished } = cli.start(['apply', '-f', file, '--url', proxy.url], { env });
    kill = () => void child.kill('SIGKILL');
    expect((await finished).signal).toBe('SIGKILL');
    await proxy.stop();
    expect((await apply()).code).toBe(0);
    expect(await stateOf(api)).toEqual(APPLIED);
    expect(await apply()).toMatchObject(NOTHING);
  });

  it('stops at a change that the API refuses, says which, and keeps what it made', async () => {
    const { api, file, text, apply } = await scenario();
    writeFileSync(file, text.replace('{ name: Paused, ruleType: any_transfer,', '{ name: Paused, ruleType: nonsense,'));
    const { code, out, err } = await apply('--json');
    expect(JSON.parse(out)).toMatchObject({ made: 6, applied: false });
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/^Made 6 of 12 changes\. Failed to create rule Paused:\nruleType/),
    ]);
    expect((await stateOf(api)).rules).toEqual([['Large', true, 1]]);
    writeFileSync(file, text);
    await apply();
    expect(await stateOf(api)).toEqual(APPLIED);
  });

  it('changes nothing when two rules have the name, and names both ids', async () => {
    const { api, apply } = await scenario();
    const ids = [await addRule(api, { name: 'Large' }), await addRule(api, { name: 'Large' })].map(({ id }) => id);
    const { code, err } = await apply();
    expect(code).toBe(1);
    for (const id of ids) expect(err).toContain(id);
    expect((await stateOf(api)).wallets).toEqual([]);
  });
});

describe('chainwatch export', () => {
  it('writes a file that apply accepts with nothing to change, and that makes another organisation alike', async () => {
    const { api, file, run, apply } = await scenario();
    await apply();
    const gone = await addWallet(api, { label: 'Gone' });
    await addRule(api, { name: 'Of a deleted wallet', walletIds: [gone.id] });
    await api.call(routes.deleteWallet, { params: { id: gone.id } });
    expect(await run(['export', '--output', file])).toMatchObject({ code: 0, out: '' });
    expect(await apply('--prune')).toMatchObject(NOTHING);
    const yaml = readFileSync(file, 'utf8');
    expect(yaml).not.toContain('services');
    expect(yaml).toMatch(/# config\.botToken is set[\s\S]*# headers\.Authorization is set/);
    expect(yaml).toMatch(/rules:\n +- Large\n[\s\S]*rules:\n +- Paused\n/);
    expect(readValue((await run(['export', '--json'])).out, 'json')).toEqual(readValue(yaml, 'yaml'));

    const other = await scenario();
    const theirs = yaml
      .replace(new RegExp(` {6}- ${gone.id}\\n`), '')
      .replace(/wallets:\n {4}cond/, 'wallets: []\n    cond')
      // The exported file leaves the secrets out.
      .replace('config:\n', `config:\n      botToken: \${BOT_TOKEN}\n`)
      .replace('9/a\n', `9/a\n    headers: { Authorization: "\${HOOK_AUTHORIZATION}" }\n`);
    writeFileSync(other.file, theirs);
    expect((await other.apply()).code).toBe(0);
    const { settings: _, ...expected } = await stateOf(api);
    const rules = expected.rules.map(([name, isActive, wallets]) => [name, isActive, name === 'Large' ? wallets : 0]);
    expect(await stateOf(other.api)).toMatchObject({ ...expected, rules });
    expect(await other.apply('--prune')).toMatchObject(NOTHING);
  });

  it('leaves the settings out for a key that may not read them', async () => {
    const { api, run } = await scenario();
    const { key } = await api.ok(routes.createKey, { body: { name: 'Reader', scope: 'read' } });
    const { code, out, err } = await run(['export'], { env: { CHAINWATCH_API_KEY: key } });
    expect([code, Object.keys(Object(readValue(out, 'yaml')))]).toEqual([
      0,
      ['wallets', 'addressLists', 'addressBook', 'rules', 'destinations', 'webhooks'],
    ]);
    expect(err).toContain('scope admin');
  });
});
