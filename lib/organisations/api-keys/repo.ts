import * as z from 'zod';
import { audited } from '../../platform/audit/audit-log.ts';
import type { Deps } from '../../platform/deps.ts';
import { newestFirst, type Page, type PageRequest, pageOf } from '../../platform/page.ts';
import { tryCreate } from '../../platform/table/create.ts';
import { ifSame } from '../../platform/table/if-same.ts';
import { type Key, keys, prefixes } from '../../platform/table/keys.ts';
import { batchGet, getItem, queryPrefix } from '../../platform/table/table.ts';
import {
  conditionHeld,
  IF_ABSENT,
  IF_PRESENT,
  type Put,
  transact,
  type Update,
  type Write,
  write,
} from '../../platform/table/write.ts';
import { ApiError, notFound } from '../../values/errors.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { type ApiKey, Credential, StoredApiKey } from './schema.ts';

/** The most keys of an organisation that are neither revoked nor expired. */
export const MAX_ACTIVE_KEYS = 50;

/** In the item of the organisation: counts how many keys were created, so that the limit holds in a race. */
const Counters = z.object({ keysCreated: z.number().int().default(0), limit_keys: z.int().default(MAX_ACTIVE_KEYS) });
type Counters = z.output<typeof Counters>;

/**
 * The API keys of the organisations. Each key has two items, which change in one transaction: the key of the
 * organisation, and the credential, which the authorizer finds by the hash of the API key in one read.
 */
