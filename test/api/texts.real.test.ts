import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { routes } from '../../functions/routes.ts';
import type { Route } from '../../lib/platform/http/route.ts';
import { type ApiClient, api, invalid, newOrganisation, type Parts } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { addRule, addWallet, importBody, importInto, ruleBody, UNKNOWN_ID, walletBody } from './samples.ts';

let client: ApiClient;
let ids: { wallet: string; address: string; rule: string; tokenRule: string; webhook: string; transaction: string };
beforeAll(async () => {
  client = (await newOrganisation()).api;
  const wallet = await addWallet(client);
  const [rule, ofToken, webhook, transaction] = await Promise.all([
    addRule(client),
    addRule(client, tokenRule({ token_symbol: 'USDC' })),
    client.ok(routes.createWebhook, { body: webhookBody() }),
    importInto(client, wallet),
  ]);
  ids = {
    wallet: wallet.id,
    address: wallet.address,
    rule: rule.id,
    tokenRule: ofToken.id,
    webhook: webhook.id,
    transaction: transaction.id,
  };
});

const webhookBody = (more: object = {}) => ({ url: 'https://example.com/hook', events: ['alert.fired'], ...more });

const tokenRule = (conditions: object) => ({ ruleType: 'token_transfer', conditions });

/** Every text of a person that the API stores: the field, and the request that stores the text. */
const inputs: readonly [what: string, path: string, route: Route, (text: string) => Parts][] = [
  ['the label of a new wallet', 'label', routes.createWallet, (label) => ({ body: walletBody({ label }) })],
  ['the type of a new wallet', 'type', routes.createWallet, (type) => ({ body: walletBody({ type }) })],
  ['a label', 'label', routes.updateWallet, (label) => ({ params: { id: ids.wallet }, body: { label } })],
  ['a wallet type', 'type', routes.updateWallet, (type) => ({ params: { id: ids.wallet }, body: { type } })],
  ['the name of a new rule', 'name', routes.createRule, (name) => ({ body: ruleBody({ name }) })],
  ['the name of a rule', 'name', routes.updateRule, (name) => ({ params: { id: ids.rule }, body: { name } })],
  ['the name of a key', 'name', routes.createKey, (name) => ({ body: { name, scope: 'read' } })],
  [
    'the description of a new webhook',
    'description',
    routes.createWebhook,
    (description) => ({ body: webhookBody({ description }) }),
  ],
  [
    'the description of a webhook',
    'description',
    routes.updateWebhook,
    (description) => ({ params: { id: ids.webhook }, body: { description } }),
  ],
  [
    'a tag',
    'tags.1',
    routes.annotateTransaction,
    (tag) => ({ params: { id: ids.transaction }, body: { tags: ['a', tag] } }),
  ],
  [
    'a token symbol of a new rule',
    'conditions.token_symbol',
    routes.createRule,
    (token_symbol) => ({ body: ruleBody(tokenRule({ token_symbol })) }),
  ],
  [
    'a token symbol of a rule that is tried',
    'rule.conditions.token_symbol',
    routes.testRule,
    (token_symbol) => ({ body: { rule: tokenRule({ token_symbol }), transactionId: ids.transaction } }),
  ],
  [
    'a token symbol of a rule',
    'conditions.token_symbol.1',
    routes.updateRule,
    (symbol) => ({ params: { id: ids.tokenRule }, body: { conditions: { token_symbol: ['USDC', symbol] } } }),
  ],
  [
    'the token of an import',
    'tokenSymbol',
    routes.importTransaction,
    (tokenSymbol) => ({ body: importBody({ id: ids.wallet, address: ids.address }, { tokenSymbol }) }),
  ],
];
const notes: typeof inputs = [
  [
    'the notes',
    'notes',
    routes.annotateTransaction,
    (text) => ({ params: { id: ids.transaction }, body: { notes: text } }),
  ],
  ['a note of a resolution', 'note', routes.resolveEvent, (note) => ({ params: { id: UNKNOWN_ID }, body: { note } })],
  ['a note of resolutions', 'note', routes.bulkResolveEvents, (note) => ({ body: { ids: [UNKNOWN_ID], note } })],
];

/** Texts that look like another text, or that a terminal executes. */
const hidden = [
  ['U+202E, which turns the text around', 'Payroll\u202egnp.exe'],
  ['U+200B, which has no width', 'Treas\u200bury'],
  ['U+FEFF, a byte order mark', '\ufeffTreasury'],
  ['U+E0061, an invisible letter', 'a\u{e0061}b'],
  ['ESC', 'a\u001b[2Jb'],
  ['CSI of C1', 'a\u009b2Jb'],
] as const;
const lines = [
  ['a line break', 'a\nb'],
  ['a tab', 'a\tb'],
] as const;
const names = ['Zoë Ωμέγα 財布', 'شركة', '🐋❤️ 1️⃣', "O'Neill & Söhne, <b>"];

describe('A text that hides what it says', () => {
  it.each(inputs)('is 400 and names the field: %s', async (_what, path, route, parts) => {
    for (const [character, given] of [...hidden, ...lines]) {
      expect([character, await client.refused(route, parts(given))]).toEqual([character, invalid(path)]);
    }
  });

  it.each(notes)('is 400 and names the field, but may have lines and tabs: %s', async (_what, path, route, parts) => {
    for (const [character, given] of hidden) {
      expect([character, await client.refused(route, parts(given))]).toEqual([character, invalid(path)]);
    }
    const { status, text } = await client.call(route, parts('First line\r\n\tsecond'));
    expect([status, text]).not.toEqual([400, text]);
  });

  it('is refused, but a name in any script or with emoji is not', async () => {
    for (const label of names) {
      expect(await client.ok(routes.updateWallet, { params: { id: ids.wallet }, body: { label } })).toMatchObject({
        label,
      });
    }
  });
});

describe('The log of a request', () => {
  const Line = z.object({ event: z.string(), requestId: z.string().optional(), keyId: z.string().optional() });
  /** The `keyId` of the line of the request with this id. */
  const keyOf = (requestId: string | null) =>
    eventually(
      async () =>
        readFileSync(process.env.STACK_LOG ?? '', 'utf8')
          .split('\n')
          .filter((line) => requestId !== null && line.includes(requestId) && line.includes('"request.completed"'))
          .map((line) => Line.parse(JSON.parse(line)).keyId ?? 'no key'),
      (keys) => keys.length > 0,
    );

  it('names the id of its API key: whether answered, refused by scope, invalid, not found or streamed', async () => {
    const { key, id } = await client.ok(routes.createKey, { body: { name: 'CI', scope: 'read' } });
    const reader = api(key);
    const answers = [
      await reader.call(routes.listWallets),
      await reader.call(routes.createWallet, { body: walletBody() }),
      await reader.call(routes.listWallets, { query: { page: 'none' } }),
      await reader.call(routes.getWallet, { params: { id: UNKNOWN_ID } }),
      await reader.call(routes.exportTransactions),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 403, 400, 404, 200]);
    for (const { headers } of answers) expect(await keyOf(headers.get('x-request-id'))).toEqual([id]);
  });

  it('names no key when the request needs none', async () => {
    const { headers } = await client.call(routes.health);
    expect(await keyOf(headers.get('x-request-id'))).toEqual(['no key']);
  });
});
