import { describe, expect, it } from '@jest/globals';
import { classicAddressToXAddress } from 'xrpl';
import * as z from 'zod';
import {
  type Destination,
  type Rule,
  type Settings,
  TOGGLES,
  type Wallet,
  type Webhook,
} from '../../../cli/base/api-values.ts';
import { leftRules } from '../../../cli/manifest/left-rules.ts';
import { plan } from '../../../cli/manifest/plan.ts';
import type { PresentState } from '../../../cli/manifest/present-state.ts';
import { readManifest } from '../../../cli/manifest/read-manifest.ts';
import { changeLine } from '../../../cli/manifest/show-plan.ts';

const AT = '2026-03-01T00:00:00.000Z';
const EVM = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const XRP = 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN';

const wallet = (more: Partial<Wallet> = {}): Wallet => ({
  ...{ id: 'w1', label: 'Treasury', address: EVM, chains: ['ethereum', 'base'], type: 'hot', color: '#aabbcc' },
  ...{ watch: true, createdAt: AT, updatedAt: AT, status: 'active', throttledSince: null },
  ...{ tags: [], externalId: null, managedBy: 'apply' },
  ...{ mutedUntil: null, muteReason: null, muteCritical: false },
  ...more,
});
const rule = (more: Partial<Rule> = {}): Rule =>
  z.custom<Rule>().parse({
    ...{ id: 'r1', name: 'Large', ruleType: 'large_transfer', severity: 'warning', isActive: true },
    ...{ wallets: { ids: ['w1'], tags: [], types: [] } },
    ...{ conditions: { value_usd: { gte: 1000 } }, customWebhookUrl: null, cooldownMinutes: 5, cooldownPer: 'rule' },
    ...Object.fromEntries(TOGGLES.map((toggle) => [toggle, false])),
    ...more,
  });
/** Settings without the secret URLs of other channels. */
const settings = (slackWebhookUrl: string | null): Settings =>
  z.custom<Settings>().parse({ emails: [], emailStatus: [], slackWebhookUrl });
const webhook = (more: Partial<Webhook> = {}): Webhook => ({
  ...{ id: 'h1', url: 'https://a.example/h', events: ['ping', 'alert.fired'], description: '', payload: 'standard' },
  ...{ isActive: true, disabledReason: null, consecutiveFailures: 0, failingSince: null, lastSuccessAt: null },
  ...{ lastFailureAt: null, lastError: null, match: {}, headers: {}, createdAt: AT, updatedAt: AT },
  ...more,
});

const destination = (more: Partial<Destination> = {}): Destination => ({
  ...{ id: 'd1', name: 'Council', kind: 'telegram' as const, config: { botToken: '…Cr4K', chatId: '-1' } },
  ...{ match: {}, isActive: true, disabledReason: null, createdAt: AT, updatedAt: AT },
  ...more,
});

const families = new Map([
  ['ethereum', 'evm'],
  ['base', 'evm'],
  ['xrp', 'xrp'],
]);

/** The lines of the plan for a file. */
function planned(text: string, present: Partial<PresentState> = {}, prune = false): string[] {
  const state: PresentState = {
    families,
    wallets: [],
    rules: [],
    addressLists: [],
    addressBook: [],
    destinations: [],
    webhooks: [],
    settings: null,
    ...present,
  };
  const environment = {
    SLACK: 'https://hooks.slack.com/services/T/B/secretABCD',
    BOT: '8012345678:AAEhBOweik6ad9rCr4K',
  };
  return plan(readManifest(text, 'a.yaml'), state, { prune, environment }).map(changeLine);
}

const RULE = 'rules: [{ name: Large, ruleType: large_transfer';

it('the plan names every chain, wallet and rule that does not exist, the first line first', () => {
  const text = [
    `wallets: [{ label: Treasury, address: ${EVM}, chains: [mars] }]`,
    'rules:',
    '  - { name: Large payments, ruleType: large_transfer, wallets: [Tresury] }',
    'webhooks:',
    '  - { url: https://a.example, events: [ping], match: { rules: [Large paymnts], wallets: [Nobody] } }',
  ].join('\n');
  expect(() => planned(text)).toThrow(
    [
      'a.yaml:1: wallets.0.chains.0: mars is no chain of the service',
      'a.yaml:3: rules.0.wallets.0: no wallet has the label, address or id Tresury. Did you mean Treasury?',
      'a.yaml:5: webhooks.0.match.rules.0: no rule has the name or id Large paymnts. Did you mean Large payments?',
      'a.yaml:5: webhooks.0.match.wallets.0: no wallet has the label, address or id Nobody',
    ].join('\n'),
  );
});

