/** Every channel under its kind. A new channel is a folder beside these folders and a line here. */
export { customChannel as custom } from './custom/custom-channel.ts';
export { discordChannel as discord } from './discord/discord-channel.ts';
export { emailChannel as email } from './email/email-channel.ts';
export { pagerDutyChannel as pagerduty } from './pagerduty/pagerduty-channel.ts';
export { slackChannel as slack } from './slack/slack-channel.ts';
export { teamsChannel as teams } from './teams/teams-channel.ts';
export { telegramChannel as telegram } from './telegram/telegram-channel.ts';
export { webhookChannel as webhook } from './webhook/webhook-channel.ts';
