import { audited } from '../platform/audit/audit-log.ts';
import type { Deps } from '../platform/deps.ts';
import { recordList } from '../platform/lists/index.ts';
import { tryCreatePart } from '../platform/table/create.ts';
import type { RefusedError, Write } from '../platform/table/write.ts';
import { mapConcurrent } from '../values/concurrent.ts';
import { BusyError } from '../values/errors.ts';
import type { OrganisationId } from '../values/ids.ts';
import { hasTags } from './account-wallets.ts';
import { distinct, grouped, parsedRows, type Row } from './bulk-rows.ts';
import { differingFields, type ExistingRow, type FailedRow } from './bulk-schema.ts';
import { occupantsAt, settleTags } from './occupied-addresses.ts';
import { walletRepo } from './repo.ts';
import type { StoredWallet } from './schema.ts';
import { MOST_WALLETS, type Room, roomOf, severalCountedIn } from './wallet-count.ts';
import { walletList } from './wallet-list.ts';
import { creationOf } from './wallet-writes.ts';
import { confirmSpans, scannedHeights } from './watched-heights.ts';

/** How often another request may take or free the address of a row meanwhile. */
const TRIES = 5;
/**
 * How often a group is written while other writes hold its items. Bulks at a time hold the item of their organisation
 * in turn. A try takes up to some two seconds, and one group in a thousand needs another.
 */
const BUSY_TRIES = 4;
/** Accounts that are read at once. */
const AT_ONCE = 8;

/** What became of the rows, in their order. */
export interface BulkOutcome {
  readonly created: StoredWallet[];
  readonly existing: ExistingRow[];
  readonly failed: FailedRow[];
}

/**
 * Creates the wallets of many rows. A row whose address is a wallet already changes nothing, and a bad row stops no
 * other. A repetition of a request with an idempotency key answers as the first run, wherever that run ended: it finds
 * the wallets by the ids that the first run had made.
 * @param most the wallets that an organisation may have.
 */
export async function createWallets(
  deps: Pick<Deps, 'table' | 'now' | 'newId'>,
  organisationId: OrganisationId,
  rows: readonly unknown[],
  most = MOST_WALLETS,
): Promise<BulkOutcome> {
  const { table } = deps;
  const { byId, tags } = walletRepo(deps);
  const created = new Map<number, StoredWallet>();
  const existing: ExistingRow[] = [];
  const failed: FailedRow[] = [];
  const fail = (index: number, path: string, message: string) =>
    failed.push({ index, code: 'conflict', errors: [{ path, message }] });
  const writing = groupWriter(deps, organisationId, most);

  let left = parsedRows(deps, rows, failed);
  while (left.length > 0) {
    const { first, others } = distinct(left);
    const tagged = first.filter(({ wallet }) => wallet.chains.some(hasTags));
    await mapConcurrent(tagged, AT_ONCE, ({ wallet: { address, chains } }) =>
      settleTags({ table, tags }, organisationId, address, chains),
    );
    const addresses = first.map(({ wallet }) => wallet.address);
    const occupantOf = await occupantsAt(table, organisationId, addresses);
    const present = await byId(
      organisationId,
      first.flatMap(({ wallet }) => occupantOf(wallet) ?? []),
    );
    const [fresh, again]: [Row[], Row[]] = [[], []];
    for (const row of first) {
      const id = occupantOf(row.wallet);
      const wallet = id === null ? undefined : present.get(id);
      if (id === null) fresh.push(row);
      else if (wallet === undefined || wallet.deletedAt !== null) again.push(row);
      else if (id === row.wallet.id) created.set(row.index, wallet);
      else existing.push({ index: row.index, id, differs: differingFields(row.input, row.stated, wallet) });
    }
    for (const group of grouped(fresh)) {
      const outcome = await writing(group);
      for (const { index, wallet } of outcome.created) created.set(index, wallet);
      for (const { index } of outcome.taken) fail(index, 'externalId', 'belongs to another wallet');
      for (const { index } of outcome.beyond) fail(index, '', `an organisation can have ${outcome.limit} wallets`);
      again.push(...outcome.occupied);
    }
    for (const { index, tries } of again) if (tries === TRIES) fail(index, 'address', 'changes all the time');
    const next = again.filter(({ tries }) => tries < TRIES).map((row) => ({ ...row, tries: row.tries + 1 }));
    left = [...next, ...others];
  }
  const byIndex = (a: { index: number }, b: { index: number }) => a.index - b.index;
  return {
    created: [...created].sort(([a], [b]) => a - b).map(([, wallet]) => wallet),
    existing: existing.sort(byIndex),
    failed: failed.sort(byIndex),
  };
}

