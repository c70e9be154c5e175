import { isDeepStrictEqual } from 'node:util';
import { audited } from '../../platform/audit/audit-log.ts';
import type { Deps } from '../../platform/deps.ts';
import { due } from '../../platform/table/due-keys.ts';
import { keys } from '../../platform/table/keys.ts';
import { type MuteOf, muteKeys, mutePrefixes } from '../../platform/table/mute-keys.ts';
import { optimistically } from '../../platform/table/optimistically.ts';
import { batchGet, getItem, queryPrefix } from '../../platform/table/table.ts';
import { type Check, IF_ABSENT, tryTransact, type Write } from '../../platform/table/write.ts';
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

/** How often the mute may change while a request changes it. */
const TRIES = 5;

/** What a request mutes. */
export interface Target {
  readonly of: MuteOf;
  readonly id: string;
  /** The rule or the wallet as stored. */
  readonly record: object;
  /** Holds while the rule or the wallet exists. */
  readonly exists: Check;
}

/** The mutes of rules and wallets of organisations. */
export function muteRepo(deps: Pick<Deps, 'table' | 'now' | 'newId'>) {
  const { table, now, newId } = deps;
  const itemOf = (organisationId: OrganisationId, mute: StoredMute) => ({
    ...muteKeys.mute(organisationId, mute.of, mute.targetId),
    ...due.entry('MUTE', organisationId, mute.id, mute.until),
    ...mute,
  });

  const asSeen = ({ id, until }: StoredMute) => ({
    when: '#id = :id AND #until = :until',
    values: { ':id': id, ':until': until },
  });

  const find = (organisationId: OrganisationId, of: MuteOf, id: string): Promise<StoredMute | null> =>
    getItem(table, muteKeys.mute(organisationId, of, id), StoredMute);

  /**
   * Ends a mute: from then on, no match is muted by it. Its messages are still to be made.
   * @param audit the entry of the audit log, when a request ends the mute.
   * @returns null when the mute was changed or ended meanwhile.
   */
  async function end(
    organisationId: OrganisationId,
    mute: StoredMute,
    audit: readonly Write[] = [],
  ): Promise<EndedMute | null> {
    const at = now().toISOString();
    const isEarly = at < mute.until;
    const ended = { ...mute, endedAt: isEarly ? at : mute.until };
    const refusal = await tryTransact(table, {
      mute: { delete: muteKeys.mute(organisationId, mute.of, mute.targetId), ...asSeen(mute) },
      ended: {
        put: {
          ...muteKeys.ended(organisationId, mute.id),
          ...due.entry('MUTE', organisationId, mute.id, at),
          ...ended,
        },
      },
      gates: gates.map((n) => ({ delete: muteKeys.gate(organisationId, mute.id, n) })),
      // Kept rules know the end of a mute that ends in time.
      organisation: isEarly ? nextRulesVersion(organisationId, now()) : undefined,
      audit,
    });
    return refusal === null ? ended : null;
  }

  /** The writes that begin a mute, or change a mute that goes on. */
  const writesOf = (organisationId: OrganisationId, seen: StoredMute | null, mute: StoredMute): Write[] => [
    { put: itemOf(organisationId, mute), ...(seen === null ? IF_ABSENT : asSeen(seen)) },
    ...(seen === null ? gates.map((n) => ({ put: { ...muteKeys.gate(organisationId, mute.id, n) } })) : []),
    nextRulesVersion(organisationId, now()),
  ];

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

    findEnded: (organisationId: OrganisationId, id: string): Promise<EndedMute | null> =>
      getItem(table, muteKeys.ended(organisationId, id), EndedMute),

    /**
     * Mutes a rule or a wallet, changes its mute, or ends the mute.
     * @param asked null ends the mute.
     * @throws ApiError `not_found` when the rule or the wallet was deleted meanwhile.
     */
    async set(organisationId: OrganisationId, target: Target, asked: NewMute | null): Promise<StoredMute | null> {
      // The entry shows the mute as the API shows it, as fields of the rule or the wallet.
      const muted = (mute: StoredMute | null) => ({ ...target.record, ...muteShown(mute, now()) });
      const entry = (action: 'mute' | 'unmute', seen: StoredMute | null, next: StoredMute | null) => {
        const [before, after] = [muted(seen), muted(next)];
        return audited(deps, organisationId, { action, resource: target.of, id: target.id, before, after });
      };
      return optimistically<StoredMute | null>(`the mute of ${target.id}`, TRIES, async () => {
        const seen = await find(organisationId, target.of, target.id);
        const isOver = seen !== null && seen.until <= now().toISOString();
        if (seen !== null && (asked === null || isOver)) {
          const ended = await end(organisationId, seen, asked === null ? entry('unmute', seen, null) : []);
          return asked === null && ended !== null ? null : undefined;
        }
        if (asked === null) return null;
        const begun = { id: newId(), of: target.of, targetId: target.id, startedAt: now().toISOString() };
        const mute: StoredMute = { ...(seen ?? begun), ...asked };
        if (isDeepStrictEqual(mute, seen)) return mute;
        const refusal = await tryTransact(table, {
          target: target.exists,
          mute: writesOf(organisationId, seen, mute),
          audit: entry('mute', seen, mute),
        });
        if (refusal?.failed.includes('target')) throw notFound(target.of === 'rule' ? 'alert rule' : 'wallet');
        return refusal === null ? mute : undefined;
      });
    },

    /** Ends the mute of a rule or a wallet that was deleted: no new mute can follow. */
    async endOfDeleted(organisationId: OrganisationId, of: MuteOf, id: string): Promise<void> {
      await optimistically(`the mute of ${id}`, TRIES, async () => {
        const seen = await find(organisationId, of, id);
        return seen === null || (await end(organisationId, seen)) !== null ? true : undefined;
      });
    },
  };
}

export type MuteRepo = ReturnType<typeof muteRepo>;
