import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cooldownKeys, cooldownPrefixes } from '../../../lib/platform/table/cooldown-keys.ts';
import { timeKey } from '../../../lib/platform/table/counted-list-keys.ts';
import { DUE_SHARDS, due } from '../../../lib/platform/table/due-keys.ts';
import { idIn, keys, organisationIn, prefixes } from '../../../lib/platform/table/keys.ts';
import { levelKeys } from '../../../lib/platform/table/level-keys.ts';
import { dividedOrganisation } from '../../../lib/platform/table/organisation-parts.ts';
import { OrganisationId } from '../../../lib/values/ids.ts';
import { organisation, uuid } from '../../support/records.ts';

const other = OrganisationId.parse(uuid(60));

const TRANSACTION = uuid(61);
const BACKFILL = uuid(62);
const RECEIVER = uuid(63);
const WALLET = uuid(64);

describe('keys', () => {
  const ofOrganisation = (organisationId: OrganisationId) => [
    keys.organisation(organisationId),
    keys.settings(organisationId),
    keys.pass(organisationId, 'DELIVERY'),
    keys.apiKey(organisationId, 'id'),
    keys.wallet(organisationId, 'id'),
    keys.address(organisationId, '0x1'),
    keys.externalId(organisationId, 'customer 7'),
    keys.transaction(organisationId, 'id'),
    keys.evaluation(organisationId, 'id'),
    keys.value(organisationId, 'id'),
    keys.rule(organisationId, 'id'),
    keys.ruleState(organisationId, 'id', 0),
    keys.suppressions(organisationId, 'id', 0),
    cooldownKeys.cooldown(organisationId, 'id', 'SOLICITED#RULE'),
    cooldownKeys.inCooldown(organisationId, 'id', 'SOLICITED#RULE', '2026-01-31T09:00:00.000Z', 0),
    cooldownKeys.burst(organisationId, 'id', 'id'),
    cooldownKeys.reviewBurst(organisationId, 'id'),
    cooldownKeys.heldAsset(organisationId, WALLET, 'base', '0x2'),
    levelKeys.level(organisationId, 'id', 'usd##RULE'),
    levelKeys.leftHour(organisationId, 'id', 'usd##RULE', '2026-01-31T09:00:00.000Z'),
    levelKeys.left(organisationId, 'id', 'usd##RULE', '2026-01-31T09:00:00.000Z', TRANSACTION),
    levelKeys.leftBy(organisationId, TRANSACTION),
    levelKeys.balance(organisationId, 'id', WALLET, 'ethereum'),
    levelKeys.silence(organisationId, 'id'),
    levelKeys.silenceOfWallet(organisationId, 'id', WALLET),
    keys.decision(organisationId, TRANSACTION, 0, 'rule'),
    keys.event(organisationId, 'id'),
    keys.webhook(organisationId, 'id'),
    keys.destination(organisationId, 'id'),
    keys.delivery(organisationId, 'id'),
    keys.attempts(organisationId, 'id', 1, 2),
    keys.job(organisationId, prefixes.replays, 'id'),
    keys.job(organisationId, prefixes.exports, 'id'),
    keys.job(organisationId, prefixes.backtests, 'id'),
    keys.job(organisationId, prefixes.reviews, 'id'),
    keys.job(organisationId, prefixes.recounts, 'id'),
    keys.job(organisationId, prefixes.expiries, 'id'),
    keys.job(organisationId, prefixes.addressLists, 'id'),
    keys.receiver(organisationId, RECEIVER),
    keys.mailRate(organisationId),
    keys.pace(organisationId, RECEIVER),
    keys.waiting(organisationId, RECEIVER, '2026-01-31T09:00:00.000Z', 'id'),
    keys.backfill(organisationId, BACKFILL),
    keys.backfillPart(organisationId, BACKFILL, 3),
    keys.watched(organisationId, WALLET, 'base'),
    keys.reconciliation(organisationId, 'id'),
  ];
  const ofChain = (chain: string) => [
    keys.watcher(chain),
    keys.cursor(chain),
    keys.block(chain, 7),
    keys.blockPart(chain, 7, 'part'),
    keys.fence(chain, 7, 0),
    keys.watchedHead(chain),
    keys.watchedPage(chain, 'id'),
    keys.balanceCheck(chain, 7),
    keys.balanceChecker(chain),
    keys.balanceChanges(chain, 7),
    keys.watchChange(chain, '2026-01-31T09:00:00.000Z', '0x1'),
    keys.nativeBalance(chain, '0x1'),
    keys.dailyBalance(chain, '0x1', '2026-01-31', null),
    keys.tokenBalance(chain, '0x1', '0x2'),
  ];
  const ofNobody = [
    keys.watch('base', '0x1'),
    keys.token('base', '0x1'),
    keys.price('key'),
    keys.rate('id'),
    keys.credential('hash'),
    keys.askingRule(organisation, 'id'),
  ];

  it('put tenant data into partitions of its organisation, with a separate key for each kind', () => {
    const items = ofOrganisation(organisation);
    const own = `ORG#${organisation}`;
    expect(items.filter(({ pk }) => pk !== own && !pk.startsWith(`${own}#`))).toEqual([]);
    expect(new Set(items.map(({ sk }) => sk)).size).toBe(items.length);
    expect(ofOrganisation(other).filter(({ pk }) => pk.startsWith(own))).toEqual([]);
    expect(organisationIn(keys.wallet(organisation, 'id').pk)).toBe(organisation);
    expect(idIn(keys.transaction(organisation, uuid(1)).sk)).toBe(uuid(1));
  });

  it('are where they always were in an organisation that is not divided', () => {
    const others = /#(RULESTATE|LIST)#/;
    const partitions = ofOrganisation(organisation).map(({ pk }) => pk);
    expect(new Set(partitions.filter((pk) => !others.test(pk)))).toEqual(new Set([`ORG#${organisation}`]));
  });

  it('put what each alert and each wallet writes into the parts of a divided organisation, and all else beside', () => {
    const divided = dividedOrganisation(organisation);
    const inParts = ofOrganisation(divided).filter(({ pk }) => pk.includes('#PART#'));
    expect(new Set(inParts.map(({ sk }) => sk.split('#')[0]))).toEqual(
      new Set([
        ...['TX', 'DECISION', 'EVENT', 'DELIVERY', 'RECEIVER', 'BACKLOG', 'MAILRATE', 'PACE'],
        ...['HELD', 'LEFTBY', 'REVIEWBURST'],
        ...['WALLET', 'ADDRESS', 'EXTERNALID', 'WATCHED'],
      ]),
    );
    expect(keys.transaction(divided, `b${uuid(1).slice(1)}`).pk).toBe(`ORG#${divided}#PART#b`);
    expect(organisationIn(keys.transaction(divided, uuid(1)).pk)).toBe(divided);
  });

  it('are all covered by this test', () => {
    const all = [...ofOrganisation(organisation), ...ofChain('base'), ...ofNobody];
    // The kinds of jobs share a key.
    expect(all).toHaveLength(Object.keys({ ...keys, ...cooldownKeys, ...levelKeys }).length + 6);
  });

  it('put data without an organisation outside the partitions of organisations, separated by chain', () => {
    const shared = [...ofChain('base'), ...ofChain('bsc'), ...ofNobody];
    expect(shared.filter(({ pk }) => pk.startsWith('ORG#'))).toEqual([]);
    expect(new Set(shared.map(({ pk, sk }) => `${pk} ${sk}`)).size).toBe(shared.length);
  });

  it('sort blocks by height', () => {
    const sks = [0, 9, 10, 999, 250_000_000].map((height) => keys.block('solana', height).sk);
    expect([...sks].sort()).toEqual(sks);
  });

  it('have prefixes that select exactly one kind', () => {
    const sks = [...ofOrganisation(organisation), ...ofChain('anvil')].map(({ sk }) => sk);
    const {
      decisionsOn,
      decisionsOnHash,
      backfillParts,
      blockParts,
      backlog,
      watched,
      attemptsOf,
      ruleStates,
      ...others
    } = prefixes;
    const { tokenBalancesOf: _, dailyBalancesOf, ...fixed } = others;
    const { inCooldown, heldAssets } = cooldownPrefixes;
    const ofWallet = [heldAssets(WALLET, 'base'), inCooldown('SOLICITED#RULE', '2026-01-31T09:00:00.000Z')];
    const each = [
      ...ofWallet,
      decisionsOn(TRANSACTION),
      decisionsOnHash(TRANSACTION.slice(0, 13)),
      backfillParts(BACKFILL),
      blockParts(7),
      backlog(RECEIVER),
      watched(WALLET),
      dailyBalancesOf('0x1'),
    ];
    const all = [...Object.values(fixed), ...each, attemptsOf('id')];
    for (const prefix of all) expect(sks.filter((sk) => sk.startsWith(prefix))).toHaveLength(1);
    // The two kinds of items of a rule are read together.
    expect(sks.filter((sk) => sk.startsWith(ruleStates))).toHaveLength(2);
  });

  it('sort the attempts of a delivery in the order in which they were made', () => {
    const attempts = [
      [1, 1],
      [1, 2],
      [1, 10],
      [2, 11],
      [10, 100],
    ] as const;
    const sks = attempts.map(([generation, n]) => keys.attempts(organisation, 'id', generation, n).sk);
    expect([...sks].sort()).toEqual(sks);
  });
});

