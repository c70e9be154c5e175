import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { routes } from '../../functions/routes.ts';
import type { Route } from '../../lib/platform/http/route.ts';
import { closeAll, ok, receiver } from '../platform/outbound/receiver.ts';
import { type Answer, NOT_FOUND, type Parts, refusalOf } from '../support/api.ts';
import { runs } from '../support/sample.ts';
import { evmAddress, evmHash, importBody, ruleBody, walletBody } from './samples.ts';
import { everythingOf, newPool, populate, Shape, type Tenant } from './tenants.ts';

afterAll(closeAll);

/** Requests of an organisation for records of another organisation, and the required response to each. */
interface Attack {
  readonly requests: readonly Parts[];
  readonly comesTo: (answer: Answer) => void;
}

const notFound = (answer: Answer) => expect(refusalOf(answer)).toEqual(NOT_FOUND);
const notAWallet = (answer: Answer) => expect(refusalOf(answer)).toMatchObject({ code: 'validation_failed' });
const notInSettings = (answer: Answer) => expect(refusalOf(answer)).toMatchObject({ code: 'validation_failed' });
const noLink = ({ status }: Answer) => expect(status).toBe(404);
const unauthorized = ({ status }: Answer) => expect(status).toBe(401);
const empty = ({ body }: Answer) => expect(body).toMatchObject({ data: [], meta: { total: 0 } });
const nothing = ({ body }: Answer) => expect(body).toEqual({ data: [] });
const noFlows = ({ body }: Answer) => {
  const { days } = Object(body);
  expect(new Set(days.map(({ inUsd, outUsd }: Record<string, unknown>) => `${inUsd} ${outUsd}`))).toEqual(
    new Set(['0 0']),
  );
};
const judgedNothing = ({ body }: Answer) => expect(body).toMatchObject({ judged: 0, matched: 0, samples: [] });
const noRows = ({ text }: Answer) => expect(text.split('\r\n')).toHaveLength(2);
const done = ({ status }: Answer) => expect(status).toBeLessThan(300);
/** The response names every id as unknown and no id as done. */
const unknownOnly = ({ body }: Answer) => {
  // The id of the replay is new, and names no record.
  const { failed, replayId: _, ...rest } = Object(body);
  expect(new Set(failed.map(({ code }: { code: string }) => code))).toEqual(new Set(['not_found']));
  expect(Object.values(rest).flat()).toEqual([]);
};

const aBacktest = { rule: { ruleType: 'any_transfer' }, from: '2026-01-01', to: '2026-01-02' };

/** An id of another kind of record is unknown on every path. */
const anyId = ({ ids }: Tenant, body?: object): Attack => ({
  requests: Object.values(ids)
    .flat()
    .map((id) => ({ params: { id }, body })),
  comesTo: notFound,
});
const aBackfill = ({ ids }: Tenant): Attack => ({
  requests: Object.values(ids)
    .flat()
    .map((backfillId) => ({ params: { id: 'ethereum', backfillId } })),
  comesTo: notFound,
});
const filtered = (name: string, ids: readonly string[], comesTo = empty): Attack => ({
  requests: ids.map((id) => ({ query: { [name]: id } })),
  comesTo,
});
/** Links for the records of a tenant, made up by somebody who knows all ids. */
const linksTo = ({ organisationId, ids }: Tenant): Parts[] =>
  Object.values(ids)
    .flat()
    .flatMap((id) =>
      ['confirm', 'unsubscribe'].map((purpose) => `${purpose}.${organisationId}.${id}.v1.${'A'.repeat(60)}`),
    )
    .map((token) => ({ query: { token } }));
/** Links of messages about the records of a tenant, made up in the same way. */
const messageLinksTo = ({ organisationId, ids }: Tenant): string[] =>
  Object.values(ids)
    .flat()
    .map((id) => `v2.${'0'.repeat(12)}.${'A'.repeat(60)}.${id}.${organisationId}`);
