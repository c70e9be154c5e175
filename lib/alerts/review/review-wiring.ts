import { destinationRepo } from '../../channels/destinations/repo.ts';
import { channels } from '../../channels/index.ts';
import { settingsRepo } from '../../channels/settings/repo.ts';
import { firstAttempts } from '../../deliveries/clients.ts';
import { deliveryRepo } from '../../deliveries/repo.ts';
import { suspensionRepo } from '../../organisations/suspension/repo.ts';
import type { Deps } from '../../platform/deps.ts';
import { configuredSealer } from '../../platform/sealer.ts';
import { walletRepo } from '../../wallets/repo.ts';
import { webhookRepo } from '../../webhooks/repo.ts';
import { eventRepo } from '../events/repo.ts';
import type { LinkDeps } from './acknowledge-by-link.ts';
import type { ReviewWorkDeps } from './review-work.ts';

/** What a review of events needs, on one table and with the queue of first attempts. */
export const reviewDeps = (deps: Deps): ReviewWorkDeps => ({
  table: deps.table,
  now: deps.now,
  channels,
  queue: firstAttempts(),
  events: eventRepo(deps),
  deliveries: deliveryRepo(deps),
  webhooks: webhookRepo(deps),
  destinations: destinationRepo(deps),
  wallets: walletRepo(deps),
});

/** What the link of a message needs, on one table and with the keys of the stage. */
export const linkDeps = (deps: Deps): LinkDeps => ({
  table: deps.table,
  now: deps.now,
  channels,
  events: eventRepo(deps),
  deliveries: deliveryRepo(deps),
  destinations: destinationRepo(deps),
  settings: settingsRepo(deps),
  suspensions: suspensionRepo(deps),
  sealer: configuredSealer(deps),
});
