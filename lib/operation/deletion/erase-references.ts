import * as z from 'zod';
import { chainIds } from '../../chains/registry.ts';
import type { Deletion } from '../../organisations/suspension/repo.ts';
import { ifSame } from '../../platform/table/if-same.ts';
import { keys, prefixes } from '../../platform/table/keys.ts';
import type { Table } from '../../platform/table/table.ts';
import { walkPrefix } from '../../platform/table/walk.ts';
import { conditionHeld, write } from '../../platform/table/write.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { RecordRef } from '../../watch/schema.ts';

const Part = z.looseObject({ pk: z.string(), sk: z.string(), records: z.array(RecordRef) });

/** How far the references are read: behind a part of a chain. `chain` is null after the last chain. */
export type ReferencesPosition = NonNullable<Deletion['references']>;

/** Before the first part of the first chain. */
const FIRST: ReferencesPosition = { chain: chainIds[0] ?? null, after: '' };

/**
 * Erases what the blocks of the last week say of the records of an organisation. Reads the references of all
 * organisations: 130 read units for each megabyte, some 5,000 references. Yields after each page how far it has read,
 * so that a later run can go on from there.
 * @param from where an earlier run stopped; the beginning by default.
 */
export async function* eraseReferences(
  table: Table,
  organisationId: OrganisationId,
  from: ReferencesPosition = FIRST,
): AsyncGenerator<ReferencesPosition> {
  if (from.chain === null) return;
  // From the first chain on if the chain is no longer watched: to erase twice does no harm.
  const known: readonly string[] = chainIds;
  const left = chainIds.slice(Math.max(0, known.indexOf(from.chain)));
  for (const [n, chain] of left.entries()) {
    // Version 0.2.0 noted there which organisations had deferred matches. Nobody reads the note any more.
    await write(table, { delete: { pk: keys.cursor(chain).pk, sk: 'DEFERRING' } });
    const after = chain === from.chain && from.after !== '' ? from.after : undefined;
    for await (const page of walkPrefix(table, keys.block(chain, 0).pk, prefixes.allBlockParts, {
      after,
      stale: false,
    })) {
      for (const part of z.array(Part).parse(page)) await eraseIn(table, organisationId, part);
      const last = page.at(-1);
      if (last !== undefined) yield { chain, after: last.sk };
    }
    yield { chain: left[n + 1] ?? null, after: '' };
  }
}

async function eraseIn(table: Table, organisationId: OrganisationId, part: z.output<typeof Part>): Promise<void> {
  const { pk, sk, records } = part;
  const others = records.filter(({ organisation }) => organisation !== organisationId);
  if (others.length === records.length) return;
  const seen = ifSame({ records }, 'records');
  const written =
    others.length === 0
      ? write(table, { delete: { pk, sk }, ...seen })
      : write(table, { put: { ...part, records: others }, ...seen });
  // Another scan has replaced the part since the read: the next run reads the part again.
  if (!(await conditionHeld(written))) throw new Error(`the references of ${pk} ${sk} changed`);
}
