import * as z from 'zod';
import type { BlockHeader } from '../chains/port/chain.ts';
import type { ChainId } from '../chains/registry.ts';
import type { Deps } from '../platform/deps.ts';
import { due } from '../platform/table/due-keys.ts';
import { ifSame } from '../platform/table/if-same.ts';
import { keys } from '../platform/table/keys.ts';
import { matchKeys, matchPrefixes } from '../platform/table/match-keys.ts';
import { getItem, queryPrefix, queryRange } from '../platform/table/table.ts';
import { conditionHeld, IF_PRESENT, type Update, write } from '../platform/table/write.ts';
import { deleteAll, putAll } from '../platform/table/write-all.ts';
import { Instant } from '../values/fields.ts';
import { type OrganisationId, Uuid } from '../values/ids.ts';
import { MINUTE, plusSeconds } from '../values/time.ts';
import { type DeferredTransaction, deferredPacks } from './deferred-packs.ts';
import { type Touch, URGENCIES, type Urgency } from './touches.ts';

/** After this time handover sends the message again, for example because the first message was lost. */
const GRACE_SECONDS = 2 * MINUTE;

const DeferredMatches = z.object({
  address: z.string(),
  /** The wallet, where it has a tag. Without: the wallet without a tag that the address has when it is recorded. */
  walletId: Uuid.optional(),
  height: z.int(),
  /** The hash of the block. */
  hash: z.string(),
  /** The scan of the block that deferred the matches. Names the packed transactions. */
  pack: Uuid,
  /** The places of the transactions in the block, ascending. */
  places: z.array(z.int()),
  urgency: z.enum(URGENCIES),
  at: Instant,
});

/** The deferred matches of a wallet in a block. */
export type DeferredMatches = z.output<typeof DeferredMatches>;

const Pending = z.object({ version: Uuid });

/**
 * The matches that an organisation's budget does not allow to record at once. One item names the matches of a wallet
 * and a block, and another item the urgent matches. A third item says that the organisation has deferred matches on the
 * chain at all, for handover.
 */
