import { beforeEach, describe, expect, it } from '@jest/globals';
import { evaluationDeps } from '../../lib/alerts/evaluation/evaluation-wiring.ts';
import { boundedByRules } from '../../lib/alerts/rules/bounded-wiring.ts';
import { scanDeps } from '../../lib/backfill/backfill-wiring.ts';
import { scanPart } from '../../lib/backfill/scan-part.ts';
import { CreateBackfill } from '../../lib/backfill/schema.ts';
import { importTransaction } from '../../lib/transactions/import.ts';
import { lookup } from '../../lib/transactions/lookup.ts';
import { ImportTransaction } from '../../lib/transactions/schema.ts';
import type { OrganisationId } from '../../lib/values/ids.ts';
import type { StoredWallet } from '../../lib/wallets/schema.ts';
import { NO_BUDGETS } from '../../lib/watch/touches.ts';
import { recordingQueue } from '../support/deps.ts';
import { etherAt } from '../support/prices.ts';
import { quiet } from '../support/quiet.ts';
import { type Budgeted, budgetedOn } from './deferred/budgeted.ts';
import { CUSTOMER, EXCHANGE, TaggedChain } from './tagged-payments.ts';
import { organisationWith } from './tagged-wallets.ts';

quiet();
const { signal } = new AbortController();
const prices = etherAt('3000');

let world: TaggedChain;
let at: Budgeted;
let organisation: OrganisationId;
let plain: StoredWallet;
let tagged: StoredWallet;
beforeEach(async () => {
  world = new TaggedChain();
  world.append([]);
  at = await budgetedOn({ id: 'xrp', reader: world.reader }, NO_BUDGETS);
  const made = await organisationWith(at.deps, { tag: null }, { tag: 7 });
  organisation = made.organisation;
  const [first, second] = made.wallets;
  if (first === undefined || second === undefined) throw new Error('the organisation lacks a wallet');
  [plain, tagged] = [first, second];
});

function ports() {
  const evaluation = evaluationDeps(at.deps, recordingQueue());
  const chains = { reader: () => world.reader, find: () => Promise.reject(new Error('the chain is given')) };
  return { ...evaluation, bounded: boundedByRules(evaluation), prices, chains };
}

function imported(hash: string | undefined, wallet: StoredWallet) {
  const { chains, ...deps } = ports();
  const body = ImportTransaction.parse({
    walletId: wallet.id,
    hash,
    chain: 'xrp',
    blockNumber: 1,
    blockTimestamp: '2026-03-01T00:00:04.000Z',
    fromAddress: CUSTOMER,
    toAddress: EXCHANGE,
    valueDecimal: '1',
  });
  return importTransaction({ ...deps, chains: async () => chains }, organisation, body);
}

describe('an import', () => {
  it('makes the record that the watcher makes, in the wallet of the tag', async () => {
    const [own] = world.append([{ kind: 'in', destinationTag: 7, other: CUSTOMER }]);
    const { transaction } = await imported(own, tagged);
    await at.scanned();
    const records = await at.records(organisation);
    expect(records.map(({ id, walletId }) => [id, walletId])).toEqual([[transaction.id, tagged.id]]);
    expect(records).toMatchObject([{ direction: 'inbound', tokenAmount: '1', fromAddress: CUSTOMER }]);
  });

  it('is refused for a wallet to which the payment does not belong', async () => {
    const [own, rest] = world.append([{ kind: 'in', destinationTag: 7 }, { kind: 'in' }]);
    const refused = { code: 'validation_failed', errors: [{ path: 'walletId' }] };
    await expect(imported(own, plain)).rejects.toMatchObject(refused);
    await expect(imported(rest, tagged)).rejects.toMatchObject(refused);
    expect((await imported(rest, plain)).created).toBe(true);
  });
});

it('a lookup names the wallet of the tag', async () => {
  const [own, rest] = world.append([
    { kind: 'in', destinationTag: 7, other: CUSTOMER },
    { kind: 'in', destinationTag: 8, other: CUSTOMER },
  ]);
  const found = async (hash = '') => (await lookup(ports(), organisation, hash, 'xrp')).transaction.walletId;
  expect([await found(own), await found(rest)]).toEqual([tagged.id, plain.id]);
});

it('a backfill records for its wallet alone', async () => {
  const [own, rest] = world.append([
    { kind: 'in', destinationTag: 7 },
    { kind: 'in', destinationTag: 8 },
  ]);
  world.append([]);
  const { chains } = ports();
  const outside = { chains: async () => chains, prices, queue: recordingQueue() };
  const scanning = {
    ...scanDeps(at.deps, outside),
    held: { note: async () => undefined },
    wait: async () => undefined,
  };
  for (const wallet of [tagged, plain]) {
    const body = CreateBackfill.parse({ walletId: wallet.id, fromHeight: 1, toHeight: 1 });
    const job = await scanning.backfills.create(organisation, 'xrp', body);
    await scanPart(scanning, { organisationId: organisation, backfillId: job.id, n: 0 }, true, signal);
  }
  const records = await at.records(organisation);
  expect(new Set(records.map(({ hash, walletId }) => `${hash} ${walletId}`))).toEqual(
    new Set([`${own} ${tagged.id}`, `${rest} ${plain.id}`]),
  );
});