export function apiKeyRepo(deps: Pick<Deps, 'table' | 'now' | 'newId'>) {
  const { table, now } = deps;
  const all = (organisationId: OrganisationId): Promise<StoredApiKey[]> =>
    queryPrefix(table, keys.organisation(organisationId).pk, prefixes.apiKeys, StoredApiKey);

  /** @throws ApiError `not_found`. */
  async function get(organisationId: OrganisationId, id: string): Promise<StoredApiKey> {
    const key = await getItem(table, keys.apiKey(organisationId, id), StoredApiKey);
    if (key === null) throw notFound('API key');
    return key;
  }

  const revocation = (key: StoredApiKey): Write[] => {
    const { organisationId, id, sha256 } = key;
    const set = { revokedAt: now().toISOString() };
    const revoked = (update: Key): Update<Pick<StoredApiKey, 'revokedAt'>> => ({ update, set, ...UNREVOKED });
    return [
      revoked(keys.apiKey(organisationId, id)),
      revoked(keys.credential(sha256)),
      ...audited(deps, organisationId, {
        action: 'delete',
        resource: 'key',
        id,
        before: key,
        after: { ...key, ...set },
      }),
    ];
  };

  /** The key as the API shows it. */
  const shown = (stored: StoredApiKey, lastUsedAt: string | null): ApiKey => ({ ...stored, lastUsedAt });

  return {
    get,

    /** The writes that create a key. */
    creation(key: StoredApiKey): Put[] {
      const { id, organisationId, name, scope, expiresAt, revokedAt, sha256 } = key;
      const credential: Credential = { id, organisationId, name, scope, expiresAt, revokedAt, lastUsedAt: null };
      return [
        { put: { ...keys.apiKey(organisationId, id), ...key }, ...IF_ABSENT },
        { put: { ...keys.credential(sha256), ...credential }, ...IF_ABSENT },
      ];
    },

    /** The credential of the key with this hash, also when the key is expired or revoked. Null when there is none. */
    byHash: (sha256: string): Promise<Credential | null> => getItem(table, keys.credential(sha256), Credential),

    /** The credential of the key with this hash. Null unless the key works at this time. */
    async valid(sha256: string): Promise<Credential | null> {
      const credential = await this.byHash(sha256);
      return credential !== null && isValid(credential, now()) ? credential : null;
    },

    /** Records that a key was used. Writes at most once per minute: the condition fails for every later use. */
    async used(sha256: string, { lastUsedAt }: Credential): Promise<void> {
      const minute = `${now().toISOString().slice(0, 16)}:00.000Z`;
      if (lastUsedAt !== null && lastUsedAt >= minute) return;
      const part: Update<Credential> = {
        update: keys.credential(sha256),
        set: { lastUsedAt: minute },
        when: `${IF_PRESENT.when} AND (#lastUsedAt = :never OR #lastUsedAt < :minute)`,
        values: { ':never': null, ':minute': minute },
      };
      await conditionHeld(write(table, part));
    },

    /** How many keys of the organisation are neither revoked nor expired. */
    active: async (organisationId: OrganisationId): Promise<number> =>
      (await all(organisationId)).filter((known) => isValid(known, now())).length,

    /** @throws ApiError `conflict` when the organisation has the highest number of active keys. */
    async create(key: StoredApiKey): Promise<void> {
      const { organisationId } = key;
      const organisation = keys.organisation(organisationId);
      for (;;) {
        const { keysCreated, limit_keys: most } = (await getItem(table, organisation, Counters)) ?? Counters.parse({});
        const active = await this.active(organisationId);
        // A repeated request may have created the last allowed key before.
        if (active >= most && table.creation?.isDone !== true) {
          throw new ApiError('conflict', `An organisation can have ${most} active keys; revoke one first.`);
        }
        const counting: Update<Counters> = {
          update: organisation,
          set: { keysCreated: keysCreated + 1 },
          ...ifSame({ keysCreated: keysCreated === 0 ? undefined : keysCreated }, 'keysCreated'),
        };
        const { sha256: _, ...after } = key;
        const refusal = await tryCreate(table, {
          count: counting,
          key: this.creation(key),
          audit: audited(deps, organisationId, { action: 'create', resource: 'key', id: key.id, after }),
        });
        if (refusal === null) return;
        // Another request created a key after the read, and may have created the last allowed key.
        if (!refusal.failed.includes('count')) throw refusal;
      }
    },

    /** All keys, newest first. Expired and revoked keys stay in the list. */
    async list(organisationId: OrganisationId, request: PageRequest): Promise<Page<ApiKey>> {
      const page = pageOf(newestFirst(await all(organisationId)), request, 'keys', organisationId);
      const credentials = await batchGet(
        table,
        page.data.map(({ sha256 }) => keys.credential(sha256)),
        Credential,
      );
      const lastUses = new Map(credentials.map(({ id, lastUsedAt }) => [id, lastUsedAt]));
      return { ...page, data: page.data.map((key) => shown(key, lastUses.get(key.id) ?? null)) };
    },

    /** Revokes a key. A repeated call changes nothing. @throws ApiError `not_found`. */
    async revoke(organisationId: OrganisationId, id: string): Promise<void> {
      const key = await get(organisationId, id);
      if (key.revokedAt === null) await conditionHeld(transact(table, { key: revocation(key) }));
    },

    /**
     * Revokes a key on the organisation's own request, but never its last valid admin key: without this key the
     * organisation could create no other key.
     * @throws ApiError `not_found`, `conflict`.
     */
    async revokeUnlessLast(organisationId: OrganisationId, id: string): Promise<void> {
      for (;;) {
        const admins = (await all(organisationId)).filter((key) => isValidAdmin(key, now()));
        const own = admins.find((key) => key.id === id);
        if (own === undefined) return this.revoke(organisationId, id);
        const other = admins.find((key) => key.id !== id);
        if (other === undefined) {
          throw new ApiError('conflict', 'It is the only valid key of scope admin; make another one first.');
        }
        // Two concurrent requests could each revoke the key that the other request relies on. So the transaction checks
        // that the other key is not revoked. If the check fails, the next round has fewer admin keys to choose from.
        const otherIsValid = { check: keys.apiKey(organisationId, other.id), ...UNREVOKED };
        if (await conditionHeld(transact(table, { key: revocation(own), otherIsValid }))) return;
      }
    },
  };
}

const UNREVOKED = ifSame({ revokedAt: null }, 'revokedAt');

const isValid = ({ revokedAt, expiresAt }: Pick<StoredApiKey, 'revokedAt' | 'expiresAt'>, at: Date): boolean =>
  revokedAt === null && (expiresAt === null || expiresAt > at.toISOString());

const isValidAdmin = (key: StoredApiKey, at: Date): boolean => key.scope === 'admin' && isValid(key, at);

export type ApiKeyRepo = ReturnType<typeof apiKeyRepo>;
