import { listed } from '../values/listed.ts';
import { channelRegistry } from './channel-registry.ts';
import * as members from './members.ts';

/** Every channel, in the order in which the API lists the kinds. */
export const channels = channelRegistry(
  listed(members, ['webhook', 'custom', 'email', 'slack']).map((kind) => members[kind]),
);
