import { channels } from '../../lib/channels/index.ts';
import { firstAttempts } from '../../lib/deliveries/clients.ts';
import { deliveryRepo } from '../../lib/deliveries/repo.ts';
import { makeCheckpoints } from '../../lib/operation/checkpoints/all-checkpoints.ts';
import type { CheckpointDeps } from '../../lib/operation/checkpoints/make-checkpoint.ts';
import { signingKey } from '../../lib/platform/audit/signing-key.ts';
import { deps } from '../../lib/platform/deps.ts';
import { env } from '../../lib/platform/env.ts';
import { memo } from '../../lib/values/memo.ts';
import { webhookRepo } from '../../lib/webhooks/repo.ts';

const work = memo((): CheckpointDeps => {
  const { CHECKPOINT_SECONDS: seconds, CHECKPOINT_DELAY_SECONDS: delaySeconds } = env.checkpoints();
  return {
    ...{ table: deps().table, now: deps().now, newId: deps().newId, channels, seconds, delaySeconds },
    deliveries: deliveryRepo(deps()),
    webhooks: webhookRepo(deps()),
    queue: firstAttempts(),
    key: signingKey(),
  };
});

/** The clock: makes the checkpoints of the audit logs for the hours that are over. */
export const handler = () => makeCheckpoints(work());
