import { listed } from '../values/listed.ts';
import { channelRegistry } from './channel-registry.ts';
import * as members from './members.ts';
import type { Channel } from './port/channel.ts';

const byKind: Readonly<Record<keyof typeof members, Channel>> = members;

/** Every channel, in the order in which the API lists the kinds. */
export const channels = channelRegistry(
  listed(byKind, ['webhook', 'custom', 'email', 'slack', 'teams', 'discord', 'telegram', 'pagerduty']).map(
    (kind) => byKind[kind],
  ),
);