/** Writes again while other writes hold the items, a few times. @throws BusyError. */
async function whileBusy<T>(writing: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await writing();
    } catch (error) {
      if (!(error instanceof BusyError) || attempt === BUSY_TRIES) throw error;
    }
  }
}

interface GroupOutcome {
  readonly created: readonly Row[];
  /** Rows whose address another request took meanwhile. */
  readonly occupied: readonly Row[];
  /** Rows whose external id belongs to another wallet. */
  readonly taken: readonly Row[];
  /** Rows beyond the limit of the organisation. */
  readonly beyond: readonly Row[];
  readonly limit: number;
}

/**
 * Writes the wallets of a group in one transaction, which counts them together: each transaction holds the item of the
 * organisation, and many requests import at once.
 */
function groupWriter(deps: Pick<Deps, 'table' | 'now' | 'newId'>, organisationId: OrganisationId, most: number) {
  const { table } = deps;
  let isFirst = true;
  let room: Room | undefined;
  let scanned: ReadonlyMap<string, number> = new Map();
  /** The chains of `scanned`, and those that nothing has scanned. */
  const asked = new Set<string>();

  async function tryWrite(rows: readonly Row[], own: Room, heights: ReadonlyMap<string, number>) {
    const [head] = rows;
    // The ids of a repeated request repeat, and so would the name of another change of the list.
    const ofGroup = { ...deps, newId: () => head?.wallet.id ?? '' };
    const list = recordList(ofGroup, walletList);
    const writes: Record<string, Write | readonly Write[]> = {
      count: severalCountedIn(organisationId, rows.length, own),
      list: list.changes(
        organisationId,
        rows.map(({ wallet }) => ({ before: null, after: wallet })),
      ),
      audit: audited(ofGroup, organisationId, {
        action: 'create',
        resource: 'wallet',
        id: null,
        created: rows.map(({ wallet }) => wallet),
      }),
    };
    for (const { index, wallet } of rows) {
      for (const [name, parts] of Object.entries(creationOf(organisationId, wallet, heights))) {
        writes[`${name} ${index}`] = parts;
      }
    }
    const refusal: RefusedError | null = await whileBusy(() => tryCreatePart(table, writes, isFirst));
    if (refusal === null) isFirst = false;
    return refusal;
  }

  return async function write(group: readonly Row[]): Promise<GroupOutcome> {
    const chains = [...new Set(group.flatMap(({ wallet }) => wallet.chains))];
    const unknown = chains.filter((chain) => !asked.has(chain));
    if (unknown.length > 0) scanned = new Map([...scanned, ...(await scannedHeights(table, unknown))]);
    for (const chain of unknown) asked.add(chain);
    room ??= await roomOf(table, organisationId, most);
    const [occupied, taken, beyond]: [Row[], Row[], Row[]] = [[], [], []];
    let rows = group;
    while (rows.length > 0) {
      const refusal = await tryWrite(rows, room, scanned);
      if (refusal === null) break;
      const failed = new Set(refusal.failed);
      if (failed.size === 1 && failed.has('count')) {
        room = await roomOf(table, organisationId, most);
        beyond.push(...rows.slice(room.left));
        rows = rows.slice(0, room.left);
      }
      occupied.push(...rows.filter(({ index }) => failed.has(`wallet ${index}`) || failed.has(`addresses ${index}`)));
      rows = rows.filter((row) => !occupied.includes(row));
      taken.push(...rows.filter(({ index }) => failed.has(`externalId ${index}`)));
      rows = rows.filter((row) => !taken.includes(row));
    }
    const watched = rows.map(({ wallet }) => wallet).filter(({ watch }) => watch);
    if (watched.length > 0) {
      scanned = new Map([...scanned, ...(await confirmSpans(table, organisationId, watched, scanned))]);
    }
    return { created: rows, occupied, taken, beyond, limit: room.limit };
  };
}