/** What payments refer to. Each organisation has a payment with a memo and a tag of its own. */
const referring = ({ marker, memo, destinationTag }: Tenant, comesTo: Attack['comesTo']): Attack => {
  const queries: Required<Parts>['query'][] = [
    { destinationTag },
    { reference: memo },
    { q: marker },
    { q: marker, destinationTag },
  ];
  return { requests: queries.map((query) => ({ query })), comesTo };
};
const plain = (...requests: readonly Parts[]): Attack => ({ requests, comesTo: done });

/** The attacks on every route, by its name. A new route without attacks is a type error. */
const attacksOn = (victim: Tenant, own: Tenant): Record<keyof typeof routes, readonly Attack[]> => {
  const { ids } = victim;
  const all = Object.values(ids).flat();
  const bulk: Attack = { requests: [{ body: { ids: all.slice(0, 100) } }], comesTo: unknownOnly };
  const foreign = victim.hashes.filter((hash) => !own.hashes.includes(hash));
  const common = victim.hashes.filter((hash) => own.hashes.includes(hash));
  const ownRule = own.ids.rules[0] ?? '';
  const wallets = ids.wallets.map((id) => ({ id, address: own.ids.wallets[0] ?? '' }));
  return {
    listTransactions: [plain({}), filtered('walletId', ids.wallets), referring(victim, empty)],
    exportTransactions: [plain({}), filtered('walletId', ids.wallets, noRows), referring(victim, noRows)],
    lookupTransaction: [
      { requests: foreign.map((hash) => ({ query: { hash } })), comesTo: notFound },
      plain(...common.map((hash) => ({ query: { hash } }))),
    ],
    importTransaction: [
      {
        requests: wallets.flatMap((wallet) =>
          [...victim.hashes, evmHash()].map((hash) => ({ body: importBody(wallet, { hash, toAddress: undefined }) })),
        ),
        comesTo: notFound,
      },
    ],
    getTransaction: [anyId(victim)],
    listDecisions: [anyId(victim)],
    annotateTransaction: [anyId(victim, { notes: 'mine', tags: [] })],
    listRules: [plain({}), plain(...ids.wallets.map((walletId) => ({ query: { walletId } })))],
    createRule: [{ requests: ids.wallets.map((id) => ({ body: ruleBody({ walletIds: [id] }) })), comesTo: notAWallet }],
    testRule: [
      {
        requests: [
          ...all.map((transactionId) => ({ body: { ruleId: ownRule, transactionId } })),
          ...all.map((ruleId) => ({ body: { ruleId, transactionId: own.ids.transactions[0] } })),
        ],
        comesTo: notFound,
      },
    ],
    previewRule: [
      {
        requests: ids.wallets.map((id) => ({ body: { rule: ruleBody({ walletIds: [id] }) } })),
        comesTo: judgedNothing,
      },
    ],
    getRule: [anyId(victim)],
    updateRule: [
      anyId(victim, { name: 'mine', isActive: false }),
      {
        requests: ids.wallets.map((id) => ({ params: { id: ownRule }, body: { walletIds: [id] } })),
        comesTo: notAWallet,
      },
    ],
    deleteRule: [anyId(victim)],
    listEvents: [plain({}), filtered('ruleId', ids.rules), filtered('walletId', ids.wallets)],
    bulkAcknowledgeEvents: [bulk],
    bulkResolveEvents: [bulk],
    getEvent: [anyId(victim)],
    acknowledgeEvent: [anyId(victim)],
    resolveEvent: [anyId(victim, { note: 'mine' })],
    showAcknowledgeLink: [
      { requests: messageLinksTo(victim).map((token) => ({ params: { token } })), comesTo: noLink },
    ],
    useAcknowledgeLink: [{ requests: messageLinksTo(victim).map((token) => ({ body: { token } })), comesTo: noLink }],
    createWebhook: [plain({ body: { url: 'https://example.com/', events: ['ping'] } })],
    listWebhooks: [plain({})],
    listDeliveries: [
      plain({}),
      filtered('webhookId', ids.webhooks),
      filtered('destinationId', ids.destinations),
      filtered('eventId', ids.events),
      filtered('replayId', ids.replays),
    ],
    replayDeliveries: [bulk],
    getDelivery: [anyId(victim)],
    replayDelivery: [anyId(victim)],
    createReplay: [
      { requests: ids.webhooks.map((webhookId) => ({ body: { webhookId } })), comesTo: notFound },
      { requests: ids.destinations.map((destinationId) => ({ body: { destinationId } })), comesTo: notFound },
      plain({ body: {} }),
    ],
    createBacktest: [
      { requests: ids.rules.map((ruleId) => ({ body: { ...aBacktest, rule: undefined, ruleId } })), comesTo: notFound },
      { requests: ids.wallets.map((id) => ({ body: { ...aBacktest, walletIds: [id] } })), comesTo: notAWallet },
      plain({ body: aBacktest }),
    ],
    listBacktests: [plain({})],
    getBacktest: [anyId(victim)],
    cancelBacktest: [anyId(victim)],
    createReview: [plain({ body: { action: 'resolve' } })],
    listReviews: [plain({})],
    getReview: [anyId(victim)],
    cancelReview: [anyId(victim)],
    createExport: [plain({ body: {} })],
    listExports: [plain({})],
    getExport: [anyId(victim)],
    cancelExport: [anyId(victim)],
    listReplays: [plain({})],
    getReplay: [anyId(victim)],
    cancelReplay: [anyId(victim)],
    resumeReplay: [anyId(victim)],
    getWebhook: [anyId(victim)],
    updateWebhook: [anyId(victim, { isActive: false, description: 'mine' })],
    deleteWebhook: [anyId(victim)],
    testWebhook: [anyId(victim)],
    rotateWebhookSecret: [anyId(victim)],
    createWallet: [plain({ body: walletBody() })],
    createWallets: [plain({ body: { wallets: [walletBody(), walletBody({ externalId: 'customer 7' })] } })],
    listWallets: [plain({}), filtered('q', [victim.marker]), filtered('externalId', [victim.marker])],
    getWallet: [anyId(victim)],
    updateWallet: [anyId(victim, { label: 'mine', chains: ['base'] })],
    deleteWallet: [anyId(victim)],
    listBalances: [anyId(victim)],
    getWalletCoverage: [anyId(victim)],
    listReconciliations: [plain({}), filtered('walletId', ids.wallets)],
    listBalanceSums: [{ requests: [{ query: { walletIds: ids.wallets.join(',') } }], comesTo: nothing }],
    getBalanceHistory: [
      plain({}),
      { requests: ids.wallets.map((walletId) => ({ query: { walletId } })), comesTo: notFound },
    ],
    createBookEntry: [plain({ body: { address: evmAddress(), label: 'mine' } })],
    createBookEntries: [plain({ body: { entries: [{ address: victim.bookAddress, label: 'mine', lists: [] }] } })],
    listBookEntries: [plain({}), filtered('q', [victim.marker]), filtered('list', [victim.marker])],
    getBookEntry: [anyId(victim)],
    updateBookEntry: [anyId(victim, { label: 'mine' })],
    deleteBookEntry: [anyId(victim)],
    createAddressList: [plain({ body: { name: 'mine', purpose: 'info' } })],
    listAddressLists: [plain({})],
    getAddressList: [anyId(victim)],
    updateAddressList: [anyId(victim, { purpose: 'allow' })],
    deleteAddressList: [anyId(victim)],
    refreshAddressList: [anyId(victim)],
    getStats: [plain({}, { query: { from: '2026-02-01', to: '2026-02-28' } })],
    getFlows: [plain({}), { requests: ids.wallets.map((walletId) => ({ query: { walletId } })), comesTo: noFlows }],
    createKey: [plain({ body: { name: 'Mine', scope: 'read' } })],
    getMe: [plain({})],
    // Without a filter, the log shows what the attacker itself asked for.
    listAudit: [filtered('actor', all), filtered('resourceId', all)],
    listCheckpoints: [plain({})],
    listKeys: [plain({})],
    deleteKey: [anyId(victim)],
    keepKey: [plain({})],
    resumeKey: [{ requests: [{}], comesTo: unauthorized }],
    forgetKey: [plain({})],
    createDestination: [plain({ body: { name: 'Mine', kind: 'teams', config: { url: 'https://example.com/' } } })],
    listDestinations: [plain({})],
    previewDestinations: [plain({}), filtered('ruleId', all, notFound), filtered('walletId', all, notFound)],
    getDestination: [anyId(victim)],
    updateDestination: [anyId(victim, { name: 'mine', isActive: false })],
    deleteDestination: [anyId(victim)],
    testDestination: [anyId(victim)],
    getSettings: [plain({})],
    updateSettings: [plain({ body: { emails: ['mine@example.com'], slackWebhookUrl: null } })],
    resendConfirmation: [{ requests: [{ body: { address: `${victim.marker}@example.com` } }], comesTo: notInSettings }],
    showEmailLink: [{ requests: [{}, { query: { token: 'confirm' } }], comesTo: noLink }],
    useEmailLink: [{ requests: linksTo(victim), comesTo: noLink }],
    listChains: [plain({})],
    getCoverage: [plain({ params: { id: 'ethereum' } })],
    createBackfill: [
      {
        requests: ids.wallets.map((walletId) => ({
          params: { id: 'ethereum' },
          body: { walletId, fromHeight: 1, toHeight: 2 },
        })),
        comesTo: notFound,
      },
    ],
    listBackfills: [{ requests: [{ params: { id: 'ethereum' } }], comesTo: empty }],
    getBackfill: [aBackfill(victim)],
    cancelBackfill: [aBackfill(victim)],
    resumeBackfill: [aBackfill(victim)],
    health: [plain({})],
    openapi: [plain({})],
    getAuditKey: [plain({})],
    recordReceipt: [{ requests: [{}], comesTo: unauthorized }],
  };
};

