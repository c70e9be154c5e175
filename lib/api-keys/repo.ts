import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Deps } from '../platform/deps.ts';
import { newestFirst, type Page, type PageRequest, pageOf } from '../platform/lists/page.ts';
import { keys, lookups, prefixes } from '../platform/table/keys.ts';
import { getItem, queryPrefix } from '../platform/table/table.ts';
import {
  conditionHeld,
  IF_ABSENT,
  IF_PRESENT,
  type Put,
  transact,
  type Update,
  write,
} from '../platform/table/write.ts';
import { ApiError, notFound } from '../values/errors.ts';
import type { OrganisationId } from '../values/ids.ts';
import { StoredApiKey } from './schema.ts';

const TableKey = z.object({ pk: z.string(), sk: z.string() });

/** The API keys of the organisations. The table stores only the hash of a key, in an attribute of an index. */
export function apiKeyRepo({ table, now }: Pick<Deps, 'table' | 'now'>) {
  const all = (organisationId: OrganisationId): Promise<StoredApiKey[]> =>
    queryPrefix(table, keys.organisation(organisationId).pk, prefixes.apiKeys, StoredApiKey);

  const revocation = (organisationId: OrganisationId, id: string): Update<StoredApiKey> => ({
    update: keys.apiKey(organisationId, id),
    set: { revokedAt: now().toISOString() },
    ...UNREVOKED,
  });

  return {
    /** The write that creates a key. */
    creation: (key: StoredApiKey, sha256: string): Put => ({
      put: { ...keys.apiKey(key.organisationId, key.id), ...lookups.apiKey(sha256), ...key },
      ...IF_ABSENT,
    }),

    /** The key with this hash, also when the key is expired or revoked. Null when no key has this hash. */
    async byHash(sha256: string): Promise<StoredApiKey | null> {
      const { gsi3pk } = lookups.apiKey(sha256);
      const { Items = [] } = await table.client.send(
        new QueryCommand({
          TableName: table.name,
          IndexName: 'gsi3',
          KeyConditionExpression: 'gsi3pk = :pk',
          ExpressionAttributeValues: { ':pk': gsi3pk },
        }),
      );
      const [tableKey] = z.array(TableKey).parse(Items);
      return tableKey === undefined ? null : getItem(table, tableKey, StoredApiKey);
    },

    /** Records that a key was used. Writes at most once per minute: the condition fails for every later use. */
    async used({ organisationId, id, lastUsedAt }: StoredApiKey): Promise<void> {
      const minute = `${now().toISOString().slice(0, 16)}:00.000Z`;
      if (lastUsedAt !== null && lastUsedAt >= minute) return;
      const part: Update<StoredApiKey> = {
        update: keys.apiKey(organisationId, id),
        set: { lastUsedAt: minute },
        when: `${IF_PRESENT.when} AND (#lastUsedAt = :never OR #lastUsedAt < :minute)`,
        values: { ':never': null, ':minute': minute },
      };
      await conditionHeld(write(table, part));
    },

    /** All keys, newest first. Expired and revoked keys stay in the list. */
    async list(organisationId: OrganisationId, request: PageRequest): Promise<Page<StoredApiKey>> {
      return pageOf(newestFirst(await all(organisationId)), request, 'keys', organisationId);
    },

    /** Revokes a key. A repeated call changes nothing. @throws ApiError `not_found`. */
    async revoke(organisationId: OrganisationId, id: string): Promise<void> {
      if (await conditionHeld(write(table, revocation(organisationId, id)))) return;
      if ((await getItem(table, keys.apiKey(organisationId, id), StoredApiKey)) === null) throw notFound('API key');
    },

    /**
     * Revokes a key on the organisation's own request, but never its last valid admin key: without this key the
     * organisation could create no other key.
     * @throws ApiError `not_found`, `conflict`.
     */
    async revokeUnlessLast(organisationId: OrganisationId, id: string): Promise<void> {
      for (;;) {
        const admins = (await all(organisationId)).filter((key) => isValidAdmin(key, now()));
        if (!admins.some((key) => key.id === id)) return this.revoke(organisationId, id);
        const other = admins.find((key) => key.id !== id);
        if (other === undefined) {
          throw new ApiError('conflict', 'It is the only valid key of scope admin; make another one first.');
        }
        // Two concurrent requests could each revoke the key that the other request relies on. So the transaction checks
        // that the other key is not revoked. If the check fails, the next round has fewer admin keys to choose from.
        const otherIsValid = { check: keys.apiKey(organisationId, other.id), ...UNREVOKED };
        if (await conditionHeld(transact(table, [revocation(organisationId, id), otherIsValid]))) return;
      }
    },
  };
}

const UNREVOKED = { when: `${IF_PRESENT.when} AND #revokedAt = :none`, values: { ':none': null } };

const isValidAdmin = ({ scope, revokedAt, expiresAt }: StoredApiKey, at: Date): boolean =>
  scope === 'admin' && revokedAt === null && (expiresAt === null || expiresAt > at.toISOString());

export type ApiKeyRepo = ReturnType<typeof apiKeyRepo>;
