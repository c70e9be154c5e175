import type { AuditAction } from '../platform/audit/audit-entry.ts';
import { audited } from '../platform/audit/audit-log.ts';
import type { Deps } from '../platform/deps.ts';
import { type JobClient, startDue } from '../platform/jobs/job-client.ts';
import { jobStates, newJob } from '../platform/jobs/job-kind.ts';
import { newestFirst, type Page, type PageRequest, pageOf } from '../platform/page.ts';
import { addressBookKeys } from '../platform/table/address-book-keys.ts';
import { tryCreate } from '../platform/table/create.ts';
import { due } from '../platform/table/due-keys.ts';
import { allOf, ifSame, type Stated } from '../platform/table/if-same.ts';
import { keys, prefixes } from '../platform/table/keys.ts';
import { queryPrefix } from '../platform/table/table.ts';
import { type Condition, conditionHeld, transact, type Update, type Write } from '../platform/table/write.ts';
import { ApiError, notFound } from '../values/errors.ts';
import type { OrganisationId } from '../values/ids.ts';
import { addressListJob, addressListJobs, MOST_LISTS } from './address-list-job.ts';
import { type CreateAddressList, StoredAddressList, type UpdateAddressList } from './address-list-schema.ts';
import { listIdOf } from './known-addresses.ts';
import { acceptance } from './source-acceptance.ts';

export interface ListDeps extends Pick<Deps, 'table' | 'now' | 'newId'> {
  readonly jobs: JobClient;
}

type StatedList = Pick<StoredAddressList, 'name' | 'purpose' | 'source'>;

interface Counts {
  addressListCount: number;
}

