import { createServer } from 'node:http';
import { afterAll, describe, expect, it } from '@jest/globals';
import { closeAll, listen } from '../../platform/outbound/receiver.ts';
import {
  aMemo,
  anApproval,
  anAuthorityChange,
  anEvent,
  aSubjectEvent,
  aTransaction,
  USDC,
  uuid,
} from '../../support/records.ts';
import { shownRule } from '../answers.ts';
import { printed } from '../printed.ts';

afterAll(closeAll);

const NO_LABELS = { data: [], meta: { page: 1, pageSize: 100, total: 0, next: null } };

/** What a command prints when the API answers this, and has no labels; and the paths that the command asked for. */
async function shown(answer: unknown, ...args: readonly string[]) {
  const paths: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    paths.push(url);
    const document = /^\/api\/(wallets|address-book)\?/.test(url) ? NO_LABELS : answer;
    response.setHeader('content-type', 'application/json').end(JSON.stringify(document));
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  const { code, out, err } = await printed([...args, '--url', url], { environment: { CHAINWATCH_API_KEY: 'cw_t_1' } });
  expect([code, err]).toEqual([0, '']);
  return { out, paths };
}

const listOf = (item: unknown) => ({ data: [item], meta: { page: 1, pageSize: 20, total: 1, next: null } });

/** The cells of the only row of a table, by the names of its columns. */
function rowIn(out: string): Record<string, string> {
  const [head = '', row = ''] = out.split('\n').map((line) => line.trimEnd());
  const starts = [...head.matchAll(/\S+/g)].map(({ 0: name, index }) => ({ name: name.toLowerCase(), index }));
  return Object.fromEntries(starts.map(({ name, index }, n) => [name, row.slice(index, starts[n + 1]?.index).trim()]));
}

describe('The command line shows what is not certain of a transaction', () => {
  it.each([
    ['pending', null, 'pending'],
    ['unpriced', null, 'unpriced'],
    ['known', '3000', '3000'],
    ['pending', '3000', '3000'],
  ] as const)('a value that is %s (%s USD) as %s in the list', async (valueStatus, valueUsd, usd) => {
    const record = aTransaction({ valueStatus, valueUsd });
    expect(rowIn((await shown(listOf(record), 'tx', 'list')).out)).toMatchObject({ usd });
  });

  it.each([
    ['pending', true],
    ['unpriced', false],
    ['known', true],
  ] as const)('its status %s, whether it is verified (%s), and how much is left out', async (valueStatus, verified) => {
    const omitted = { transfers: 101, approvals: 3, authority: 0 };
    const { out } = await shown(aTransaction({ valueStatus, verified, omitted }), 'tx', 'get', uuid(1));
    expect(out).toMatch(new RegExp(`^value status +${valueStatus}$`, 'm'));
    expect(out).toMatch(new RegExp(`^verified +${verified ? 'yes' : 'no'}$`, 'm'));
    expect(out).toMatch(/^omitted +101 transfers, 3 approvals, 0 changes of authority$/m);
  });

  it('alone, when the filter asks for it', async () => {
    const { paths } = await shown(listOf(aTransaction()), 'tx', 'list', '--value-status', 'pending');
    expect(paths).toEqual([expect.stringMatching(/[?&]valueStatus=pending(&|$)/)]);
    expect((await printed(['tx', 'list', '--value-status', 'late'])).code).toBe(2);
  });
});

describe('The command line shows who gained power over a wallet', () => {
  it('with the approvals and the changes of authority of a transaction', async () => {
    const approvals = [
      anApproval({ approved: true, unlimited: true, owner: 'own', spender: 'thief', asset: 'USDC\u202e' }),
      anApproval({ approved: false, unlimited: false, amount: '0', owner: 'own', spender: 'friend', asset: 'DAI' }),
    ];
    const authority = [anAuthorityChange({ kind: 'regular_key_set', subject: 'own', before: null, after: 'key' })];
    const { out } = await shown(aTransaction({ approvals, authority }), 'tx', 'get', uuid(1));
    expect(out).toMatch(/^approvals +granted unlimited USDC own → thief; revoked DAI own → friend$/m);
    expect(out).toMatch(/^authority +regular_key_set of own: none → key$/m);
  });
});

