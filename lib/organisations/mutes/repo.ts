import { isDeepStrictEqual } from 'node:util';
import { audited } from '../../platform/audit/audit-log.ts';
import type { Deps } from '../../platform/deps.ts';
import { due } from '../../platform/table/due-keys.ts';
import { ifSame } from '../../platform/table/if-same.ts';
import { keys } from '../../platform/table/keys.ts';
import { type MuteOf, muteKeys, mutePrefixes } from '../../platform/table/mute-keys.ts';
import { optimistically } from '../../platform/table/optimistically.ts';
import { batchGet, getItem, queryPrefix } from '../../platform/table/table.ts';
import { type Check, tryTransact, type Write } from '../../platform/table/write.ts';
import { notFound } from '../../values/errors.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { nextRulesVersion } from '../rules-version.ts';
import { EndedMute, muteShown, type NewMute, StoredMute } from './schema.ts';

/**
 * A decision that mutes a match checks one gate of the mute, so that the count is complete when the gates are gone.
 * DynamoDB cancels transactions on the same item at the same time, so a mute has several gates.
 */
export const MUTE_GATES = 8;
const gates = Array.from({ length: MUTE_GATES }, (_, n) => n);

/** Mutes that a list reads together. Of more, it reads those of its page one by one. */
const READ_TOGETHER = 40;

/** How often a mute may change while a request changes it. */
export const MUTE_TRIES = 5;

/** What a request mutes. */
export interface Target {
  readonly of: MuteOf;
  readonly id: string;
  /** The rule or the wallet as stored. */
  readonly record: object;
  /** Holds while the rule or the wallet exists. */
  readonly exists: Check;
}

/** What a request does to the mute of a rule or a wallet. */
export interface MutePlan {
  /** The mute afterwards; null without one. */
  readonly mute: StoredMute | null;
  /** The fields that show the mute in the API, for the entry of the audit log. */
  readonly before: object;
  readonly after: object;
  /** Empty when the request changes nothing. With these writes, the rules get a new version. */
  readonly writes: readonly Write[];
}

/** Plans the mute anew for each try of a transaction. Null leaves the mute as it is. */
export type PlanMute = () => Promise<MutePlan | null>;