describe('timeKey', () => {
  it('sorts newest first when read backwards, and by ascending id within the same instant', () => {
    const instant = fc.integer({ min: 0, max: 3 }).map((n) => new Date(Date.UTC(2026, 0, 31) + n).toISOString());
    const record = fc.record({ instant, id: fc.uuid() });
    fc.assert(
      fc.property(fc.uniqueArray(record, { selector: ({ id }) => id }), (records) => {
        const listed = [...records].sort((a, b) => (timeKey(a.instant, a.id) < timeKey(b.instant, b.id) ? 1 : -1));
        const wanted = [...records].sort((a, b) =>
          a.instant === b.instant ? (a.id < b.id ? -1 : 1) : a.instant < b.instant ? 1 : -1,
        );
        expect(listed).toEqual(wanted);
      }),
    );
  });
});

describe('due', () => {
  it('spreads organisations over all shards and sorts the entries of an organisation by time', () => {
    const entries = Array.from({ length: 256 }, (_, byte) => {
      const id = OrganisationId.parse(`${byte.toString(16).padStart(2, '0')}${uuid(1).slice(2)}`);
      return due.entry('DELIVERY', id, 'id', '2026-01-31T09:00:00.000Z');
    });
    const shards = Array.from({ length: DUE_SHARDS.DELIVERY }, (_, shard) => due.partition('DELIVERY', shard));
    expect(shards.map((pk) => entries.filter(({ gsi3pk }) => gsi3pk === pk).length)).toEqual(shards.map(() => 4));
    expect(due.entry('DELIVERY', organisation, 'id', '2026-01-31T09:00:00.000Z').gsi3sk).toBe(
      `${organisation}#2026-01-31T09:00:00.000Z#id`,
    );
  });

  it('separates evaluations, deliveries, replays, exports and other jobs', () => {
    const kinds = ['EVALUATION', 'DELIVERY', 'REPLAY', 'EXPORT', 'JOB'] as const;
    expect(new Set(kinds.map((kind) => due.entry(kind, organisation, uuid(1), 'at').gsi3pk)).size).toBe(kinds.length);
  });
});
