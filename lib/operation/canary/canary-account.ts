import { hashOf } from '../../organisations/api-keys/key.ts';
import { newKey } from '../../organisations/api-keys/new-key.ts';
import { apiKeyRepo } from '../../organisations/api-keys/repo.ts';
import { newOrganisation } from '../../organisations/create-organisation.ts';
import { suspensionRepo } from '../../organisations/suspension/repo.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Sealer } from '../../platform/sealer.ts';
import { keys } from '../../platform/table/keys.ts';
import { exists } from '../../platform/table/table.ts';
import { conditionHeld, transact } from '../../platform/table/write.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { plusSeconds } from '../../values/time.ts';
import { newSecret } from '../../webhooks/signing-secret.ts';
import { startDeletion } from '../deletion/start-deletion.ts';
import { newLists } from '../lists/counted-lists.ts';
import { canaryRepo } from './repo.ts';
import { type CanaryAccount, sealedIn } from './schema.ts';

const NAME = 'Canary';

/** After this time the organisation is deleted and another takes its place, so that its records stay few. */
export const ACCOUNT_SECONDS = 30 * 24 * 60 * 60;

export interface OpenAccount {
  readonly organisationId: OrganisationId;
  readonly apiKey: string;
  /** The signing secret of the webhook. */
  readonly secret: string;
}

type AccountDeps = Deps & { readonly sealer: Sealer };

/**
 * The account of the canary, with a key that works. Makes another account when the organisation is suspended, deleted
 * or a month old, and another key when the key was revoked. Each is one transaction, so a killed run leaves nothing.
 * @throws Error when no data key opens the sealed texts.
 */
export async function canaryAccount(deps: AccountDeps): Promise<OpenAccount> {
  const stored = await canaryRepo(deps).account();
  if (stored === null) return newAccount(deps, stored);
  const { organisationId, createdAt } = stored;
  if (!(await isServed(deps, organisationId))) return newAccount(deps, stored);
  if (createdAt <= plusSeconds(deps.now(), -ACCOUNT_SECONDS).toISOString()) {
    await startDeletion(deps, organisationId);
    return newAccount(deps, stored);
  }
  const owners = sealedIn(stored);
  const apiKey = deps.sealer.open(stored.sealedKey, owners.sealedKey);
  const secret = deps.sealer.open(stored.sealedSecret, owners.sealedSecret);
  if ((await apiKeyRepo(deps).valid(hashOf(apiKey))) !== null) return { organisationId, apiKey, secret };
  return withNewKey(deps, stored, secret);
}

const isServed = async (deps: Deps, organisationId: OrganisationId): Promise<boolean> =>
  (await suspensionRepo(deps).find(organisationId)) === null &&
  (await exists(deps.table, keys.organisation(organisationId)));

async function newAccount(deps: AccountDeps, seen: CanaryAccount | null): Promise<OpenAccount> {
  const beginning = { apiKeys: apiKeyRepo(deps), newLists: newLists(deps) };
  const { organisationId, apiKey, writes } = newOrganisation(deps, beginning, { name: NAME });
  const secret = newSecret(deps.randomBytes);
  const owners = sealedIn({ organisationId });
  const account: CanaryAccount = {
    organisationId,
    sealedKey: deps.sealer.seal(apiKey, owners.sealedKey),
    sealedSecret: deps.sealer.seal(secret, owners.sealedSecret),
    createdAt: deps.now().toISOString(),
  };
  const replacing = canaryRepo(deps).replacement(account, seen);
  if (await conditionHeld(transact(deps.table, { organisation: writes, account: replacing })))
    return { organisationId, apiKey, secret };
  // Another run was faster.
  return canaryAccount(deps);
}

async function withNewKey(deps: AccountDeps, seen: CanaryAccount, secret: string): Promise<OpenAccount> {
  const { organisationId } = seen;
  const { key: apiKey, stored } = newKey(deps, organisationId, { name: NAME, scope: 'write' });
  const sealedKey = deps.sealer.seal(apiKey, sealedIn(seen).sealedKey);
  const writes = { key: apiKeyRepo(deps).creation(stored), account: canaryRepo(deps).sealing(seen, { sealedKey }) };
  if (await conditionHeld(transact(deps.table, writes))) return { organisationId, apiKey, secret };
  return canaryAccount(deps);
}
