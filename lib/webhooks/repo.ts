import { below, limitReached } from '../organisations/limits/limits.ts';
import { MAX_WEBHOOKS } from '../organisations/limits/recipient-room.ts';
import { audited } from '../platform/audit/audit-log.ts';
import type { Deps } from '../platform/deps.ts';
import { newestFirst, type Page, type PageRequest, pageOf } from '../platform/page.ts';
import { create } from '../platform/table/create.ts';
import { ifSame } from '../platform/table/if-same.ts';
import { keys, prefixes } from '../platform/table/keys.ts';
import { getItem, queryPrefix } from '../platform/table/table.ts';
import { conditionHeld, IF_ABSENT, IF_PRESENT, transact, type Update, type Write } from '../platform/table/write.ts';
import { ApiError, notFound } from '../values/errors.ts';
import type { OrganisationId } from '../values/ids.ts';
import { StoredWebhook } from './schema.ts';

/** The count of subscriptions, in the item of the organisation. */
interface Counters {
  readonly webhookCount: number;
}

/**
 * Webhook subscriptions of organisations. The organisation's item holds the number of subscriptions, so that the limit
 * holds in a race.
 */
export function webhookRepo(deps: Pick<Deps, 'table' | 'now' | 'newId'>) {
  const { table, now } = deps;
  return {
    find: (organisationId: OrganisationId, id: string): Promise<StoredWebhook | null> =>
      getItem(table, keys.webhook(organisationId, id), StoredWebhook),

    /** @throws ApiError `not_found`. */
    async get(organisationId: OrganisationId, id: string): Promise<StoredWebhook> {
      const webhook = await this.find(organisationId, id);
      if (webhook === null) throw notFound('webhook');
      return webhook;
    },

    /** @throws ApiError `conflict` when the organisation has the highest number of subscriptions. */
    async create(organisationId: OrganisationId, webhook: StoredWebhook): Promise<void> {
      const making = create(table, {
        webhook: { put: { ...keys.webhook(organisationId, webhook.id), ...webhook }, ...IF_ABSENT },
        count: {
          update: keys.organisation(organisationId),
          add: { webhookCount: 1 },
          ...below('webhooks', 'webhookCount', MAX_WEBHOOKS),
        } satisfies Update<Counters>,
        audit: audited(deps, organisationId, { action: 'create', resource: 'webhook', id: webhook.id, after: webhook }),
      });
      if (await conditionHeld(making)) return;
      throw await limitReached(table, organisationId, 'webhooks', { stage: MAX_WEBHOOKS, noun: 'webhooks' });
    },

    all: (organisationId: OrganisationId): Promise<StoredWebhook[]> =>
      queryPrefix(table, keys.organisation(organisationId).pk, prefixes.webhooks, StoredWebhook),

    async list(organisationId: OrganisationId, request: PageRequest): Promise<Page<StoredWebhook>> {
      const all = await this.all(organisationId);
      return pageOf(newestFirst(all), request, 'webhooks', organisationId);
    },

    /**
     * Changes a subscription that was read. Headers change only if they are still those that were read: masked values
     * stand for what is stored.
     * @throws ApiError `not_found`, `conflict`.
     */
    async update(
      organisationId: OrganisationId,
      before: StoredWebhook,
      change: Partial<StoredWebhook>,
    ): Promise<StoredWebhook> {
      const set = { ...change, updatedAt: now().toISOString() };
      const sameHeaders = {
        when: `${IF_PRESENT.when} AND (attribute_not_exists(#sealedHeaders) OR #sealedHeaders = :seen)`,
        values: { ':seen': before.sealedHeaders },
      };
      const condition = change.sealedHeaders === undefined ? IF_PRESENT : sameHeaders;
      const { id } = before;
      const after = { ...before, ...set };
      const changing = transact(table, {
        webhook: { update: keys.webhook(organisationId, id), set, ...condition } satisfies Update<StoredWebhook>,
        audit: audited(deps, organisationId, { action: 'update', resource: 'webhook', id, before, after }),
      });
      const isChanged = await conditionHeld(changing);
      const webhook = await this.get(organisationId, id);
      if (isChanged) return webhook;
      throw new ApiError('conflict', 'The headers were changed at the same time; read them again.');
    },

    /**
     * Gives the subscription another secret, on condition that the subscription still has the secret of `seen`.
     * @throws ApiError `conflict` when two rotations run at the same time: only one of the two new secrets would sign.
     */
    async rotate(
      organisationId: OrganisationId,
      seen: StoredWebhook,
      change: Partial<StoredWebhook>,
    ): Promise<StoredWebhook> {
      const set = { ...change, updatedAt: now().toISOString() };
      const { id } = seen;
      const after = { ...seen, ...set };
      const rotating = transact(table, {
        webhook: {
          update: keys.webhook(organisationId, id),
          set,
          ...ifSame(seen, 'sealedSecret'),
        } satisfies Update<StoredWebhook>,
        audit: audited(deps, organisationId, { action: 'rotate', resource: 'webhook', id, before: seen, after }),
      });
      if (await conditionHeld(rotating)) return this.get(organisationId, id);
      throw new ApiError('conflict', 'The secret was rotated at the same time; rotate it again.');
    },

    /** The entry of the audit log for a subscription that the service turns off, as a part of that transaction. */
    turnedOff: (organisationId: OrganisationId, before: StoredWebhook, after: StoredWebhook): readonly Write[] =>
      audited(deps, organisationId, { action: 'update', resource: 'webhook', id: before.id, before, after }),

    /** @throws ApiError `not_found`. */
    async remove(organisationId: OrganisationId, id: string): Promise<void> {
      const before = await this.get(organisationId, id);
      const removing = transact(table, {
        webhook: { delete: keys.webhook(organisationId, id), ...IF_PRESENT },
        count: { update: keys.organisation(organisationId), add: { webhookCount: -1 } } satisfies Update<Counters>,
        audit: audited(deps, organisationId, { action: 'delete', resource: 'webhook', id, before }),
      });
      if (!(await conditionHeld(removing))) throw notFound('webhook');
    },
  };
}

export type WebhookRepo = ReturnType<typeof webhookRepo>;
