import type { ChainId } from '../chains/registry.ts';
import { mapConcurrent } from '../values/concurrent.ts';
import type { OrganisationId } from '../values/ids.ts';
import type { DeferredMatchesRepo } from './deferred-matches.ts';
import type { Cursor } from './schema.ts';
import { URGENCIES, type Urgency } from './touches.ts';

/** An answer asks at most this many wallets for their oldest deferred match. */
const MOST_WALLETS = 1_000;
const ASKED_AT_ONCE = 32;

type Deferred = Pick<DeferredMatchesRepo, 'addresses' | 'oldest'>;

/**
 * The height up to which every record of an organisation on a chain exists: the scanned blocks, up to the first block
 * with a deferred match. Null before the first scan, and while more wallets wait than an answer asks for.
 * @param cursor as it was before this call: a scan stores what it defers before the cursor passes the block.
 */
export async function recordedTo(
  deferred: Deferred,
  organisationId: OrganisationId,
  cursor: Cursor | null,
): Promise<number | null> {
  if (cursor === null) return null;
  const { chain } = cursor;
  const waiting = await Promise.all(
    URGENCIES.map(async (urgency) => ({
      urgency,
      addresses: await deferred.addresses(organisationId, chain, urgency, MOST_WALLETS),
    })),
  );
  if (waiting.some(({ addresses }) => addresses.length === MOST_WALLETS)) return null;
  const classes = waiting.flatMap(({ urgency, addresses }) => addresses.map((address) => ({ urgency, address })));
  return upTo(cursor, await heightsOf(deferred, organisationId, chain, classes));
}

/** The same for the records of one wallet. @param address of the wallet, in canonical form. */
export async function walletRecordedTo(
  deferred: Pick<Deferred, 'oldest'>,
  organisationId: OrganisationId,
  cursor: Cursor | null,
  address: string,
): Promise<number | null> {
  if (cursor === null) return null;
  const classes = URGENCIES.map((urgency) => ({ urgency, address }));
  return upTo(cursor, await heightsOf(deferred, organisationId, cursor.chain, classes));
}

/** The heights of the oldest deferred matches. */
const heightsOf = async (
  deferred: Pick<Deferred, 'oldest'>,
  organisationId: OrganisationId,
  chain: ChainId,
  classes: readonly { readonly urgency: Urgency; readonly address: string }[],
): Promise<number[]> =>
  (await mapConcurrent(classes, ASKED_AT_ONCE, (each) => deferred.oldest(organisationId, chain, each, 1)))
    .flat()
    .map(({ height }) => height);

const upTo = ({ from, height }: Cursor, deferred: readonly number[]): number | null =>
  height < from ? null : deferred.reduce((least, each) => Math.min(least, each - 1), height);
