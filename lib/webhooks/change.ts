import type { Deps } from '../deps.ts';
import type { OrganisationId } from '../ids.ts';
import { assertDestination } from '../outbound/configured.ts';
import type { OutboundPolicy } from '../outbound/url.ts';
import type { Sealer } from '../secrets.ts';
import { plusSeconds } from '../time.ts';
import { webhookRepo } from './repo.ts';
import type { CreateWebhook, StoredWebhook, UpdateWebhook } from './schema.ts';
import { newSecret } from './sign.ts';

/** How long the secret before a rotation still signs beside the new one. */
const ROTATION_SECONDS = 24 * 60 * 60;

type WithPolicy = Deps & { readonly policy: OutboundPolicy };
type WithSealer = Deps & { readonly sealer: () => Promise<Sealer> };

/** A new subscription; a secret that we made is shown this once. @throws ApiError `validation_failed`, `conflict`. */
export async function createWebhook(deps: WithPolicy & WithSealer, o: OrganisationId, input: CreateWebhook) {
  const { secret: given, ...rest } = input;
  await assertDestination('url', input.url, deps.policy);
  const id = deps.newId();
  const secret = given ?? newSecret(deps.randomBytes);
  const at = deps.now().toISOString();
  const webhook: StoredWebhook = {
    ...rest,
    id,
    isActive: true,
    disabledReason: null,
    sealedSecret: (await deps.sealer()).seal(secret, { organisationId: o, recordId: id }),
    sealedPreviousSecret: null,
    previousUntil: null,
    createdAt: at,
    updatedAt: at,
  };
  await webhookRepo(deps).create(o, webhook);
  return given === undefined ? { ...webhook, secret } : webhook;
}

/** The changed subscription. Turning it on clears the reason it was off. @throws ApiError `validation_failed`, `not_found`. */
export async function updateWebhook(deps: WithPolicy, o: OrganisationId, id: string, change: UpdateWebhook) {
  const webhooks = webhookRepo(deps);
  await webhooks.get(o, id);
  if (change.url !== undefined) await assertDestination('url', change.url, deps.policy);
  const reason =
    change.isActive === undefined ? {} : { disabledReason: change.isActive ? null : 'Turned off by the organisation' };
  return webhooks.update(o, id, { ...change, ...reason });
}

/** A new secret, shown this once; the one before also signs for 24 hours. @throws ApiError `not_found`, `conflict`. */
export async function rotateSecret(deps: WithSealer, o: OrganisationId, id: string) {
  const webhooks = webhookRepo(deps);
  const before = await webhooks.get(o, id);
  const secret = newSecret(deps.randomBytes);
  const webhook = await webhooks.rotate(o, before, {
    sealedSecret: (await deps.sealer()).seal(secret, { organisationId: o, recordId: id }),
    sealedPreviousSecret: before.sealedSecret,
    previousUntil: plusSeconds(deps.now(), ROTATION_SECONDS).toISOString(),
  });
  return { ...webhook, secret };
}