describe('The command line shows what a rule has judged without a transaction', () => {
  const subject = { walletId: uuid(2), chain: 'ethereum', asset: USDC, symbol: 'USDC', level: '1234567.5' };
  const event = aSubjectEvent({ subject, wallet: { ...aTransaction().wallet, label: 'Payroll' } });

  it('with the label of the wallet and the level, in the list of events', async () => {
    const { out } = await shown(listOf(event), 'events', 'list');
    expect(rowIn(out)).toMatchObject({ wallet: 'Payroll', amount: '1234567.5 USDC' });
  });

  it('with the asset and the level, for one event', async () => {
    const { out } = await shown({ ...event, reasons: [], ...NO_LABELS }, 'events', 'get', uuid(4));
    expect(out).toMatch(/^wallet +Payroll$/m);
    expect(out).toMatch(new RegExp(`^asset +USDC \\(${USDC}\\)$`, 'm'));
    expect(out).toMatch(/^level +1,234,567\.5 USDC$/m);
  });

  it('with the id of the wallet, where an earlier version of the service stored no more', async () => {
    expect(rowIn((await shown(listOf({ ...event, wallet: null }), 'events', 'list')).out).wallet).toBe(uuid(2));
  });
});

describe('The command line shows what a cooldown hides', () => {
  const suppressed = { count: 7, largestUsd: '300' };
  const transaction = aTransaction({ valueUsd: null, valueStatus: 'pending' });

  it('in the list of events', async () => {
    const event = anEvent({ suppressed, transaction });
    expect(rowIn((await shown(listOf(event), 'events', 'list')).out)).toMatchObject({
      usd: 'pending',
      suppressed: '7',
    });
  });

  it.each(['wallet', 'rule'] as const)('for each %s, in the list of rules', async (cooldownPer) => {
    const { out } = await shown(listOf(shownRule({ cooldownPer })), 'rule', 'list');
    expect(rowIn(out)).toMatchObject({ cooldown: `5 minutes per ${cooldownPer}` });
  });
});

describe('The command line shows what a payment is for', () => {
  it('with the destination tag and the references of a transaction', async () => {
    const hex = { kind: 'invoice_id', value: 'AB', encoding: 'hex', truncated: true } as const;
    const record = aTransaction({ destinationTag: 0, references: [aMemo, hex] });
    const { out } = await shown(record, 'tx', 'get', uuid(1));
    expect(out).toMatch(/^tag +0$/m);
    expect(out).toMatch(/^references +memo=Invoice 4711; invoice_id=AB… \(hex\)$/m);
  });

  it('also in a lookup of one record; of several records, a lookup shows a table', async () => {
    const record = aTransaction({ destinationTag: 7, references: [aMemo], summary: 'Treasury received 1 ETH' });
    const found = (transactions: readonly unknown[]) => ({ source: 'database', transaction: record, transactions });
    const { out } = await shown(found([record]), 'tx', 'lookup', record.hash);
    expect(out).toMatch(/^summary +Treasury received 1 ETH$/m);
    expect(out).toMatch(/^references +memo=Invoice 4711$/m);
    expect((await shown(found([record, record]), 'tx', 'lookup', record.hash)).out.split('\n')).toHaveLength(4);
  });

  it('with the tag in the list, where 0 is a tag and a dash is none', async () => {
    const tagOf = async (destinationTag: number | null) =>
      rowIn((await shown(listOf(aTransaction({ destinationTag })), 'tx', 'list')).out).tag;
    expect(await Promise.all([0, 4_294_967_295, null].map(tagOf))).toEqual(['0', '4294967295', '-']);
  });

  it.each([
    ['--destination-tag', '0', 'destinationTag=0'],
    ['--destination-tag', 'none', 'destinationTag=none'],
    ['--reference', 'Invoice 4711', 'reference=Invoice%204711'],
  ])('alone, when the filter %s %s asks for it', async (option, value, query) => {
    const { paths } = await shown(listOf(aTransaction()), 'tx', 'list', option, value);
    expect(paths[0]?.split(/[?&]/)).toContain(query);
  });
});

it.each(['--since', '--from'])('The command line takes how long ago a list begins by %s', async (option) => {
  for (const command of [
    ['tx', 'list'],
    ['events', 'list'],
  ]) {
    const answer = listOf(command[0] === 'tx' ? aTransaction() : anEvent());
    const { paths } = await shown(answer, ...command, option, '2d');
    const from = Date.parse(new URL(paths[0] ?? '', 'http://service').searchParams.get('from') ?? '');
    expect(Math.abs(Date.now() - 2 * 86_400_000 - from)).toBeLessThan(60_000);
  }
});

it('The command line says which forms of a time a filter takes', async () => {
  const { code, err } = await printed(['tx', 'list', '--since', '2x']);
  expect([code, err]).toEqual([
    2,
    expect.stringMatching(/--since, --from <time>' argument '2x' .*2026-03-01T12:00:00Z, or how long ago: 90m, 2h, 7d/),
  ]);
});