/** The address lists of organisations. */
export function addressLists(deps: ListDeps) {
  const { table, now, jobs } = deps;
  const stored = addressListJobs(deps);

  /** @throws ApiError `not_found` for a list that is being deleted, too. */
  async function get(organisationId: OrganisationId, id: string): Promise<StoredAddressList> {
    const list = await stored.get(organisationId, id);
    if (list.isDeleting) throw notFound('address list');
    return list;
  }

  const start = (organisationId: OrganisationId, id: string) => startDue(jobs, addressListJob, organisationId, id);

  /** Counts lists, so that the limit holds in a race. */
  const counted = (organisationId: OrganisationId, n: 1 | -1): Update<Counts> => ({
    update: keys.organisation(organisationId),
    add: { addressListCount: n },
    ...(n > 0 && {
      when: 'attribute_not_exists(#addressListCount) OR #addressListCount < :most',
      values: { ':most': MOST_LISTS },
    }),
  });

  /**
   * Changes a list and lets a run begin at once.
   * @returns null when the list does not exist, is being deleted, or when the condition does not hold.
   */
  const prompt = (
    organisationId: OrganisationId,
    id: string,
    set: Partial<StoredAddressList>,
    { audit, ...condition }: Condition & { readonly audit: readonly Write[] },
  ) =>
    stored.prompt(organisationId, id, {
      audit,
      set: { ...set, requestedAt: now().toISOString() },
      ...allOf(ifSame({ isDeleting: false }, 'isDeleting'), condition),
    });

  /** What makes the next run fetch the whole source, and makes void what a run is applying now. */
  const anew = () => ({ sourceVersion: deps.newId(), applied: null, plan: null });

  /** Changes what no run depends on. Null when the list does not exist, or is being deleted. */
  async function noted(
    organisationId: OrganisationId,
    id: string,
    set: Partial<StoredAddressList>,
    audit: readonly Write[],
  ): Promise<StoredAddressList | null> {
    const list: Update<StoredAddressList> = {
      update: addressBookKeys.list(organisationId, id),
      set,
      ...ifSame({ isDeleting: false }, 'isDeleting'),
    };
    return (await conditionHeld(transact(table, { list, audit }))) ? stored.find(organisationId, id) : null;
  }

  /** The entry of the audit log: what a person states of a list. */
  function entry(
    organisationId: OrganisationId,
    action: AuditAction,
    id: string,
    [before, after]: [StatedList | null, StatedList | null] = [null, null],
  ): Write[] {
    const stated = (list: StatedList | null) =>
      list === null ? null : { name: list.name, purpose: list.purpose, source: list.source };
    return audited(deps, organisationId, {
      action,
      resource: 'address_list',
      id,
      before: stated(before),
      after: stated(after),
    });
  }

  return {
    get,

    /** Newest first. Reads all lists of the organisation, of which there are at most 100. */
    async list(organisationId: OrganisationId, request: PageRequest): Promise<Page<StoredAddressList>> {
      const { pk } = keys.organisation(organisationId);
      const all = await queryPrefix(table, pk, prefixes.addressLists, StoredAddressList);
      const shown = all.filter(({ isDeleting }) => !isDeleting);
      return pageOf(newestFirst(shown), request, 'address lists', organisationId);
    },

    /** @throws ApiError `conflict` when the organisation has a list of the name, or as many lists as it may have. */
    async create(organisationId: OrganisationId, input: CreateAddressList): Promise<StoredAddressList> {
      const id = listIdOf(organisationId, input.name);
      const job = { ...newJob(deps), id };
      const list: StoredAddressList = {
        ...job,
        ...input,
        entries: 0,
        sourced: 0,
        reserved: 0,
        lastRun: null,
        accepted: null,
        applied: null,
        plan: null,
        sourceVersion: deps.newId(),
        requestedAt: job.createdAt,
        isDeleting: false,
        updatedAt: job.createdAt,
      };
      const dueNow = input.source === null ? {} : due.entry(addressListJob.due, organisationId, id, job.createdAt);
      const put = { ...addressBookKeys.list(organisationId, id), ...list, ...dueNow };
      const refusal = await tryCreate(table, {
        list: { put, ...jobStates.allows('create', {}) },
        count: counted(organisationId, 1),
        audit: entry(organisationId, 'create', id, [null, list]),
      });
      if (refusal?.failed.includes('list')) {
        const detail = `There is an address list ${input.name}. A list that was deleted is gone within some minutes.`;
        throw new ApiError('conflict', detail);
      }
      if (refusal?.failed.includes('count')) {
        throw new ApiError('conflict', `An organisation can have ${MOST_LISTS} address lists.`);
      }
      if (refusal !== null) throw refusal;
      if (input.source !== null) await start(organisationId, id);
      return list;
    },

    /**
     * Another source replaces the addresses of the source before, unless it has far fewer. To write the same source
     * again accepts the shorter source that the last run refused.
     * @throws ApiError `not_found`.
     */
    async update(
      organisationId: OrganisationId,
      id: string,
      { purpose, source }: UpdateAddressList,
    ): Promise<StoredAddressList> {
      const before = await get(organisationId, id);
      const set = { purpose, updatedAt: now().toISOString() };
      const after = {
        ...before,
        purpose: purpose ?? before.purpose,
        source: source === undefined ? before.source : source,
      };
      const audit = entry(organisationId, 'update', id, [before, after]);
      const changed =
        source === undefined
          ? await noted(organisationId, id, set, audit)
          : await prompt(organisationId, id, { ...set, source, ...acceptance(before, source), ...anew() }, { audit });
      if (changed === null) throw notFound('address list');
      if (source !== undefined) await start(organisationId, id);
      return changed;
    },

    /** @throws ApiError `not_found`, or `conflict` for a list without a source. */
    async refresh(organisationId: OrganisationId, id: string): Promise<StoredAddressList> {
      const hasSource = { when: '#source <> :null', values: { ':null': null } };
      const audit = entry(organisationId, 'refresh', id);
      const list = await prompt(organisationId, id, {}, { ...hasSource, audit });
      if (list === null) {
        await get(organisationId, id);
        throw new ApiError('conflict', 'The address list has no source.');
      }
      await start(organisationId, id);
      return list;
    },

    /**
     * Hides a list and lets a run remove its addresses. A list without a source is deleted at once.
     * @param whileUnused holds in the item of the organisation while no active rule names the list.
     * @throws ApiError `not_found`, or `conflict` while entries of the address book name the list, or when a rule
     *   changed meanwhile.
     */
    async remove(organisationId: OrganisationId, id: string, whileUnused: Stated): Promise<void> {
      const audit = entry(organisationId, 'delete', id, [await get(organisationId, id), null]);
      const isEmpty = '#entries = :none AND #reserved = :none AND #source = :null AND #isDeleting = :no';
      const deleting = transact(table, {
        list: {
          delete: addressBookKeys.list(organisationId, id),
          when: isEmpty,
          values: { ':none': 0, ':null': null, ':no': false },
        },
        count: { ...counted(organisationId, -1), ...whileUnused },
        audit,
      });
      if (await conditionHeld(deleting)) return;
      const checked = [...audit, { check: keys.organisation(organisationId), ...whileUnused }];
      const unused = { when: '#entries = :none', values: { ':none': 0 }, audit: checked };
      if ((await prompt(organisationId, id, { isDeleting: true, ...anew() }, unused)) === null) {
        const { entries } = await get(organisationId, id);
        if (entries === 0) throw new ApiError('conflict', 'A rule changed at the same time: delete the list again.');
        throw new ApiError('conflict', `${entries} entries of the address book name the list: change them first.`);
      }
      await start(organisationId, id);
    },

    /** Ends the deletion of a list whose addresses are removed. The run that holds the list calls this. */
    async forget(organisationId: OrganisationId, { id, leaseUntil }: StoredAddressList): Promise<void> {
      const gone = transact(table, {
        list: {
          delete: addressBookKeys.list(organisationId, id),
          when: '#isDeleting = :yes AND #leaseUntil = :lease AND #reserved = :none',
          values: { ':yes': true, ':lease': leaseUntil, ':none': 0 },
        },
        count: counted(organisationId, -1),
      });
      await conditionHeld(gone);
    },
  };
}
