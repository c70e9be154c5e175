import * as z from 'zod';
import type { Deps } from '../platform/deps.ts';
import { operatorKeys } from '../platform/table/operator-keys.ts';
import { queryRange } from '../platform/table/table.ts';
import { Instant } from '../values/fields.ts';
import { OrganisationId } from '../values/ids.ts';
import { suspensionRepo } from './suspension/repo.ts';

/** The item by which operators find an organisation. */
const ListedOrganisation = z.object({ organisationId: OrganisationId, name: z.string(), createdAt: Instant });

export const ListOrganisations = z.strictObject({
  pageSize: z.int().min(1).max(100).default(100),
  /** The `next` of the page before. */
  after: OrganisationId.optional(),
});

/**
 * A page of organisations in the order of their ids, with their state. `next` is null on the last page. A page costs
 * some ten read units.
 */
export async function listOrganisations(
  deps: Pick<Deps, 'table' | 'now' | 'newId'>,
  { pageSize, after }: z.output<typeof ListOrganisations>,
) {
  // No id contains these characters: `~` follows all digits, and `!` precedes them.
  const from = operatorKeys.listed(after === undefined ? '!' : `${after}~`);
  const last = operatorKeys.listed('~');
  const found = await queryRange(deps.table, from, last, ListedOrganisation, { limit: pageSize + 1 });
  const page = found.slice(0, pageSize);
  const suspensions = await suspensionRepo(deps).among(page.map(({ organisationId }) => organisationId));
  const byId = new Map(suspensions.map((suspension) => [suspension.organisationId, suspension]));
  const organisations = page.map((organisation) => {
    const suspension = byId.get(organisation.organisationId);
    const state = suspension === undefined ? 'active' : suspension.deletion === null ? 'suspended' : 'deleting';
    return { ...organisation, state, since: suspension?.since ?? organisation.createdAt };
  });
  return { organisations, next: found.length > pageSize ? (page.at(-1)?.organisationId ?? null) : null };
}

type Listed = Awaited<ReturnType<typeof listOrganisations>>['organisations'];

/**
 * All organisations in the order of their ids, page by page.
 * @param after leaves out the organisations up to this id.
 */
export async function* organisationPages(
  deps: Pick<Deps, 'table' | 'now' | 'newId'>,
  pageSize: number,
  after?: OrganisationId,
): AsyncGenerator<Listed> {
  let position = after;
  do {
    const { organisations, next } = await listOrganisations(deps, { pageSize, after: position });
    yield organisations;
    position = next ?? undefined;
  } while (position !== undefined);
}