describe('A rule that names addresses by labels', () => {
  const labelled = [{ label: 'Our account at Kraken', address: EVM }];
  const text = (label: string) =>
    `rules:\n  - name: Large\n    ruleType: any_transfer\n    conditions:\n      counterparty_not_in: [${label}]\n`;
  const present = (counterparty_not_in: string[]) =>
    rule({ ruleType: 'any_transfer', conditions: { counterparty_not_in } });
  const state = (counterparties: string[]): PresentState => ({
    ...{
      families,
      wallets: [],
      rules: [present(counterparties)],
      addressLists: [],
      addressBook: [],
    },
    ...{ destinations: [], webhooks: [], settings: null },
  });
  const lines = (label: string, counterparties: string[]) =>
    plan(readManifest(text(label), 'a.yaml'), state(counterparties), { prune: false, environment: {}, labelled });

  it('has the addresses of the labels, so that a second run changes nothing', () => {
    expect(lines('our account at kraken', [EVM])).toEqual([]);
    const [change] = lines('Our account at Kraken', []);
    expect(change?.fields).toMatchObject([{ field: 'conditions', to: { counterparty_not_in: [EVM] } }]);
  });

  it('is refused at the line of a label that nobody has, with the nearest label', () => {
    expect(() => lines('Our acount at Kraken', [])).toThrow(
      'a.yaml:5: rules.0.conditions.counterparty_not_in.0: no entry of the address book and no wallet has the label ' +
        'Our acount at Kraken. Did you mean Our account at Kraken?',
    );
  });
});

describe('a rule under a new name', () => {
  const stated = (name: string, more = '') =>
    readManifest(`rules: [{ name: ${name}, ruleType: large_transfer${more} }]`, 'a.yaml').manifest;
  const present = [rule({ name: 'Large payments' })];

  it('leaves the rule under its old name, which has a like name or the same conditions', () => {
    const left = (fresh: string) => [{ left: 'Large payments', fresh }];
    expect(leftRules(stated('Large payment'), present)).toEqual(left('Large payment'));
    const conditions = ', conditions: { value_usd: { gte: 1000 } }';
    expect(leftRules(stated('Whales', conditions), present)).toEqual(left('Whales'));
  });

  it('is no other rule, and not the rule itself', () => {
    expect(leftRules(stated('Whales'), present)).toEqual([]);
    expect(leftRules(stated('Large payments'), present)).toEqual([]);
    const other = readManifest('rules: [{ name: Large payment, ruleType: any_transfer }]', 'a.yaml').manifest;
    expect(leftRules(other, present)).toEqual([]);
  });
});

describe('the plan of address lists', () => {
  const source = { url: 'https://a.example/list.txt', format: 'text' as const, column: null };
  const list = { id: 'a1', name: 'sanctioned', purpose: 'deny' as const, source, size: 3, lastRun: null };
  const present = { addressLists: [{ ...list, createdAt: AT, updatedAt: AT }] };
  const stated = (more: string) => `addressLists: [{ name: sanctioned, purpose: deny${more} }]`;

  it('creates lists before the rules that name them, and finds nothing to change in the same list', () => {
    const file = `${stated('')}\n${RULE}, conditions: {} }]`;
    expect(planned(file)).toEqual(['+ address list sanctioned', '+ rule     Large']);
    expect(planned(stated(`, source: { url: '${source.url}', format: text }`), present)).toEqual([]);
    expect(planned(stated(''), present)).toEqual([]);
  });

  it('changes the purpose and the source, and deletes lists that the file does not state', () => {
    expect(planned(stated(', source: null'), present)).toEqual([
      expect.stringMatching(/^~ address list sanct.*→ null$/),
    ]);
    const other = 'addressLists: [{ name: partners, purpose: allow }]';
    expect(planned(other, present, true)).toEqual(['+ address list partners', '- address list sanctioned']);
    expect(planned(other, present)).toEqual(['+ address list partners']);
  });
});

