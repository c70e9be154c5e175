import { SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { ChainId } from '../../lib/chains/registry.ts';
import { answerCheck } from '../../lib/operation/health/answer-check.ts';
import { CheckRequest } from '../../lib/operation/health/schema.ts';
import { stageChecks } from '../../lib/operation/health/stage-checks.ts';
import { apiKeyRepo } from '../../lib/organisations/api-keys/repo.ts';
import { suspensionRepo } from '../../lib/organisations/suspension/repo.ts';
import { deps } from '../../lib/platform/deps.ts';
import { env } from '../../lib/platform/env.ts';
import { queueDepth } from '../../lib/platform/queue/queue-depth.ts';
import { rateLimiter } from '../../lib/platform/rate-limit/key-rate.ts';
import { sdkTimeouts } from '../../lib/platform/sdk/sdk-timeouts.ts';
import { secretText } from '../../lib/platform/secret-text.ts';
import { memo } from '../../lib/values/memo.ts';

const wiring = memo(() => {
  const sqs = new SQSClient(sdkTimeouts());
  const { QUEUE_URLS, WATCHED_CHAINS } = env.inspection();
  const prefix = `chainwatch-${deps().stage}-`;
  const checks = stageChecks({
    ...deps(),
    queues: QUEUE_URLS.map((url) => ({
      name: url.slice(url.lastIndexOf('/') + 1).replace(prefix, ''),
      depth: queueDepth(sqs, url),
    })),
    dataKey: () => secretText(env.dataKey().DATA_KEY_SECRET_ARN),
    rpcUrls: () => secretText(env.rpc().RPC_SECRET_ARN),
    chains: z.array(ChainId).parse(WATCHED_CHAINS),
  });
  const limiter = rateLimiter(deps(), env.rateLimit().RATE_LIMIT);
  return { apiKeys: apiKeyRepo(deps()), suspensions: suspensionRepo(deps()), limiter, checks };
});

/** `GET /api/health?deep=true`: checks the parts of the stage. Only this function may read all of them. */
export const handler = (event: unknown) => answerCheck(wiring(), CheckRequest.parse(event));