/** The mutes of rules and wallets of organisations. */
export function muteRepo(deps: Pick<Deps, 'table' | 'now' | 'newId'>) {
  const { table, now, newId } = deps;
  const itemOf = (organisationId: OrganisationId, mute: StoredMute) => ({
    ...muteKeys.mute(organisationId, mute.of, mute.targetId),
    ...due.entry('MUTE', organisationId, mute.id, mute.until),
    ...mute,
  });

  const asSeen = (mute: StoredMute | null) => ifSame(mute, 'id', 'until');

  const find = (organisationId: OrganisationId, of: MuteOf, id: string): Promise<StoredMute | null> =>
    getItem(table, muteKeys.mute(organisationId, of, id), StoredMute);

  /** The writes that end a mute. The messages of the ended mute are still to be made. */
  function endWrites(organisationId: OrganisationId, mute: StoredMute): { ended: EndedMute; writes: Write[] } {
    const at = now().toISOString();
    const isEarly = at < mute.until;
    const ended = { ...mute, endedAt: isEarly ? at : mute.until };
    const item = { ...muteKeys.ended(organisationId, mute.id), ...due.entry('MUTE', organisationId, mute.id, at) };
    const writes = [
      { delete: muteKeys.mute(organisationId, mute.of, mute.targetId), ...asSeen(mute) },
      { put: { ...item, ...ended } },
      ...gates.map((n) => ({ delete: muteKeys.gate(organisationId, mute.id, n) })),
    ];
    return { ended, writes };
  }

  /**
   * Ends a mute: from then on, no match is muted by it.
   * @returns null when the mute was changed or ended meanwhile.
   */
  async function end(organisationId: OrganisationId, mute: StoredMute): Promise<EndedMute | null> {
    const { ended, writes } = endWrites(organisationId, mute);
    // Kept rules know the end of a mute that ends in time.
    const organisation = ended.endedAt < mute.until ? nextRulesVersion(organisationId, now()) : undefined;
    return (await tryTransact(table, { mute: writes, organisation })) === null ? ended : null;
  }

  /** The mute of a rule or a wallet. Ends the mute if it is over and nobody has ended it. */
  async function present(organisationId: OrganisationId, of: MuteOf, id: string): Promise<StoredMute | null> {
    return optimistically<StoredMute | null>(`the mute of ${id}`, MUTE_TRIES, async () => {
      const seen = await find(organisationId, of, id);
      if (seen === null || seen.until > now().toISOString()) return seen;
      await end(organisationId, seen);
      return undefined;
    });
  }

  /** The writes that begin a mute, or change a mute that goes on. */
  const muteWrites = (organisationId: OrganisationId, seen: StoredMute | null, mute: StoredMute): Write[] => [
    { put: itemOf(organisationId, mute), ...asSeen(seen) },
    ...(seen === null ? gates.map((n) => ({ put: { ...muteKeys.gate(organisationId, mute.id, n) } })) : []),
  ];

  /** What a request does to a mute, as a part of its transaction. */
  async function plan(
    organisationId: OrganisationId,
    { of, id: targetId }: Pick<Target, 'of' | 'id'>,
    asked: NewMute | null,
  ): Promise<MutePlan> {
    const seen = await present(organisationId, of, targetId);
    const begun = { id: newId(), of, targetId, startedAt: now().toISOString() };
    const mute: StoredMute | null = asked === null ? null : { ...(seen ?? begun), ...asked };
    const shown = { before: muteShown(seen, now()), after: muteShown(mute, now()) };
    if (isDeepStrictEqual(mute, seen)) return { mute, ...shown, writes: [] };
    if (mute !== null) return { mute, ...shown, writes: muteWrites(organisationId, seen, mute) };
    return { mute, ...shown, writes: seen === null ? [] : endWrites(organisationId, seen).writes };
  }

  return {
    find,
    end,

    /** All mutes of the organisation, or those of rules or of wallets, strongly consistent. */
    all: (organisationId: OrganisationId, of?: MuteOf): Promise<StoredMute[]> =>
      queryPrefix(
        table,
        keys.organisation(organisationId).pk,
        of === undefined ? mutePrefixes.mutes : mutePrefixes.mutesOf(of),
        StoredMute,
      ),

    /** The mutes of some rules or wallets, strongly consistent. Few of them are muted. */
    async ofSome(organisationId: OrganisationId, of: MuteOf, ids: readonly string[]): Promise<StoredMute[]> {
      const { pk } = keys.organisation(organisationId);
      const first = await queryPrefix(table, pk, mutePrefixes.mutesOf(of), StoredMute, { limit: READ_TOGETHER });
      if (first.length < READ_TOGETHER) return first;
      const wanted = ids.map((id) => muteKeys.mute(organisationId, of, id));
      return batchGet(table, wanted, StoredMute);
    },

    /** The fields that show the mute of a rule or a wallet, for the entry of its deletion. None without a mute. */
    async shownFields(organisationId: OrganisationId, of: MuteOf, id: string): Promise<object> {
      const shown = muteShown(await find(organisationId, of, id), now());
      return shown.mutedUntil === null ? {} : shown;
    },

    findEnded: (organisationId: OrganisationId, id: string): Promise<EndedMute | null> =>
      getItem(table, muteKeys.ended(organisationId, id), EndedMute),

    /**
     * Mutes a rule or a wallet, changes its mute, or ends the mute.
     * @param asked null ends the mute.
     * @throws ApiError `not_found` when the rule or the wallet was deleted meanwhile.
     */
    async set(organisationId: OrganisationId, target: Target, asked: NewMute | null): Promise<StoredMute | null> {
      return optimistically<StoredMute | null>(`the mute of ${target.id}`, MUTE_TRIES, async () => {
        const { mute, before, after, writes } = await plan(organisationId, target, asked);
        if (writes.length === 0) return mute;
        const refusal = await tryTransact(table, {
          target: target.exists,
          mute: writes,
          organisation: nextRulesVersion(organisationId, now()),
          audit: audited(deps, organisationId, {
            action: mute === null ? 'unmute' : 'mute',
            resource: target.of,
            id: target.id,
            before: { ...target.record, ...before },
            after: { ...target.record, ...after },
          }),
        });
        if (refusal?.failed.includes('target')) throw notFound(target.of === 'rule' ? 'alert rule' : 'wallet');
        return refusal === null ? mute : undefined;
      });
    },

    /**
     * The part of a transaction that changes a rule or a wallet and its mute, for `withMute`.
     * @param asked null ends the mute. Undefined leaves the mute as it is.
     */
    planOf:
      (organisationId: OrganisationId, of: MuteOf, id: string, asked: NewMute | null | undefined): PlanMute =>
      async () =>
        asked === undefined ? null : plan(organisationId, { of, id }, asked),

    /** Ends the mute of a rule or a wallet that was deleted: no new mute can follow. */
    async endOfDeleted(organisationId: OrganisationId, of: MuteOf, id: string): Promise<void> {
      await optimistically(`the mute of ${id}`, MUTE_TRIES, async () => {
        const seen = await find(organisationId, of, id);
        return seen === null || (await end(organisationId, seen)) !== null ? true : undefined;
      });
    },
  };
}

export type MuteRepo = ReturnType<typeof muteRepo>;