describe('the plan of the address book', () => {
  const entry = {
    id: 'e1',
    address: EVM,
    family: 'evm' as const,
    label: 'Kraken',
    note: 'Desk 7',
    lists: ['partners'],
  };
  const present = { addressBook: [{ ...entry, createdAt: AT, updatedAt: AT }] };
  const stated = (more: string) => `addressBook: [{ address: ${EVM.toLowerCase()}, label: Kraken${more} }]`;

  it('creates entries after the lists that they name, and before the rules', () => {
    const list = 'addressLists: [{ name: partners, purpose: allow }]';
    expect(planned(`${stated(', lists: [partners]')}\n${list}\n${RULE} }]`)).toEqual([
      '+ address list partners',
      `+ address  Kraken ${EVM.toLowerCase()}`,
      '+ rule     Large',
    ]);
  });

  it.each([
    ['what the file leaves out', ''],
    ['the same in another spelling', ', family: evm, note: Desk 7, lists: [partners, partners]'],
  ])('has no change for %s', (_what, more) => {
    expect(planned(stated(more), present)).toEqual([]);
  });

  it('takes an X-address for the classic address', () => {
    const xrp = [{ ...entry, address: XRP, family: 'xrp' as const, createdAt: AT, updatedAt: AT }];
    const address = classicAddressToXAddress(XRP, false, false);
    expect(planned(`addressBook: [{ address: ${address}, label: Kraken }]`, { addressBook: xrp })).toEqual([]);
  });

  it('states the fields that differ, and deletes with prune before the lists', () => {
    expect(planned(stated(', note: "", lists: []'), present)).toEqual([
      `~ address  Kraken ${EVM}: note "Desk 7" → "", lists ["partners"] → []`,
    ]);
    const lists = [{ id: 'a1', name: 'partners', purpose: 'info' as const, source: null, size: 1, lastRun: null }];
    const both = { ...present, addressLists: lists.map((list) => ({ ...list, createdAt: AT, updatedAt: AT })) };
    expect(planned('addressBook: []\naddressLists: []', both, true)).toEqual([
      `- address  Kraken ${EVM}`,
      '- address list partners',
    ]);
    expect(planned('addressLists: []', present, true)).toEqual([]);
  });

  it('is refused for an address that the file states twice, and for another family', () => {
    const twice = `addressBook: [{ address: ${EVM}, label: A }, { address: ${EVM.toLowerCase()}, label: B }]`;
    expect(() => planned(twice)).toThrow(/addressBook\.1: the same as a\.yaml:1: addressBook\.0/);
    expect(() => planned(stated(', family: xrp'), present)).toThrow(/entry e1 is of the family evm/);
  });
});

describe('the wallets that a file owns', () => {
  const stated = (more = '') => `wallets: [{ label: Treasury, address: ${EVM}, chains: [ethereum, base]${more} }]`;
  const of = (managedBy: string | null) => ({ wallets: [wallet({ managedBy })] });

  it('are those of its mark: a wallet of nobody becomes its own', () => {
    expect(planned(stated(), of(null))).toEqual([`~ wallet   Treasury ${EVM}: managedBy null → "apply"`]);
    expect(planned(`managedBy: ops\n${stated()}`, of(null))).toEqual([
      `~ wallet   Treasury ${EVM}: managedBy null → "ops"`,
    ]);
    expect(planned(`managedBy: ops\n${stated()}`, of('ops'))).toEqual([]);
  });

  it('are none of another file, unless the file states the owner at the wallet', () => {
    expect(() => planned(stated(), of('ops'))).toThrow(
      /a\.yaml:1: wallets\.0: the wallet w1 is managed by "ops", and this file is "apply"/,
    );
    expect(planned(stated(', managedBy: apply'), of('ops'))).toEqual([
      `~ wallet   Treasury ${EVM}: managedBy "ops" → "apply"`,
    ]);
    expect(planned(stated(', managedBy: ops'), of('ops'))).toEqual([]);
  });

  it('can be left to everybody', () => {
    expect(planned(stated(', managedBy: null'), of(null))).toEqual([]);
    expect(planned(stated(', managedBy: null'), of('apply'))).toEqual([
      `~ wallet   Treasury ${EVM}: managedBy "apply" → null`,
    ]);
  });

  it('are the only ones that prune deletes, and rules may name the others', () => {
    const others = [wallet({ id: 'w2', label: 'Of ops', address: XRP, chains: ['xrp'], managedBy: 'ops' })];
    const byHand = wallet({ id: 'w3', label: 'By hand', address: `${EVM.slice(0, -1)}9`, managedBy: null });
    const present = { wallets: [wallet(), ...others, byHand] };
    expect(planned('wallets: []', present, true)).toEqual([`- wallet   Treasury ${EVM}`]);
    expect(planned('managedBy: ops\nwallets: []', present, true)).toEqual([`- wallet   Of ops ${XRP}`]);
    expect(planned('managedBy: nobody\nwallets: []', present, true)).toEqual([]);
    expect(planned(`wallets: []\n${RULE}, wallets: [By hand, Of ops] }]`, present, true)).toEqual([
      '+ rule     Large',
      `- wallet   Treasury ${EVM}`,
    ]);
    expect(() => planned(`wallets: []\n${RULE}, wallets: [Treasury] }]`, present, true)).toThrow(/no wallet has/);
  });

  it('are at most 5,000, and so are the entries of the address book', () => {
    const flow = (n: number, row: string) => `[${Array.from({ length: n }, () => row).join(', ')}]`;
    const row = `{ label: A, address: ${EVM}, chains: [base] }`;
    expect(() => planned(`wallets: ${flow(5_001, row)}`)).toThrow(/wallets: .*`chainwatch wallet import FILE`/);
    expect(() => planned(`addressBook: ${flow(5_001, `{ label: A, address: ${EVM} }`)}`)).toThrow(
      /addressBook: .*at most 5,000 entries/,
    );
  });
});

