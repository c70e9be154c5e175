import { type SendResult, undeliverable } from '../../deliveries/result.ts';
import type { StoredDelivery } from '../../deliveries/schema.ts';
import { sendHttp } from '../http/http-sender.ts';
import { alertText } from '../notice-text/alert-text.ts';
import type { Channel, SendDeps } from '../port/channel.ts';
import { settingsOwner } from '../port/channel-fields.ts';
import { renderSlack } from './render-slack.ts';
import { maskedSlackUrl, StoredSlackFields, slackFields } from './slack-url.ts';

/** The incoming webhook of Slack that the settings name. */
export const slackChannel: Channel = {
  kind: 'slack',
  label: 'Slack',
  toggle: { field: 'notifySlack', initially: false },
  settingsFields: slackFields,
  secrets: /(hooks\.slack\.com\/)[\w+/=-]{8,}/g,
  recipients({ settings }) {
    const { maskedSlackUrl: url } = StoredSlackFields.parse(settings);
    return url === null ? [] : [{ address: { kind: 'slack' }, url }];
  },
  keyOf: () => 'slack',
  render: (notice) => JSON.stringify(renderSlack(alertText(notice))),
  send,
  destinationOf: ({ url }) => url,
};

/** The URL is the secret, so only an attempt opens the URL. The record of the delivery shows the masked form. */
async function send(deps: SendDeps, { organisationId, body }: StoredDelivery): Promise<SendResult> {
  const { sealedSlackUrl } = StoredSlackFields.parse(await deps.settings.get(organisationId));
  if (sealedSlackUrl === null) return undeliverable('The Slack URL was removed from the settings.');
  const url = deps.sealer.open(sealedSlackUrl, settingsOwner(organisationId));
  const headers = { 'Content-Type': 'application/json', 'User-Agent': `Chainwatch/${deps.version}` };
  return sendHttp({ url, body, headers, shownUrl: maskedSlackUrl(url) }, deps.outbound);
}
