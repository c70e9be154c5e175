import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fileKey } from '../../lib/exports/export-files.ts';
import { exportJob } from '../../lib/exports/export-job.ts';
import { type ExportSource, listSource } from '../../lib/exports/export-source.ts';
import { cancelExport, createExport, exportRepo } from '../../lib/exports/start-export.ts';
import { openTable, type Table } from '../../lib/platform/table/table.ts';
import { transactionRepo } from '../../lib/transactions/repo.ts';
import type { OrganisationId } from '../../lib/values/ids.ts';
import { walletChanges } from '../../lib/wallets/change-wallet.ts';
import { walletRepo } from '../../lib/wallets/repo.ts';
import { quiet } from '../support/quiet.ts';
import { recorded } from '../support/recorded.ts';
import { runs } from '../support/sample.ts';
import { dynamoDb, makeTable } from '../support/table.ts';
import { type Exporting, exporting, SMALL } from './exporting.ts';
import { memoryFiles, throughout } from './memory-files.ts';

quiet();

const { leaseSeconds, runSeconds } = exportJob;

let table: Table;
beforeAll(async () => {
  table = await makeTable();
});

/** The source of a world, which calls `before` ahead of each page. */
const sourceOf = ({ deps }: Exporting, before: () => unknown): ExportSource => {
  const source = listSource({ transactions: transactionRepo(deps), wallets: walletRepo(deps) });
  return {
    count: source.count,
    after: async (...of) => {
      await before();
      return source.after(...of);
    },
  };
};

describe('an export', () => {
  it('writes all transactions into one file and can be downloaded for 24 hours', async () => {
    const world = await exporting(table, 7);
    const { id } = await world.exports.create(world.organisationId, {});
    await world.run(id);
    expect(world.file(id)).toBe(await world.synchronous());
    expect([...world.objects.keys()]).toEqual([fileKey(world.organisationId, id)]);
    expect(await world.job(id)).toMatchObject({
      status: 'completed',
      rows: 7,
      total: 7,
      finishedAt: '2026-03-01T12:00:00.000Z',
      expiresAt: '2026-03-02T12:00:00.000Z',
      leaseUntil: null,
    });
    world.deps.advance(3600);
    expect(await world.waiting()).toEqual([]);
  });

  it('writes the header alone when no transaction matches', async () => {
    const world = await exporting(table, 2);
    const { id } = await world.exports.create(world.organisationId, { chain: 'base' });
    await world.run(id);
    expect(world.file(id)).toBe(await world.synchronous({ chain: 'base' }));
    expect(await world.job(id)).toMatchObject({ status: 'completed', rows: 0, total: 0 });
  });

  it.each([true, false])(
    'has the rows whose wallet carries a tag, when the list answers the filter: %s',
    async (isListed) => {
      const world = await exporting(table, 7);
      const { deps, organisationId, walletId } = world;
      await walletChanges(deps).update(organisationId, walletId, { tags: ['eu'] });
      const repo = transactionRepo(deps);
      const transactions = isListed ? repo : { ...repo, listed: async () => ({}) };
      const rowsOf = async (walletTag: string) => {
        const { id } = await world.exports.create(organisationId, { walletTag });
        await world.run(id, { source: listSource({ transactions, wallets: walletRepo(deps) }) });
        const { status, rows } = await world.job(id);
        return [status, rows];
      };
      expect(await rowsOf('eu')).toEqual(['completed', 7]);
      expect(await rowsOf('us')).toEqual(['completed', 0]);
    },
  );

  it('writes every row once, whatever the parts, the batches and the time of its runs', async () => {
    const world = await exporting(table, 23);
    const expected = await world.synchronous();
    const plan = fc.record({
      partBytes: fc.integer({ min: 1, max: 1500 }),
      batch: fc.integer({ min: 1, max: 30 }),
      seconds: fc.integer({ min: 0, max: 300 }),
    });
    await fc.assert(
      fc.asyncProperty(plan, async ({ seconds, ...division }) => {
        const { files, objects } = memoryFiles(division.partBytes);
        const { id } = await world.exports.create(world.organisationId, {});
        while ((await world.job(id)).status === 'running') {
          await world.run(id, { files, source: sourceOf(world, () => world.deps.advance(seconds)) }, division);
        }
        expect([...objects.values()].map((bytes) => gunzipSync(bytes).toString('utf8'))).toEqual([expected]);
        expect(await world.job(id)).toMatchObject({ status: 'completed', rows: 23, total: 23 });
      }),
      { numRuns: runs(5, 150) },
    );
  });

  it('leaves nothing out and repeats nothing while newer and older transactions arrive', async () => {
    const world = await exporting(table, 12);
    const before = await world.synchronous();
    const { id } = await world.exports.create(world.organisationId, {});
    let n = 0;
    const arriving = sourceOf(world, async () => {
      await world.add(1000 + n);
      world.deps.advance(runSeconds / 2);
      n++;
    });
    while ((await world.job(id)).status === 'running') await world.run(id, { source: arriving });
    const ids = (text: string) => text.split('\r\n').map((row) => row.slice(0, row.indexOf(',')));
    const written = ids(world.file(id));
    expect(new Set(written).size).toBe(written.length);
    expect(written).toEqual(expect.arrayContaining(ids(before)));
  });
});

