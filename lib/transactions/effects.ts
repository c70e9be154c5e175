import { hash } from 'node:crypto';
import * as z from 'zod';
import type { Deps } from '../platform/deps.ts';
import { effectsKey } from '../platform/table/effects-keys.ts';
import { packedParts, unpackedParts } from '../platform/table/packed-parts.ts';
import { batchGet } from '../platform/table/table.ts';
import { write } from '../platform/table/write.ts';
import { mapConcurrent } from '../values/concurrent.ts';
import type { OrganisationId } from '../values/ids.ts';
import { epochSeconds, plusDays } from '../values/time.ts';
import { type EffectsRef, StoredTransaction } from './schema.ts';

/** Everything that a transaction did to a wallet. */
export type Effects = Pick<StoredTransaction, 'transfers' | 'approvals' | 'authority'>;
const Effects = StoredTransaction.pick({ transfers: true, approvals: true, authority: true });

/**
 * How long the table keeps all effects of a transaction. A suspended organisation is resumed or deleted within 90 days
 * (`PACK_KEPT_SECONDS`), and only then its rules are evaluated.
 */
export const EFFECTS_KEPT_DAYS = 100;

const Part = z.object({ packed: z.instanceof(Uint8Array) });
/** Parts that are written at a time, of up to 350 KB each. */
const PARTS_AT_ONCE = 2;

/**
 * All effects of the transactions that exceed a record. The key derives from the content, so that the items of a key
 * never change, and a repetition writes the same items. They are written before the record that names them.
 */
export function effectsRepo({ table, now }: Pick<Deps, 'table' | 'now'>) {
  const keysOf = (
    organisationId: OrganisationId,
    id: string,
    { digest, parts }: Pick<EffectsRef, 'digest' | 'parts'>,
  ) => Array.from({ length: parts }, (_, n) => effectsKey(organisationId, id, digest, n));

  return {
    /** @param id of the record. */
    async store(organisationId: OrganisationId, id: string, effects: Effects): Promise<EffectsRef> {
      const { transfers, approvals, authority } = effects;
      const text = JSON.stringify({ transfers, approvals, authority });
      const packed = await packedParts(text);
      const stated = digestOf(JSON.stringify(statedIn(effects)));
      const ref = { digest: digestOf(text), parts: packed.length, stated };
      const ttl = epochSeconds(plusDays(now(), EFFECTS_KEPT_DAYS));
      const items = keysOf(organisationId, id, ref).map((key, n) => ({ ...key, packed: packed[n], ttl }));
      await mapConcurrent(items, PARTS_AT_ONCE, (put) => write(table, { put }));
      return ref;
    },

    /** Null when the items have expired. */
    async read(organisationId: OrganisationId, id: string, ref: EffectsRef): Promise<Effects | null> {
      const parts = await batchGet(table, keysOf(organisationId, id, ref), Part);
      if (parts.length < ref.parts) return null;
      return Effects.parse(await unpackedParts(parts.map(({ packed }) => packed)));
    },
  };
}

const digestOf = (text: string): string => hash('sha256', text, 'base64url').slice(0, 22);

/**
 * What the chain states of the effects. The value in USD is left out, because the value changes with the minute of the
 * block. The origin, the side, the rent and the lookalike are left out too: the wallet gains or loses the same, and
 * records of earlier versions lack them.
 */
export const statedIn = ({ transfers, approvals, authority }: Effects) => ({
  approvals: approvals.map(({ lookalike: _, ...approval }) => approval),
  authority,
  transfers: transfers.map(
    ({ valueUsd: _, valuePending: _p, origin: _o, side: _s, isRent: _r, isHeld: _h, lookalike: _l, ...movement }) =>
      movement,
  ),
});
