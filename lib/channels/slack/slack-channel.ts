import { type SendResult, undeliverable } from '../../deliveries/result.ts';
import type { StoredDelivery } from '../../deliveries/schema.ts';
import { sendHttp } from '../http/http-sender.ts';
import { alertText } from '../notice-text/alert-text.ts';
import { walletThrottledText } from '../notice-text/wallet-throttled-text.ts';
import type { Channel, Recipient, SendDeps } from '../port/channel.ts';
import { type Fields, settingsOwner } from '../port/channel-fields.ts';
import { renderSlack } from './render-slack.ts';
import { maskedSlackUrl, StoredSlackFields, slackFields } from './slack-url.ts';

/** The incoming webhook of Slack that the settings name. */
export const slackChannel: Channel = {
  kind: 'slack',
  label: 'Slack',
  toggle: { field: 'notifySlack', initially: false },
  settingsFields: slackFields,
  secrets: /(hooks\.slack\.com\/)[\w+/=-]{8,}/g,
  recipients: ({ settings }) => recipientsIn(settings),
  keyOf: () => 'slack',
  render: (notice) => JSON.stringify(renderSlack(alertText(notice))),
  throttledNotice: {
    recipients: ({ settings }) => recipientsIn(settings),
    render: (notice) => JSON.stringify(renderSlack(walletThrottledText(notice))),
  },
  send,
  destinationOf: ({ url }) => url,
};

function recipientsIn(settings: Fields): Recipient[] {
  const { maskedSlackUrl: url } = StoredSlackFields.parse(settings);
  return url === null ? [] : [{ address: { kind: 'slack' }, url }];
}

/** The URL is the secret, so only an attempt opens the URL. The record of the delivery shows the masked form. */
async function send(deps: SendDeps, { organisationId, body }: StoredDelivery): Promise<SendResult> {
  const { sealedSlackUrl } = StoredSlackFields.parse(await deps.settings.get(organisationId));
  if (sealedSlackUrl === null) return undeliverable('The Slack URL was removed from the settings.');
  const url = deps.sealer.open(sealedSlackUrl, settingsOwner(organisationId));
  const headers = { 'Content-Type': 'application/json', 'User-Agent': `Chainwatch/${deps.version}` };
  return sendHttp({ url, body, headers, shownUrl: maskedSlackUrl(url) }, deps.outbound);
}
