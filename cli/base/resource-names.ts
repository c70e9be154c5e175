import { alertSentences } from '../../sdk/alert-sentences.ts';
import type { components } from '../../sdk/index.ts';
import type { Cli } from './command.ts';
import { LISTS } from './nameable.ts';
import { newest } from './named.ts';

type AuditEntry = components['schemas']['AuditEntry'];
type Resource = AuditEntry['resource'];

/** The list that names the resources of the audit log. */
const LISTED = {
  wallet: LISTS.wallet,
  rule: LISTS.rule,
  webhook: LISTS.webhook,
  destination: LISTS.destination,
  key: LISTS.key,
  address_book_entry: LISTS.entry,
  address_list: LISTS.list,
} satisfies Partial<Record<Resource, unknown>>;

/**
 * Names what entries of the audit log are about, as it is called now, and alerts by their sentences. What is deleted
 * has no name.
 */
export async function resourceNames(
  { api }: Pick<Cli, 'api'>,
  entries: readonly Pick<AuditEntry, 'resource' | 'resourceId'>[],
): Promise<(id: string) => string | undefined> {
  const idsOf = (wanted: string) =>
    entries.flatMap(({ resource, resourceId }) => (resource === wanted && resourceId !== null ? [resourceId] : []));
  const sentenceOf = await alertSentences(api, idsOf('event'));
  const names = new Map<string, string>();
  for (const [resource, list] of Object.entries(LISTED)) {
    if (idsOf(resource).length === 0) continue;
    for (const {
      id,
      names: [name],
    } of await newest(list(api)))
      if (name !== undefined) names.set(id, name);
  }
  return (id) => names.get(id) ?? sentenceOf(id);
}
