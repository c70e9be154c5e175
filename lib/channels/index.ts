import { channelRegistry } from './channel-registry.ts';
import { customChannel } from './custom/custom-channel.ts';
import { emailChannel } from './email/email-channel.ts';
import { slackChannel } from './slack/slack-channel.ts';
import { webhookChannel } from './webhook/webhook-channel.ts';

/** Every channel. A new channel is a folder beside these and a line here. */
export const channels = channelRegistry([webhookChannel, customChannel, emailChannel, slackChannel]);
