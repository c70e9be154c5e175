import { AdminAction } from '../../lib/admin/actions.ts';
import { createKeyFor } from '../../lib/api-keys/create-key-for.ts';
import { apiKeyRepo } from '../../lib/api-keys/repo.ts';
import { channels } from '../../lib/channels/index.ts';
import { firstAttempts } from '../../lib/deliveries/clients.ts';
import { replay } from '../../lib/deliveries/replay-deliveries-of.ts';
import { deliveryRepo } from '../../lib/deliveries/repo.ts';
import { startRecount } from '../../lib/lists/start-recount.ts';
import { createOrganisation } from '../../lib/organisations/create-organisation.ts';
import { deps } from '../../lib/platform/deps.ts';
import { replayRepo } from '../../lib/replays/repo.ts';
import { runReplay } from '../../lib/replays/run-replay.ts';
import { memo } from '../../lib/values/memo.ts';
import { cursorRepo } from '../../lib/watch/cursor.ts';

const queue = memo(firstAttempts);
const replaying = () => ({
  ...deps(),
  deliveries: deliveryRepo(deps()),
  replays: replayRepo(deps()),
  queue: queue(),
  destinationOf: channels.destinationOf,
});

/** @throws ZodError for an unknown action, ApiError for an impossible action: `aws lambda invoke` shows the error. */
export async function handler(event: unknown) {
  const request = AdminAction.parse(event);
  switch (request.action) {
    case 'createOrganisation':
      return createOrganisation(deps(), apiKeyRepo(deps()), { name: request.name });
    case 'createKey': {
      const { action: _, organisationId, ...key } = request;
      return createKeyFor(deps(), organisationId, key);
    }
    case 'revokeKey':
      await apiKeyRepo(deps()).revoke(request.organisationId, request.keyId);
      return { revoked: request.keyId };
    case 'replay':
      return replay(replaying(), request.organisationId, request.ids);
    case 'runReplay':
      return runReplay(replaying(), request.organisationId, request.id);
    case 'recount':
      await startRecount({ organisationId: request.organisationId });
      return { started: 'recount', organisationId: request.organisationId };
    case 'resumeChain':
      return cursorRepo(deps()).resume(request.chain, request.fromHeight);
  }
}
