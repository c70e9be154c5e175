import * as z from 'zod';
import { suspensionRepo } from '../../organisations/suspension/repo.ts';
import type { Deps } from '../../platform/deps.ts';
import { recordList } from '../../platform/lists/index.ts';
import { type Key, keys } from '../../platform/table/keys.ts';
import { getItem, queryKind } from '../../platform/table/table.ts';
import { notFound } from '../../values/errors.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { plusSeconds } from '../../values/time.ts';
import { countedLists } from '../lists/counted-lists.ts';

const RECENT_SECONDS = 30 * 24 * 60 * 60;

/** The names in the answer of the lists that have ever more records. */
const NAMES: Readonly<Record<string, string>> = {
  TX: 'transactions',
  EVENT: 'events',
  DELIVERY: 'deliveries',
  RECONCILIATION: 'differences',
  BOOK: 'addressBook',
};

/** The organisation counts its wallets. One from before the count counts them when it next adds or deletes one. */
const Counted = z.object({ walletCount: z.int().optional() });
const Live = z.object({ deletedAt: z.string().nullish(), revokedAt: z.string().nullish() });

/**
 * What an organisation has, and what the last 30 days added to its lists. Lists count without a walk; rules,
 * subscriptions and keys are read. @throws ApiError `not_found`.
 */
export async function usage(deps: Pick<Deps, 'table' | 'now' | 'newId'>, organisationId: OrganisationId) {
  const organisation = keys.organisation(organisationId);
  const counted = await getItem(deps.table, organisation, Counted);
  if (counted === null) throw notFound('organisation');
  const live = async (none: Key): Promise<number> => {
    const found = await queryKind(deps.table, none, Live);
    return found.filter(({ deletedAt = null, revokedAt = null }) => deletedAt === null && revokedAt === null).length;
  };
  const from = plusSeconds(deps.now(), -RECENT_SECONDS).toISOString();
  const [wallets, rules, webhooks, apiKeys] = await Promise.all([
    counted.walletCount ?? live(keys.wallet(organisationId, '')),
    ...[keys.rule, keys.webhook, keys.apiKey].map((of) => live(of(organisationId, ''))),
  ]);
  const lists = await Promise.all(
    countedLists
      .filter(({ definition }) => definition.name in NAMES)
      .map(async (list) => {
        const { count } = recordList(deps, list);
        const [total, last30Days] = await Promise.all([
          count(organisationId, { filter: {} }),
          count(organisationId, { filter: {}, from }),
        ]);
        return [NAMES[list.definition.name], { total, last30Days }] as const;
      }),
  );
  const suspension = await suspensionRepo(deps).find(organisationId);
  return {
    organisationId,
    suspendedAt: suspension?.since ?? null,
    wallets,
    rules,
    webhooks,
    apiKeys,
    ...Object.fromEntries(lists),
  };
}
