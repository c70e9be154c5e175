import type { Context } from 'aws-lambda';
import { ruleRepo } from '../../lib/alerts/rules/repo.ts';
import { destinationRepo } from '../../lib/channels/destinations/repo.ts';
import { channels } from '../../lib/channels/index.ts';
import { settingsRepo } from '../../lib/channels/settings/repo.ts';
import { firstAttempts } from '../../lib/deliveries/clients.ts';
import { replay } from '../../lib/deliveries/replay-deliveries-of.ts';
import { deliveryRepo } from '../../lib/deliveries/repo.ts';
import { AdminAction } from '../../lib/operation/admin/admin-actions.ts';
import { reseal } from '../../lib/operation/admin/reseal.ts';
import { usage } from '../../lib/operation/admin/usage.ts';
import { startDeletion } from '../../lib/operation/deletion/start-deletion.ts';
import { newLists } from '../../lib/operation/lists/counted-lists.ts';
import { recountAll } from '../../lib/operation/lists/recount-all.ts';
import { startRecount } from '../../lib/operation/lists/recount-job.ts';
import { createKeyFor } from '../../lib/organisations/api-keys/create-key-for.ts';
import { apiKeyRepo } from '../../lib/organisations/api-keys/repo.ts';
import { createOrganisation } from '../../lib/organisations/create-organisation.ts';
import { setLimits } from '../../lib/organisations/limits/set-limits.ts';
import { listOrganisations } from '../../lib/organisations/list-organisations.ts';
import { signInRepo } from '../../lib/organisations/sign-in/repo.ts';
import { suspensionRepo } from '../../lib/organisations/suspension/repo.ts';
import { actingFor } from '../../lib/platform/audit/acting.ts';
import { deps } from '../../lib/platform/deps.ts';
import { jobClient } from '../../lib/platform/jobs/job-client.ts';
import { configuredSealer } from '../../lib/platform/sealer.ts';
import { memo } from '../../lib/values/memo.ts';
import { recountWallets } from '../../lib/wallets/wallet-count.ts';
import { cursorRepo } from '../../lib/watch/cursor.ts';
import { webhookRepo } from '../../lib/webhooks/repo.ts';

const queue = memo(firstAttempts);
const replaying = () => ({
  deliveries: deliveryRepo(deps()),
  queue: queue(),
  destinationOf: channels.destinationOf,
  newId: deps().newId,
});

const resealing = async () => ({
  ...deps(),
  channels,
  webhooks: webhookRepo(deps()),
  destinations: destinationRepo(deps()),
  rules: ruleRepo(deps()),
  settings: settingsRepo(deps()),
  sealer: await configuredSealer(deps())(),
});

/** @throws ZodError for an unknown action, ApiError for an impossible action: `aws lambda invoke` shows the error. */
export const handler = (event: unknown, context?: Pick<Context, 'awsRequestId'>) =>
  actingFor({ actor: { kind: 'operator', id: null, name: null }, requestId: context?.awsRequestId ?? null }, async () =>
    execute(AdminAction.parse(event)),
  );

async function execute(request: AdminAction) {
  switch (request.action) {
    case 'createOrganisation':
      return createOrganisation(
        deps(),
        { apiKeys: apiKeyRepo(deps()), newLists: newLists(deps()) },
        { name: request.name },
      );
    case 'createKey': {
      const { action: _, organisationId, ...key } = request;
      return createKeyFor(deps(), organisationId, key);
    }
    case 'revokeKey':
      await apiKeyRepo(deps()).revoke(request.organisationId, request.keyId);
      return { revoked: request.keyId };
    case 'replay':
      return replay(replaying(), request.organisationId, request.ids);
    case 'recount':
      await recountWallets(deps().table, request.organisationId);
      await startRecount({ ...deps(), jobs: jobClient() }, request.organisationId);
      return { started: 'recount', organisationId: request.organisationId };
    case 'recountAll':
      return recountAll(deps(), request.after);
    case 'setLimits':
      return setLimits(deps(), request);
    case 'setSignIn': {
      const { action: _, ...signIn } = request;
      return signInRepo(deps()).set(signIn);
    }
    case 'removeSignIn':
      await signInRepo(deps()).remove(request.organisationId);
      return { organisationId: request.organisationId, signIn: null };
    case 'listOrganisations':
      return listOrganisations(deps(), request);
    case 'reseal':
      return reseal(await resealing(), request.after);
    case 'usage':
      return usage(deps(), request.organisationId);
    case 'suspendOrganisation': {
      const { organisationId, since } = await suspensionRepo(deps()).suspend(request.organisationId);
      return { organisationId, suspendedAt: since };
    }
    case 'resumeOrganisation':
      await suspensionRepo(deps()).resume(request.organisationId);
      return { organisationId: request.organisationId, suspendedAt: null };
    case 'deleteOrganisation':
      return startDeletion(deps(), request.organisationId);
    case 'resumeChain':
      return cursorRepo(deps()).resume(request.chain, request.fromHeight);
  }
}
