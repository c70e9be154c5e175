import * as z from 'zod';
import { usage } from '../../lib/operation/admin/usage.ts';
import { countedLists } from '../../lib/operation/lists/counted-lists.ts';
import { listOrganisations } from '../../lib/organisations/list-organisations.ts';
import type { Deps } from '../../lib/platform/deps.ts';
import { recountList } from '../../lib/platform/lists/index.ts';
import type { Sealer } from '../../lib/platform/sealer.ts';
import { keys, prefixes } from '../../lib/platform/table/keys.ts';
import { queryPrefix, type Table } from '../../lib/platform/table/table.ts';
import type { OrganisationId } from '../../lib/values/ids.ts';
import { contentsOf, exportTable, importTable } from './table-export.ts';

export interface Drill extends Pick<Deps, 'now' | 'newId'> {
  /** The table in service. */
  readonly source: Table;
  /** A new, empty table. */
  readonly restored: Table;
  /** Where the export goes. */
  readonly file: string;
  /** With the copy of the data key that a restore would use. */
  readonly sealer: Sealer;
  readonly print: (line: string) => void;
}

const Sealed = z.object({ id: z.string(), sealedSecret: z.string() });

/**
 * Rehearses a restore: exports the table, restores the export into another table, recounts all lists there, and
 * verifies that nothing is missing. @throws Error that names what differs.
 */
export async function restoreDrill(drill: Drill): Promise<void> {
  const { source, restored, file, print } = drill;
  const exported = await exportTable(source, file);
  print(`exported   ${exported.items} items`);
  await importTable(file, restored);
  const found = await contentsOf(restored);
  print(`restored   ${found.items} items`);
  if (found.items !== exported.items || found.sum !== exported.sum) {
    throw new Error(`the restored table holds ${found.items} items, the export ${exported.items}, or other ones`);
  }
  const deps = { now: drill.now, newId: drill.newId, table: restored };
  let organisations = 0;
  let repaired = 0;
  let opened = 0;
  for await (const organisationId of organisationsOf(restored, drill)) {
    organisations++;
    repaired += await recounted(deps, organisationId);
    // A second recount has nothing to repair.
    const left = await recounted(deps, organisationId);
    if (left > 0) throw new Error(`a recount left ${left} wrong entries of organisation ${organisationId}`);
    await usage(deps, organisationId);
    opened += await openSecrets(drill, organisationId);
  }
  print(`recounted  the lists of ${organisations} organisations, ${repaired} entries repaired`);
  print(`opened     ${opened} secrets with the data key`);
}

async function* organisationsOf(table: Table, { now, newId }: Drill): AsyncGenerator<OrganisationId> {
  for (let after: OrganisationId | undefined; ; ) {
    const { organisations, next } = await listOrganisations({ table, now, newId }, { pageSize: 100, after });
    for (const { organisationId } of organisations) yield organisationId;
    if (next === null) return;
    after = next;
  }
}

async function recounted(deps: Pick<Deps, 'table' | 'now' | 'newId'>, organisationId: OrganisationId): Promise<number> {
  let repaired = 0;
  for (const list of countedLists) {
    for (let after: string | null = ''; after !== null; ) {
      const part: Awaited<ReturnType<typeof recountList>> = await recountList(deps, list, organisationId, { after });
      repaired += part.repaired;
      after = part.next;
    }
  }
  return repaired;
}

/** @throws Error when a secret of a subscription cannot be opened. */
async function openSecrets({ restored, sealer }: Drill, organisationId: OrganisationId): Promise<number> {
  const { pk } = keys.organisation(organisationId);
  const webhooks = await queryPrefix(restored, pk, prefixes.webhooks, Sealed);
  for (const { id, sealedSecret } of webhooks) {
    try {
      sealer.open(sealedSecret, { organisationId, recordId: id });
    } catch (error) {
      throw new Error(`the data key does not open the secret of webhook ${id}`, { cause: error });
    }
  }
  return webhooks.length;
}