describe('a run of an export', () => {
  it('ends when its time is over, keeps what it has read, and the next run continues there', async () => {
    const world = await exporting(table, 6);
    const { id } = await world.exports.create(world.organisationId, {});
    const slow = () => ({ source: sourceOf(world, () => world.deps.advance(runSeconds)) });
    await world.run(id, slow());
    expect(await world.job(id)).toMatchObject({ status: 'running', rows: 2, total: 6, parts: [], leaseUntil: null });
    world.deps.advance(0.001);
    expect(await world.waiting()).toEqual([id]);
    await world.run(id, slow());
    expect(await world.job(id)).toMatchObject({ status: 'running', rows: 4, total: 6 });
    await world.run(id);
    expect(await world.job(id)).toMatchObject({ status: 'completed', rows: 6, total: 6 });
    expect(world.file(id)).toBe(await world.synchronous());
  });

  it('stores nothing after it lost the job to another run', async () => {
    const world = await exporting(table, 9);
    const { id } = await world.exports.create(world.organisationId, {});
    let isFirst = true;
    const stolen = sourceOf(world, async () => {
      if (!isFirst) return;
      isFirst = false;
      world.deps.advance(leaseSeconds + 1);
      await world.run(id);
    });
    await world.run(id, { source: stolen });
    expect(await world.job(id)).toMatchObject({ status: 'completed', rows: 9 });
    expect(world.file(id)).toBe(await world.synchronous());
  });

  it('goes on without a total when the count fails twice', async () => {
    const world = await exporting(table, 3);
    const { id } = await world.exports.create(world.organisationId, {});
    const count = () => Promise.reject(new Error('too many'));
    const uncounted = { source: { ...sourceOf(world, () => {}), count } };
    for (let n = 0; n < 2; n++) {
      await expect(world.run(id, uncounted)).rejects.toThrow('too many');
      world.deps.advance(leaseSeconds + 1);
    }
    await world.run(id, uncounted);
    expect(await world.job(id)).toMatchObject({ status: 'completed', rows: 3, total: 3 });
  });

  it('asks the table for nothing but the transactions and their wallets', async () => {
    const world = await exporting(table, 3);
    const { id } = await world.exports.create(world.organisationId, {});
    const { client, actions } = recorded(dynamoDb());
    const seen = { ...world.deps, table: openTable(table.name, client) };
    await world.run(
      id,
      {
        exports: exportRepo(seen),
        source: listSource({ transactions: transactionRepo(seen), wallets: walletRepo(seen) }),
      },
      { ...SMALL, batch: 9 },
    );
    const COUNTED_LIST = ['GetItem', 'Query', 'GetItem'];
    expect(actions).toEqual([
      'UpdateItem', // the claim
      ...COUNTED_LIST, // the count
      'UpdateItem', // the upload
      ...COUNTED_LIST,
      'BatchGetItem', // the transactions
      'UpdateItem', // the last part
      ...['UpdateItem', 'UpdateItem'], // the end
    ]);
  });
});

describe('a cancelled export', () => {
  it.each(['begin', 'putPart', 'putRemainder', 'complete'])(
    'leaves nothing when it is cancelled during %s',
    async (during) => {
      const world = await exporting(table, 13);
      const { id } = await world.exports.create(world.organisationId, {});
      const files = throughout(world.files, async (name, make) => {
        if (name === during && (await world.job(id)).status === 'running')
          await world.exports.cancel(world.organisationId, id);
        return make();
      });
      const half = () => sourceOf(world, () => world.deps.advance(130));
      for (let n = 0; n < 5; n++) await world.run(id, { files, source: half() });
      expect(await world.job(id)).toMatchObject({
        status: 'cancelled',
        leaseUntil: null,
        uploadId: null,
      });
      expect([world.uploads.size, world.objects.size]).toEqual([0, 0]);
      world.deps.advance(3600);
      expect(await world.waiting()).toEqual([]);
    },
  );
});

describe('a new export', () => {
  it('starts a run, and so does its cancellation', async () => {
    const world = await exporting(table, 1);
    const started: string[] = [];
    const jobs = {
      start: async (kind: { name: string }, _: OrganisationId, id: string) => void started.push(`${kind.name} ${id}`),
    };
    const { id } = await createExport({ ...world.deps, jobs }, world.organisationId, {});
    await cancelExport({ ...world.deps, jobs }, world.organisationId, id);
    expect(started).toEqual([`export ${id}`, `export ${id}`]);
  });
});
