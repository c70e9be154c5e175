import type { Deps } from '../../platform/deps.ts';
import { assertDestination } from '../../platform/outbound/destination.ts';
import type { OutboundPolicy } from '../../platform/outbound/url.ts';
import type { Sealer } from '../../platform/sealer.ts';
import { allPass } from '../../values/dependent-checks.ts';
import { invalidField, validationFailed } from '../../values/errors.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { walletRepo } from '../../wallets/repo.ts';
import { newSecret } from '../../webhooks/sign.ts';
import { ruleRepo } from './repo.ts';
import { type CreateRule, conditionErrors, type StoredRule, type UpdateRule } from './schema.ts';

export interface ChangeDeps extends Deps {
  readonly policy: OutboundPolicy;
  readonly sealer: () => Promise<Sealer>;
}

/** A new rule, with the secret of its custom URL shown this once. @throws ApiError `validation_failed`. */
export async function createRule(deps: ChangeDeps, organisationId: OrganisationId, input: CreateRule) {
  const rules = ruleRepo(deps);
  await allPass(assertWallets(deps, organisationId, input.walletIds), assertCustomUrl(deps, input.customWebhookUrl));
  const id = deps.newId();
  const { sealed, shown } = await customSecret(deps, organisationId, id, input.customWebhookUrl);
  const at = deps.now().toISOString();
  const rule: StoredRule = {
    ...input,
    id,
    isActive: true,
    version: 1,
    sealedCustomSecret: sealed,
    createdAt: at,
    updatedAt: at,
  };
  await rules.create(organisationId, rule);
  return { ...(await rules.shown(organisationId, [rule]))[0], ...shown };
}

/** The changed rule; a new custom URL gets a new secret. @throws ApiError `not_found`, `validation_failed`, `conflict`. */
export async function updateRule(deps: ChangeDeps, organisationId: OrganisationId, id: string, change: UpdateRule) {
  const rules = ruleRepo(deps);
  const before = await rules.get(organisationId, id);
  const url = change.customWebhookUrl;
  const moved = url !== undefined && url !== before.customWebhookUrl;
  await allPass(
    assertConditions(before.ruleType, change.conditions),
    assertWallets(deps, organisationId, change.walletIds ?? []),
    assertCustomUrl(deps, moved ? url : null),
  );
  const { sealed, shown } = moved
    ? await customSecret(deps, organisationId, id, url)
    : { sealed: before.sealedCustomSecret, shown: {} };
  const rule = { ...before, ...change, sealedCustomSecret: sealed, updatedAt: deps.now().toISOString() };
  return { ...(await rules.shown(organisationId, [await rules.replace(organisationId, before, rule)]))[0], ...shown };
}

async function customSecret(deps: ChangeDeps, organisationId: OrganisationId, recordId: string, url: string | null) {
  if (url === null) return { sealed: null, shown: {} };
  const secret = newSecret(deps.randomBytes);
  const sealer = await deps.sealer();
  return { sealed: sealer.seal(secret, { organisationId, recordId }), shown: { customWebhookSecret: secret } };
}

async function assertConditions(ruleType: StoredRule['ruleType'], conditions: UpdateRule['conditions']): Promise<void> {
  const errors = conditions === undefined ? [] : conditionErrors(ruleType, conditions);
  if (errors.length > 0) throw validationFailed(errors);
}

async function assertCustomUrl({ policy }: ChangeDeps, url: string | null): Promise<void> {
  if (url !== null) await assertDestination('customWebhookUrl', url, policy);
}

async function assertWallets(deps: Deps, organisationId: OrganisationId, ids: readonly string[]): Promise<void> {
  const known = await walletRepo(deps).byId(organisationId, ids);
  const missing = ids.findIndex((id) => known.get(id)?.deletedAt !== null);
  if (missing !== -1) throw invalidField(`walletIds.${missing}`, 'is not a wallet of the organisation');
}
