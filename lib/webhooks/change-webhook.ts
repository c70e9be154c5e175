import type { Deps } from '../platform/deps.ts';
import type { Outbound } from '../platform/outbound/outbound.ts';
import type { Sealer } from '../platform/sealer.ts';
import type { OrganisationId } from '../values/ids.ts';
import { assertStated, sealedHeaders } from './custom-headers.ts';
import { webhookRepo } from './repo.ts';
import { rotated } from './rotation.ts';
import { type CreateWebhook, NO_FAILURES, type StoredWebhook, switched, type UpdateWebhook } from './schema.ts';
import { newSecret } from './signing-secret.ts';

type WithOutbound = Deps & { readonly outbound: Pick<Outbound, 'assertDestination'> };
type WithSealer = Deps & { readonly sealer: () => Promise<Sealer> };

/**
 * Makes a subscription. This response alone shows the secret, if the service made it.
 * @throws ApiError `validation_failed`, `conflict`.
 */
export async function createWebhook(
  deps: WithOutbound & WithSealer,
  organisationId: OrganisationId,
  input: CreateWebhook,
) {
  const { secret: given, headers, ...rest } = input;
  await deps.outbound.assertDestination('url', input.url);
  const id = deps.newId();
  const secret = given ?? newSecret(deps.randomBytes);
  const at = deps.now().toISOString();
  const sealer = await deps.sealer();
  const owner = { organisationId, recordId: id };
  const webhook: StoredWebhook = {
    ...rest,
    id,
    ...switched(true),
    sealedSecret: sealer.seal(secret, owner),
    ...sealedHeaders(sealer, owner, headers),
    previousSecrets: [],
    ...UNTRIED,
    createdAt: at,
    updatedAt: at,
  };
  await webhookRepo(deps).create(organisationId, webhook);
  return given === undefined ? { ...webhook, secret } : webhook;
}

/** The health of a subscription whose URL has received nothing yet. */
const UNTRIED = { ...NO_FAILURES, lastSuccessAt: null, lastFailureAt: null, lastError: null } as const;

/**
 * Changes a subscription. Turning a subscription on clears the reason why it was off and resets its health. Another URL
 * resets its health too. A URL at another host gets no header whose value the request does not state.
 * @throws ApiError `validation_failed`, `not_found`, `conflict`.
 */
export async function updateWebhook(
  deps: WithOutbound & WithSealer,
  organisationId: OrganisationId,
  id: string,
  { headers, ...change }: UpdateWebhook,
) {
  const webhooks = webhookRepo(deps);
  const before = await webhooks.get(organisationId, id);
  if (change.url !== undefined) await deps.outbound.assertDestination('url', change.url);
  const moved = change.url !== undefined && change.url !== before.url;
  const changed = {
    ...change,
    ...(moved && UNTRIED),
    ...(change.isActive && NO_FAILURES),
    ...(change.isActive !== undefined && switched(change.isActive)),
  };
  const isElsewhere = moved && new URL(change.url ?? '').origin !== new URL(before.url).origin;
  if (isElsewhere) assertStated(headers ?? before.headers);
  if (headers === undefined) {
    // Headers that somebody sets at the same time are not for the new host.
    const seen = isElsewhere ? { sealedHeaders: before.sealedHeaders } : {};
    return webhooks.update(organisationId, before, { ...changed, ...seen });
  }
  const owner = { organisationId, recordId: id };
  const sealed = sealedHeaders(await deps.sealer(), owner, headers, before);
  return webhooks.update(organisationId, before, { ...changed, ...sealed });
}

/**
 * Gives the subscription a new secret, which this response alone shows. Each former secret signs too, for 24 hours
 * after its own rotation.
 * @throws ApiError `not_found`, `conflict`.
 */
export async function rotateSecret(deps: WithSealer, organisationId: OrganisationId, id: string) {
  const webhooks = webhookRepo(deps);
  const before = await webhooks.get(organisationId, id);
  const secret = newSecret(deps.randomBytes);
  const sealed = (await deps.sealer()).seal(secret, { organisationId, recordId: id });
  const webhook = await webhooks.rotate(organisationId, before, rotated(before, sealed, deps.now()));
  return { ...webhook, secret };
}
