import type { JobWork, Step } from '../platform/jobs/run-job.ts';
import { addressBookKeys } from '../platform/table/address-book-keys.ts';
import { ifSame } from '../platform/table/if-same.ts';
import { tryTransact, type Update } from '../platform/table/write.ts';
import type { OrganisationId } from '../values/ids.ts';
import { plusSeconds } from '../values/time.ts';
import type { ListPlan, ListRun, StoredAddressList } from './address-list-schema.ts';
import { addressLists, type ListDeps } from './address-lists.ts';
import { bookRoom, countedBy } from './book-count.ts';
import { type FetchDeps, fetchSource } from './fetch-source.ts';
import { SourceError } from './parse-source.ts';
import { isTooShort, MOST_LOST } from './source-acceptance.ts';
import { sourcedAddresses } from './sourced-addresses.ts';

/** How often a source is fetched. */
const DAY_SECONDS = 86_400;
/** Runs in a row that made no progress, before the list waits until the next day. A job fails after five. */
const MOST_TRIES = 3;

/** What people are told of a list that stayed as it was. */
export interface ListFailure {
  readonly id: string;
  readonly name: string;
  readonly at: string;
  readonly reason: string;
  /** The same for each repetition of the run, so that people are told once. */
  readonly run: string;
}

export interface ListWorkDeps extends ListDeps, FetchDeps {
  tell(organisationId: OrganisationId, failure: ListFailure): Promise<void>;
}

/**
 * Brings an address list to what its source says: fetches the source, stores what is to be applied, and applies it. A
 * run that dies repeats its step. What is stored stays the same meanwhile, so that a list never mixes two versions of a
 * source for longer than it takes to apply one.
 */
export function addressListWork(deps: ListWorkDeps): JobWork<StoredAddressList> {
  const { table, now } = deps;
  const lists = addressLists(deps);
  /** The addresses of the plan that this run has stored or read. */
  let held: { readonly sha256: string; readonly addresses: ReadonlySet<string> } | null = null;

  const rested = (rest: Partial<StoredAddressList>, until: Date | null): Step<StoredAddressList> => ({
    rest,
    until,
    same: ['requestedAt', 'isDeleting'],
  });
  const tomorrow = () => plusSeconds(now(), DAY_SECONDS);

  /** Keeps the list as it is, and tells people when they do not know yet. */
  async function failed(
    organisationId: OrganisationId,
    list: StoredAddressList,
    error: string,
    refused: ListRun['refused'] = null,
  ) {
    const at = now().toISOString();
    if (list.lastRun?.error !== error && !list.isDeleting) {
      const run = list.lastRun?.at ?? list.createdAt;
      await deps.tell(organisationId, { id: list.id, name: list.name, at, reason: error, run });
    }
    return rested({ lastRun: { at, added: 0, removed: 0, sha256: null, error, refused } }, tomorrow());
  }

  /** Counts the addresses of a list against the limit of the organisation. @throws SourceError beyond the limit. */
  async function reserve(organisationId: OrganisationId, { id, reserved }: StoredAddressList, wanted: number) {
    if (wanted === reserved) return;
    const room = await bookRoom(table, organisationId, 'sourcedCount');
    const list: Update<StoredAddressList> = {
      update: addressBookKeys.list(organisationId, id),
      set: { reserved: wanted },
      ...ifSame({ reserved }, 'reserved'),
    };
    const count = countedBy(organisationId, 'sourcedCount', wanted - reserved, room);
    const refusal = await tryTransact(table, { list, count });
    if (refusal === null) return;
    if (!refusal.failed.includes('count')) throw refusal;
    throw new SourceError(`The sources of an organisation can have ${room.limit} addresses together.`);
  }

  async function planned(organisationId: OrganisationId, list: StoredAddressList): Promise<Step<StoredAddressList>> {
    const { source, applied, isDeleting, requestedAt, sourceVersion } = list;
    const isLeft = source === null || isDeleting;
    const nothing = { sha256: '', etag: null, lastModified: null, addresses: [] };
    const fetched = isLeft ? nothing : await fetchSource(deps, source, applied);
    const { addresses, ...version } = fetched;
    if (addresses === null) {
      const lastRun = {
        at: now().toISOString(),
        added: 0,
        removed: 0,
        sha256: version.sha256,
        error: null,
        refused: null,
      };
      return rested({ applied: version, lastRun }, tomorrow());
    }
    const of = sourcedAddresses(table, organisationId, list.id);
    const [present, wanted] = [await of.stored(), new Set(addresses)];
    const added = wanted.difference(present).size;
    const removed = present.difference(wanted).size;
    if (!isLeft && isTooShort(list, wanted.size)) {
      return failed(organisationId, list, shrankText(list, wanted.size), { added, removed });
    }
    await reserve(organisationId, list, Math.max(list.reserved, wanted.size));
    const parts = await of.keep(addresses);
    held = { sha256: version.sha256, addresses: wanted };
    return { store: { plan: { ...version, size: wanted.size, added, removed, parts, requestedAt, sourceVersion } } };
  }

  async function applying(
    organisationId: OrganisationId,
    list: StoredAddressList,
    plan: ListPlan,
    until: Date,
  ): Promise<Step<StoredAddressList>> {
    const of = sourcedAddresses(table, organisationId, list.id);
    if (held?.sha256 !== plan.sha256) held = { sha256: plan.sha256, addresses: await of.kept(plan) };
    if (!(await of.apply(held.addresses, () => now() >= until))) return { store: {} };
    await reserve(organisationId, list, plan.size);
    if (list.isDeleting) {
      await of.discard();
      await lists.forget(organisationId, list);
      return { store: {} };
    }
    const { sha256, etag, lastModified, added, removed, size } = plan;
    const done = { plan: null, accepted: null, sourced: size };
    if (list.source === null) return rested({ ...done, applied: null, lastRun: null }, null);
    const lastRun = { at: now().toISOString(), added, removed, sha256, error: null, refused: null };
    // A caller who asked for a run after the fetch wants another fetch.
    const next = list.requestedAt === plan.requestedAt ? tomorrow() : now();
    return rested({ ...done, applied: { sha256, etag, lastModified }, lastRun }, next);
  }

  return {
    stuck: 'The list could not be applied.',

    async step(organisationId, list, until) {
      if (list.strikes > MOST_TRIES) return failed(organisationId, list, 'The list could not be applied for now.');
      const isOld = list.plan !== null && list.plan.sourceVersion !== list.sourceVersion;
      if (isOld) return { store: { plan: null } };
      try {
        return await (list.plan === null
          ? planned(organisationId, list)
          : applying(organisationId, list, list.plan, until));
      } catch (error) {
        if (!(error instanceof SourceError)) throw error;
        return failed(organisationId, list, error.message);
      }
    },
  };
}

/** Why the list keeps its addresses, and how people accept the shorter source. */
const shrankText = ({ name, sourced }: StoredAddressList, found: number): string =>
  `The source has ${found} addresses in place of ${sourced}: more than ${MOST_LOST} % fewer. If this is right, ` +
  `accept the smaller list: in the console, by \`chainwatch address-list accept ${name}\`, or by a PATCH of ` +
  '/api/address-lists/{id} with the same source.';
