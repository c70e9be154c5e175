/** Every channel under its kind. A new channel is a folder beside these folders and a line here. */
export { customChannel as custom } from './custom/custom-channel.ts';
export { emailChannel as email } from './email/email-channel.ts';
export { slackChannel as slack } from './slack/slack-channel.ts';
export { webhookChannel as webhook } from './webhook/webhook-channel.ts';