export function deferredMatches(deps: Pick<Deps, 'table' | 'now' | 'newId'>) {
  const { table, now, newId } = deps;
  const packs = deferredPacks(deps);
  const keyOf = (organisationId: OrganisationId, chain: ChainId, matches: DeferredMatches) => {
    const { address, height, pack, urgency, walletId } = matches;
    const place = walletId === undefined ? pack : `${pack}#${walletId}`;
    return matchKeys.deferred(organisationId, urgency, chain, address, height, place);
  };
  const inOrganisation = (organisationId: OrganisationId) => keys.organisation(organisationId).pk;

  /** Due in whole minutes: while the minute lasts, the entry in the index stays as it is and costs nothing. */
  const pendingItem = (organisationId: OrganisationId, chain: ChainId, version: string, at: Date) => {
    const minute = new Date(Math.ceil(at.getTime() / 60_000) * 60_000).toISOString();
    return { version, ...due.entry('MATCHES', organisationId, chain, minute) };
  };

  return {
    packs,

    /**
     * Stores the deferred matches of a block. Each call stores items of its own, so that a repeated scan takes nothing
     * away from an earlier scan. Matches that are stored twice are recorded once.
     */
    async store(
      chain: ChainId,
      block: Pick<BlockHeader, 'height' | 'hash'>,
      deferred: readonly Touch[],
    ): Promise<void> {
      if (deferred.length === 0) return;
      const pack = newId();
      const at = now();
      const { height, hash } = block;
      const packed = await packs.items(chain, block, pack, packedOf(deferred));
      const organisations = Map.groupBy(deferred, ({ organisationId }) => organisationId);
      const items = [...organisations].flatMap(([organisationId, own]) =>
        [...Map.groupBy(own, ofOneItem).values()].flatMap(([first, ...others]) => {
          if (first === undefined) return [];
          const { address, urgency, walletId, isTagged } = first;
          const places = [first, ...others].map(({ place }) => place).toSorted((a, b) => a - b);
          const ofWallet = { address, ...(isTagged && { walletId }) };
          const matches: DeferredMatches = { ...ofWallet, height, hash, pack, places, urgency, at: at.toISOString() };
          return [{ ...keyOf(organisationId, chain, matches), ...matches }];
        }),
      );
      const pendingAs = (version: string) =>
        [...organisations.keys()].map((organisationId) => ({
          ...matchKeys.pendingMatches(organisationId, chain),
          ...pendingItem(organisationId, chain, version, plusSeconds(at, GRACE_SECONDS)),
        }));
      // Before the matches, so that no crash leaves matches that nobody looks for.
      await putAll(table, pendingAs(pack));
      await putAll(table, [...packed, ...items]);
      // And after them: a consumer may have run meanwhile for an earlier message, found nothing and settled.
      await putAll(table, pendingAs(newId()));
    },

    /** The oldest deferred matches of an address and class, in the order of the blocks. */
    oldest: (
      organisationId: OrganisationId,
      chain: ChainId,
      { address, urgency }: Pick<DeferredMatches, 'address' | 'urgency'>,
      limit: number,
    ): Promise<DeferredMatches[]> => {
      const prefix = matchPrefixes.deferredOf(urgency, chain, address);
      return queryPrefix(table, inOrganisation(organisationId), prefix, DeferredMatches, { limit });
    },

    /** The addresses with deferred matches of a class, at most `most`. One read for a page, or for a busy address. */
    async addresses(organisationId: OrganisationId, chain: ChainId, urgency: Urgency, most: number): Promise<string[]> {
      const pk = inOrganisation(organisationId);
      const found = new Set<string>();
      let after = matchPrefixes.deferred(urgency, chain);
      for (const end = `${after}~`; found.size < most; ) {
        const page = await queryRange(table, { pk, sk: after }, { pk, sk: end }, DeferredMatches, { limit: PAGE });
        for (const { address } of page) found.add(address);
        const last = page.at(-1);
        if (page.length < PAGE || last === undefined) break;
        after = `${matchPrefixes.deferredOf(urgency, chain, last.address)}~`;
      }
      return [...found].slice(0, most);
    },

    /** Deletes deferred matches that are recorded, or whose block is no longer in the chain. */
    delete: (organisationId: OrganisationId, chain: ChainId, done: readonly DeferredMatches[]): Promise<void> =>
      deleteAll(
        table,
        done.map((matches) => keyOf(organisationId, chain, matches)),
      ),

    /** Leaves only the given places of deferred matches; the others are recorded. */
    async keep(
      organisationId: OrganisationId,
      chain: ChainId,
      matches: DeferredMatches,
      places: number[],
    ): Promise<void> {
      const update = keyOf(organisationId, chain, matches);
      const part: Update<DeferredMatches> = { update, set: { places }, ...IF_PRESENT };
      await conditionHeld(write(table, part));
    },

    /**
     * The version of the organisation's pending matches, which each deferral changes. Null when the organisation has no
     * deferred matches on the chain.
     */
    async pending(organisationId: OrganisationId, chain: ChainId): Promise<string | null> {
      return (await getItem(table, matchKeys.pendingMatches(organisationId, chain), Pending))?.version ?? null;
    },

    /** Says that nothing is pending. False when more matches were deferred since the version was read. */
    settle: (organisationId: OrganisationId, chain: ChainId, version: string): Promise<boolean> =>
      conditionHeld(
        write(table, {
          delete: matchKeys.pendingMatches(organisationId, chain),
          ...ifSame({ version }, 'version'),
        }),
      ),

    /** Has handover send the message not before `at`. Does nothing when more matches were deferred meanwhile. */
    async postpone(organisationId: OrganisationId, chain: ChainId, version: string, at: Date): Promise<void> {
      const part: Update<z.output<typeof Pending>> = {
        update: matchKeys.pendingMatches(organisationId, chain),
        set: pendingItem(organisationId, chain, version, at),
        ...ifSame({ version }, 'version'),
      };
      await conditionHeld(write(table, part));
    },
  };
}

/** One item holds the touches of a class and an address, or of a class and a wallet with a tag. */
const ofOneItem = ({ address, urgency, walletId, isTagged }: Touch): string =>
  `${urgency} ${address} ${isTagged ? walletId : ''}`;

/** Items of one read: some 300 bytes each. */
const PAGE = 50;

/** The transactions of touches, each once, with the addresses for which it was deferred. */
const packedOf = (deferred: readonly Touch[]): DeferredTransaction[] =>
  [...Map.groupBy(deferred, ({ place }) => place)].flatMap(([place, own]) => {
    const [touch] = own;
    if (touch === undefined) return [];
    const { transaction, undecoded } = touch.inBlock;
    return [{ place, transaction, undecoded, addresses: [...new Set(own.map(({ address }) => address))] }];
  });

export type DeferredMatchesRepo = ReturnType<typeof deferredMatches>;
