import { channelRegistry } from '../../../lib/channels/channel-registry.ts';
import { channels } from '../../../lib/channels/index.ts';
import { pagerChannel } from './pager-channel.ts';

/** The channels of the service and the channel of the tests, which this one line registers. */
export const withPager = channelRegistry([...channels.all, pagerChannel]);