/** Makes every attack with the attacker's key. No response may show text of the victim. */
async function attack(attacker: Tenant, victim: Tenant): Promise<void> {
  const theirs = Object.values(victim.ids).flat();
  const byName: Record<string, Route> = routes;
  for (const [name, attacks] of Object.entries(attacksOn(victim, attacker))) {
    const route = byName[name];
    if (route === undefined) throw new Error(`no route ${name}`);
    for (const { requests, comesTo } of attacks) {
      for (const request of requests) {
        const answer = await attacker.api.call(route, request);
        comesTo(answer);
        expect(answer.text).not.toContain(victim.marker);
        expect(answer.text).not.toContain(victim.organisationId);
        const given = JSON.stringify(request);
        expect(theirs.filter((id) => answer.text.includes(id) && !given.includes(id))).toEqual([]);
      }
    }
  }
}

describe('Two organisations', () => {
  it('never see or change records of each other, by any route', async () => {
    const { url } = await receiver(ok);
    await fc.assert(
      fc.asyncProperty(Shape, Shape, async (one, two) => {
        const pool = newPool();
        const tenant = (shape: Shape) => populate(shape, pool, url, `m${randomUUID().replaceAll('-', '')}`);
        const [attacker, victim] = [await tenant(one), await tenant(two)];
        for (const request of referring(victim, done).requests) {
          expect((await victim.api.ok(routes.listTransactions, request)).meta.total).toBeGreaterThan(0);
        }
        const before = await everythingOf(victim);
        expect(before.join()).toContain(victim.marker);
        await attack(attacker, victim);
        expect(await everythingOf(victim)).toEqual(before);
      }),
      // A run takes seconds, so the property reports the first failure without shrinking.
      { numRuns: runs(1, 5), endOnFailure: true },
    );
  });
});
