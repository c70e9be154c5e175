import * as z from 'zod';
import { BookCounts, MOST_ENTRIES, MOST_SOURCED } from '../address-book/book-count.ts';
import { MAX_RULES } from '../alerts/rules/repo.ts';
import { apiKeyRepo, MAX_ACTIVE_KEYS } from '../organisations/api-keys/repo.ts';
import { ApiKey } from '../organisations/api-keys/schema.ts';
import { type LimitName, ownLimits } from '../organisations/limits/limits.ts';
import { MAX_WEBHOOKS } from '../organisations/limits/recipient-room.ts';
import { type Caller, scopes } from '../platform/caller.ts';
import type { Deps } from '../platform/deps.ts';
import { keys } from '../platform/table/keys.ts';
import { getItem } from '../platform/table/table.ts';
import { notFound } from '../values/errors.ts';
import { OrganisationId } from '../values/ids.ts';

const Limit = z
  .object({ limit: z.int(), used: z.int().nullable().describe('null where nobody counts') })
  .meta({ id: 'Limit' });

/** The limits of the stage, for organisations without limits of their own. */
export type StageLimits = Readonly<
  Record<Exclude<LimitName, 'rules' | 'webhooks' | 'keys' | 'addressBook' | 'listEntries'>, number>
>;

/** The organisation and the caller of a request, as the API answers them. */
export const Me = z
  .object({
    organisation: z.object({ id: OrganisationId, name: z.string() }),
    scope: z.enum(scopes).describe('What the caller may do'),
    key: ApiKey.pick({ id: true, name: true, scope: true, prefix: true, lastFour: true, expiresAt: true })
      .nullable()
      .describe('null for a person'),
    person: z
      .object({
        id: z.string().describe('`person:` and the subject of the access token'),
        name: z.string(),
        email: z.string().nullable(),
      })
      .meta({ id: 'Person' })
      .nullable()
      .describe('null for an API key'),
    limits: z
      .strictObject({
        wallets: Limit,
        rules: Limit,
        webhooks: Limit,
        keys: Limit,
        addressBook: Limit,
        listEntries: Limit,
        requestsPerSecond: Limit,
        recordsPerHour: Limit,
        mailsPerMinute: Limit,
      } satisfies Record<LimitName, typeof Limit>)
      .describe('What the organisation may have at most; records per hour count for each chain'),
  })
  .meta({ id: 'Me' });

const Organisation = z.object({
  name: z.string(),
  walletCount: z.int().nullable().default(null),
  ruleCount: z.int().default(0),
  webhookCount: z.int().default(0),
  ...BookCounts.shape,
});

/** The limits of an organisation for which operators have set none. */
export const usualLimits = (stage: StageLimits): Readonly<Record<LimitName, number>> => ({
  rules: MAX_RULES,
  webhooks: MAX_WEBHOOKS,
  keys: MAX_ACTIVE_KEYS,
  addressBook: MOST_ENTRIES,
  listEntries: MOST_SOURCED,
  ...stage,
});

/** Who makes a request, and for which organisation. @throws ApiError `not_found`. */
export async function me(
  deps: Pick<Deps, 'table' | 'now' | 'newId'>,
  { organisation: organisationId, actor, scope }: Pick<Caller, 'organisation' | 'actor' | 'scope'>,
  stage: StageLimits,
): Promise<z.output<typeof Me>> {
  const apiKeys = apiKeyRepo(deps);
  const [organisation, key, activeKeys, own] = await Promise.all([
    getItem(deps.table, keys.organisation(organisationId), Organisation),
    actor.kind === 'key' ? apiKeys.get(organisationId, actor.id) : null,
    apiKeys.active(organisationId),
    ownLimits(deps.table, organisationId),
  ]);
  if (organisation === null) throw notFound('organisation');
  const limits = { ...usualLimits(stage), ...own };
  const limited = (of: LimitName, used: number | null = null) => ({ limit: limits[of], used });
  return {
    organisation: { id: organisationId, name: organisation.name },
    scope,
    key,
    person: actor.kind === 'person' ? actor : null,
    limits: {
      wallets: limited('wallets', organisation.walletCount),
      rules: limited('rules', organisation.ruleCount),
      webhooks: limited('webhooks', organisation.webhookCount),
      keys: limited('keys', activeKeys),
      addressBook: limited('addressBook', organisation.bookCount),
      listEntries: limited('listEntries', organisation.sourcedCount),
      requestsPerSecond: limited('requestsPerSecond'),
      recordsPerHour: limited('recordsPerHour'),
      mailsPerMinute: limited('mailsPerMinute'),
    },
  };
}
