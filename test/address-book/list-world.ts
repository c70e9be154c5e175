import { addressListJob, addressListJobs } from '../../lib/address-book/address-list-job.ts';
import { CreateAddressList, type StoredAddressList } from '../../lib/address-book/address-list-schema.ts';
import { addressListWork, type ListFailure } from '../../lib/address-book/address-list-work.ts';
import { addressLists } from '../../lib/address-book/address-lists.ts';
import { BookCounts } from '../../lib/address-book/book-count.ts';
import { sourcedAddresses } from '../../lib/address-book/sourced-addresses.ts';
import { runJob } from '../../lib/platform/jobs/run-job.ts';
import type { Outbound } from '../../lib/platform/outbound/outbound.ts';
import { keys } from '../../lib/platform/table/keys.ts';
import { getItem, openTable } from '../../lib/platform/table/table.ts';
import { write } from '../../lib/platform/table/write.ts';
import { OrganisationId } from '../../lib/values/ids.ts';
import { testDeps } from '../support/deps.ts';
import { Faults } from '../support/faults.ts';
import { dynamoDb, makeTable } from '../support/table.ts';

/** An address list with a source, whose runs can be made to fail at any call to the table. */
export async function listWorld(fetchDocument: Outbound['fetchDocument'], source: object = {}) {
  const faults = new Faults();
  const deps = testDeps(await makeTable());
  const organisation = OrganisationId.parse(deps.newId());
  await write(deps.table, { put: { ...keys.organisation(organisation) } });
  const jobs = { start: async () => {} };
  const lists = addressLists({ ...deps, jobs });
  const given = { url: 'http://127.0.0.1:9/list.txt', format: 'text', ...source };
  const { id } = await lists.create(
    organisation,
    CreateAddressList.parse({ name: 'sanctioned', purpose: 'deny', source: given }),
  );
  const told: ListFailure[] = [];
  const inner = { ...deps, table: openTable(deps.table.name, faults.over(dynamoDb())) };
  const work = () =>
    addressListWork({
      ...inner,
      jobs,
      outbound: { fetchDocument },
      tell: async (_, failure) => {
        if (!told.some(({ run }) => run === failure.run)) told.push(failure);
      },
    });
  const find = (): Promise<StoredAddressList | null> => addressListJobs(deps).find(organisation, id);
  const read = async (): Promise<StoredAddressList> => addressListJobs(deps).get(organisation, id);
  return {
    deps,
    organisation,
    id,
    lists,
    faults,
    told,
    find,
    read,
    /** One run, as a function would make it. */
    run: (now = deps.now) => runJob({ now }, addressListJobs(inner), work(), organisation, id),
    /** Runs until the list rests. The first processes die at these calls, before or after the call takes effect. */
    async settle(kills: readonly number[] = [], fails: 'before' | 'after' = 'before'): Promise<void> {
      const began = deps.now().toISOString();
      for (const at of [...kills, 0]) {
        faults.arm({ at, fails, process: 'dies' });
        if (await faults.process(() => this.run())) return;
        // A process that died behind its last write has ended the run. Another run would belong to the next day.
        const list = await find();
        if (list?.isDeleting === false && (list.lastRun?.at ?? '') >= began) return;
        deps.advance(addressListJob.leaseSeconds + 1);
      }
    },
    stored: async () => [...(await sourcedAddresses(deps.table, organisation, id).stored())].sort(),
    counted: async () => (await getItem(deps.table, keys.organisation(organisation), BookCounts))?.sourcedCount ?? 0,
  };
}

export const document = (body: string, more: object = {}) => ({
  statusCode: 200,
  contentType: 'text/plain',
  etag: null,
  lastModified: null,
  body: Buffer.from(body),
  ...more,
});
