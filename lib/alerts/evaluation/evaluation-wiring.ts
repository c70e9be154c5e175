import { firstAttempts } from '../../deliveries/clients.ts';
import type { Queue } from '../../deliveries/delivery-queue.ts';
import { deliveryRepo } from '../../deliveries/repo.ts';
import type { Deps } from '../../platform/deps.ts';
import { settingsRepo } from '../../settings/repo.ts';
import { transactionRepo } from '../../transactions/repo.ts';
import { walletRepo } from '../../wallets/repo.ts';
import { webhookRepo } from '../../webhooks/repo.ts';
import { eventRepo } from '../events/repo.ts';
import { ruleRepo } from '../rules/repo.ts';
import type { EvaluationDeps } from './evaluate-transaction.ts';

/** Builds the dependencies of an evaluation on one table and the queue of first attempts. */
export const evaluationDeps = (deps: Deps, queue: Queue = firstAttempts()): EvaluationDeps => ({
  table: deps.table,
  now: deps.now,
  queue,
  rules: ruleRepo(deps),
  transactions: transactionRepo(deps),
  wallets: walletRepo(deps),
  webhooks: webhookRepo(deps),
  settings: settingsRepo(deps),
  events: eventRepo(deps),
  deliveries: deliveryRepo(deps),
});