describe('a plan without the secrets', () => {
  const text =
    `webhooks: [{ url: 'https://a.example/x', events: [alert.fired], secret: '\${HOOK}', ` +
    `headers: { A: '\${TOKEN}' } }]`;
  const state = (more: Partial<PresentState>): PresentState => ({
    ...{ families, wallets: [], rules: [], addressLists: [], addressBook: [] },
    ...{ destinations: [], webhooks: [], settings: null },
    ...more,
  });

  it('shows everything else in a run that makes no change, and names what it did not compare', () => {
    const unset = new Set<string>();
    const options = { prune: false, environment: {}, onUnset: (variable: string) => void unset.add(variable) };
    expect(plan(readManifest(text, 'a.yaml'), state({}), options).map(changeLine)).toEqual([
      expect.stringContaining('https://a.example/x'),
    ]);
    expect([...unset].sort()).toEqual(['HOOK', 'TOKEN']);
  });

  it('is refused in a run that makes changes', () => {
    const options = { prune: false, environment: {} };
    expect(() => plan(readManifest(text, 'a.yaml'), state({}), options)).toThrow(/which is not set/);
  });
});

describe('plan', () => {
  it.each([
    [
      'an address in another case',
      `wallets: [{ label: Treasury, address: ${EVM.toLowerCase()}, chains: [base, ethereum] }]`,
    ],
    [
      'a colour in another case',
      `wallets: [{ label: Treasury, address: ${EVM}, chains: [ethereum, base], color: "#AABBCC" }]`,
    ],
    ['conditions with a number as text', `${RULE}, conditions: { value_usd: { gte: 1000 } }, wallets: [Treasury] }]`],
    ['a wallet by its address or id', `${RULE}, wallets: [${EVM.toLowerCase()}, w1] }]`],
    [
      'events in another order',
      `webhooks: [{ url: "https://a.example/h", events: [alert.fired, ping], secret: "\${UNSET}" }]`,
    ],
    ['an empty file', ''],
  ])('has no change for %s', (_what, text) => {
    expect(planned(text, { wallets: [wallet()], rules: [rule()], webhooks: [webhook()] })).toEqual([]);
  });

  it('compares an X-address with the classic address and its tag', () => {
    const present = { wallets: [wallet({ address: XRP, chains: ['xrp'], destinationTag: 7 })] };
    const stating = (address: string) => `wallets: [{ label: Treasury, address: ${address}, chains: [xrp] }]`;
    expect(planned(stating(classicAddressToXAddress(XRP, 7, false)), present)).toEqual([]);
    for (const other of [XRP, classicAddressToXAddress(XRP, false, false), classicAddressToXAddress(XRP, 8, false)]) {
      expect(planned(stating(other), present)).toEqual([`+ wallet   Treasury ${other}`]);
    }
  });

  it('states the fields that differ', () => {
    const text = `wallets: [{ label: Cold, address: ${EVM}, chains: [ethereum] }]`;
    expect(planned(text, { wallets: [wallet()] })).toEqual([
      `~ wallet   Treasury ${EVM}: label "Treasury" → "Cold", chains ["ethereum","base"] → ["ethereum"]`,
    ]);
    const changed = `${RULE}, severity: info, conditions: { value_usd: { gte: 1000.5 } } }]`;
    expect(planned(changed, { wallets: [wallet()], rules: [rule()] })).toEqual([
      '~ rule     Large: severity "warning" → "info", ' +
        'conditions {"value_usd":{"gte":"1000"}} → {"value_usd":{"gte":"1000.5"}}',
    ]);
  });

  it('lets a rule name a wallet of the file, although a wallet of somebody else has its label', () => {
    const text = `wallets: [{ label: Treasury, address: ${EVM}, chains: [ethereum, base] }]`;
    const other = wallet({ id: 'w2', address: XRP, chains: ['xrp'], managedBy: null });
    expect(
      planned(`${text}\n${RULE}, wallets: [Treasury] }]`, { wallets: [wallet(), other], rules: [rule()] }),
    ).toEqual([]);
  });

  it('lets a rule name a wallet of the file before the wallet exists', () => {
    const text = `wallets: [{ label: New, address: ${EVM}, chains: [base] }]\n${RULE}, wallets: [New] }]`;
    expect(planned(text)).toEqual([`+ wallet   New ${EVM}`, '+ rule     Large']);
    expect(planned(text.replace('[New]', '[Old]').replace('label: New', 'label: Old'), { rules: [rule()] })).toEqual([
      `+ wallet   Old ${EVM}`,
      '~ rule     Large: wallets ["w1"] → ["Old"]',
    ]);
  });

  it('shows a Slack URL masked, and compares the masked form', () => {
    const text = `settings: { slackWebhookUrl: "\${SLACK}" }`;
    const [line] = planned(text, { settings: settings(null) });
    expect(line).toBe('~ settings settings: slackWebhookUrl null → "https://hooks.slack.com/…ABCD"');
    const same = settings('https://hooks.slack.com/…ABCD');
    expect(planned(text, { settings: same })).toEqual([]);
    expect(planned('settings: { slackWebhookUrl: null }', { settings: same })).toHaveLength(1);
  });

  it('compares the config of a destination with its secret masked', () => {
    const stating = (more: string) =>
      planned(`destinations: [{ name: Council, kind: telegram, ${more} }]`, { destinations: [destination()] });
    expect(stating(`config: { botToken: "\${BOT}", chatId: -1 }`)).toEqual([]);
    expect(stating('isActive: true')).toEqual([]);
    expect(stating(`config: { botToken: "\${SLACK}", chatId: -2 }, isActive: false`)).toEqual([
      '~ destination Council: config.chatId "-1" → "-2", config.botToken "…Cr4K" → "…ABCD", isActive true → false',
    ]);
  });

  const MATCH = 'match: { rules: [Large], wallets: [Treasury], severities: [] }';
  const ids = { ruleIds: ['r1'], walletIds: ['w1'] };
  it.each([
    ['destinations', `destinations: [{ name: Council, kind: telegram, ${MATCH} }]`, { destinations: [destination()] }],
    [
      'webhooks',
      `webhooks: [{ url: "https://a.example/h", events: [ping, alert.fired], ${MATCH} }]`,
      { webhooks: [webhook()] },
    ],
  ])(
    'lets a match of %s name rules and wallets, also those of the file before they exist',
    (section, text, present) => {
      const known = { wallets: [wallet()], rules: [rule()] };
      const same = { destinations: [destination({ match: ids })], webhooks: [webhook({ match: ids })] };
      expect(planned(text, { ...known, ...same })).toEqual([]);
      const [line] = planned(text, { ...known, ...present });
      expect(line).toContain('match {} → {"severities":[],"rules":["Large"],"wallets":["Treasury"]}');
      const file = `wallets: [{ label: Treasury, address: ${EVM}, chains: [base] }]\n${RULE} }]\n${text}`;
      expect(planned(file, same)).toEqual([
        `+ wallet   Treasury ${EVM}`,
        '+ rule     Large',
        expect.stringContaining(section === 'destinations' ? '~ destination Council: match' : '~ webhook  https://a'),
      ]);
    },
  );

  it('compares headers masked', () => {
    const stating = (headers: string) =>
      planned(`webhooks: [{ url: "https://a.example/h", events: [ping, alert.fired], headers: ${headers} }]`, {
        webhooks: [webhook({ headers: { Authorization: '…Cr4K' } })],
      });
    expect(stating(`{ Authorization: "\${BOT}" }`)).toEqual([]);
    expect(stating('{}')).toEqual(['~ webhook  https://a.example/h: headers {"Authorization":"…Cr4K"} → {}']);
    expect(stating(`{ Authorization: "\${SLACK}" }`)).toHaveLength(1);
  });

  it('deletes with prune what the sections of the file do not state, wallets last', () => {
    const present = { wallets: [wallet()], rules: [rule()], webhooks: [webhook()] };
    expect(planned('wallets: []\nrules: []', present)).toEqual([]);
    expect(planned('wallets: []\nrules: []', present, true)).toEqual([
      '- rule     Large',
      `- wallet   Treasury ${EVM}`,
    ]);
    expect(planned('webhooks: []', present, true)).toEqual(['- webhook  https://a.example/h']);
  });

  it.each<[string, string, Partial<PresentState>, RegExp, prune?: boolean]>([
    ['two records with the name', `${RULE} }]`, { rules: [rule(), rule({ id: 'r2' })] }, /r1 and r2/],
    [
      'two parts with the name',
      `${RULE} }, { name: Large, ruleType: x }]`,
      {},
      /rules\.1\.name: the same as a\.yaml:1: rules\.0/,
    ],
    [
      'a secret in the file',
      'destinations: [{ name: Council, kind: telegram, config: { botToken: "80:AA", chatId: -1 } }]',
      {},
      /destinations\.0\.config\.botToken: is a secret/,
    ],
    [
      'a new destination without its secret',
      'destinations: [{ name: Council, kind: telegram, config: { chatId: -1 } }]',
      {},
      /destinations\.0\.name: needs config\.botToken/,
    ],
    [
      'another kind',
      'destinations: [{ name: Council, kind: slack }]',
      { destinations: [destination()] },
      /destination d1 is of kind telegram/,
    ],
    [
      'an unknown rule in a match',
      'destinations: [{ name: Council, kind: telegram, match: { rules: [Nothing] } }]',
      { destinations: [destination()] },
      /destinations\.0\.match\.rules\.0: no rule has the name or id Nothing/,
    ],
    [
      'a rule that prune deletes',
      'rules: []\ndestinations: [{ name: Council, kind: telegram, match: { rules: [Large] } }]',
      { destinations: [destination()], rules: [rule()] },
      /no rule has the name or id Large/,
      true,
    ],
    [
      'a header in the file',
      'webhooks: [{ url: "https://b", events: [ping], headers: { Authorization: "Bearer x" } }]',
      {},
      /webhooks\.0\.headers\.Authorization: is a secret/,
    ],
    [
      'another rule type',
      'rules: [{ name: Large, ruleType: approval }]',
      { rules: [rule()] },
      /rule r1 is of type large_tr/,
    ],
    [
      'an unknown chain',
      `wallets: [{ label: a, address: ${EVM}, chains: [base, nochain] }]`,
      {},
      /wallets\.0\.chains\.1: nochain is no/,
    ],
    [
      'an unknown wallet',
      `${RULE}, wallets: [Nobody] }]`,
      {},
      /rules\.0\.wallets\.0: no wallet has the label.* Nobody/,
    ],
    [
      'an unset variable',
      `webhooks: [{ url: "https://b", events: [ping], secret: "\${UNSET}" }]`,
      {},
      /variable UNSET, which/,
    ],
    [
      'a label of two wallets',
      `${RULE}, wallets: [Treasury] }]`,
      { wallets: [wallet(), wallet({ id: 'w2', address: XRP, chains: ['xrp'] })] },
      /Treasury names 2 wallets, w1 and w2/,
    ],
  ])('is refused for %s', (_what, text, present, message, prune = false) => {
    expect(() => planned(text, present, prune)).toThrow(message);
  });
});
