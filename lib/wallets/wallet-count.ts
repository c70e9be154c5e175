import * as z from 'zod';
import { attributeOf, below, limitReached, ownLimits } from '../organisations/limits/limits.ts';
import { keys } from '../platform/table/keys.ts';
import { getItem, queryKind, type Table } from '../platform/table/table.ts';
import { conditionHeld, IF_PRESENT, type Update, write } from '../platform/table/write.ts';
import { notFound } from '../values/errors.ts';
import type { OrganisationId } from '../values/ids.ts';

/**
 * In the item of the organisation: how many wallets it has, so that the limit holds in a race. An organisation from
 * before has no count. Each creation and each deletion needs the count, so that none of them happens unseen between
 * the read of all wallets and the write of their number.
 */
const Counted = z.object({
  walletCount: z.int().optional(),
  /** How often an operator had the wallets counted again. */
  walletRecounts: z.int().default(0),
});
type Counted = z.output<typeof Counted>;

/** With the limit that an operator set. */
const Limited = Counted.extend({ [attributeOf('wallets')]: z.int().optional() });

/** The wallets of an organisation when nobody set a limit. */
export const MOST_WALLETS = 10_000;

/** The part of a transaction that counts a new wallet. Fails at the limit, and without a count. */
export function countedIn(organisationId: OrganisationId, stage: number): Update<Counted> {
  const { when, values } = below('wallets', 'walletCount', stage);
  return {
    update: keys.organisation(organisationId),
    add: { walletCount: 1 },
    when: `attribute_exists(#walletCount) AND (${when})`,
    values,
  };
}

/**
 * The part of a transaction that counts several new wallets. Fails beyond the limit, without a count, and when an
 * operator changed the limit after the read of the room.
 */
export function severalCountedIn(
  organisationId: OrganisationId,
  wallets: number,
  { limit, own }: Room,
): Update<Counted> {
  const unchanged = own === undefined ? 'attribute_not_exists(#limit_wallets)' : '#limit_wallets = :own';
  return {
    update: keys.organisation(organisationId),
    add: { walletCount: wallets },
    when: `#walletCount <= :most AND ${unchanged}`,
    values: { ':most': limit - wallets, ...(own !== undefined && { ':own': own }) },
  };
}

/** The limit of an organisation, and how many wallets it may still make. */
export interface Room {
  readonly limit: number;
  /** The limit that an operator set for the organisation, if any. */
  readonly own: number | undefined;
  readonly left: number;
}

/** Reads how many wallets an organisation may still make. Counts its wallets if nobody has. */
export async function roomOf(table: Table, organisationId: OrganisationId, stage: number): Promise<Room> {
  const read = await getItem(table, keys.organisation(organisationId), Limited);
  if (read?.walletCount === undefined) {
    await countWallets(table, organisationId);
    return roomOf(table, organisationId, stage);
  }
  const { walletCount, limit_wallets: own } = read;
  const limit = own ?? stage;
  return { limit, own, left: Math.max(0, limit - walletCount) };
}

/** The part of a transaction that counts a deleted wallet. Fails without a count. */
export const countedOut = (organisationId: OrganisationId): Update<Counted> => ({
  update: keys.organisation(organisationId),
  add: { walletCount: -1 },
  when: 'attribute_exists(#walletCount)',
});

const Live = z.object({ deletedAt: z.string().nullish() });

/** Counts the wallets of an organisation that has no count. Gives the count of an organisation that has one. */
export async function countWallets(table: Table, organisationId: OrganisationId): Promise<number | undefined> {
  const organisation = keys.organisation(organisationId);
  const { walletCount, walletRecounts } = (await getItem(table, organisation, Counted)) ?? Counted.parse({});
  if (walletCount !== undefined) return walletCount;
  const all = await queryKind(table, keys.wallet(organisationId, ''), Live);
  const part: Update<Counted> = {
    update: organisation,
    set: { walletCount: all.filter(({ deletedAt = null }) => deletedAt === null).length },
    // Another call may have counted meanwhile, and wallets came and went since.
    when:
      'attribute_not_exists(#walletCount) AND ' +
      '(#walletRecounts = :seen OR (attribute_not_exists(#walletRecounts) AND :seen = :never))',
    values: { ':seen': walletRecounts, ':never': 0 },
  };
  await conditionHeld(write(table, part));
  return undefined;
}

/** Counts the wallets again, whatever the count says. @throws ApiError `not_found`. */
export async function recountWallets(table: Table, organisationId: OrganisationId): Promise<void> {
  const part: Update<Counted> = {
    update: keys.organisation(organisationId),
    remove: ['walletCount'],
    add: { walletRecounts: 1 },
    ...IF_PRESENT,
  };
  if (!(await conditionHeld(write(table, part)))) throw notFound('organisation');
  await countWallets(table, organisationId);
}

/**
 * What a call does after `countedIn` failed: counts the wallets if nobody has. Afterwards the call can write again.
 * Another call may have counted first, or deleted a wallet, so that only the count tells of the limit.
 * @throws ApiError `conflict` when the organisation has the highest number of wallets.
 */
export async function requireRoom(table: Table, organisationId: OrganisationId, stage: number): Promise<void> {
  const count = await countWallets(table, organisationId);
  if (count === undefined) return;
  const { wallets = stage } = await ownLimits(table, organisationId);
  if (count >= wallets) throw await limitReached(table, organisationId, 'wallets', { stage, noun: 'wallets' });
}
