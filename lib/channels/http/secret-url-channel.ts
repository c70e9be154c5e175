import { type SendResult, undeliverable } from '../../deliveries/result.ts';
import type { StoredDelivery } from '../../deliveries/schema.ts';
import type { Rate } from '../../platform/rate-limit/token-bucket.ts';
import type { NoticeText } from '../notice-text/notice-text.ts';
import { textOfNotice } from '../notice-text/text-of-notice.ts';
import type { Channel, Recipient } from '../port/channel.ts';
import type { Fields } from '../port/channel-fields.ts';
import type { Notice } from '../port/notice.ts';
import { maskedUrl, type SecretUrl } from '../port/secret-url.ts';
import type { SendDeps } from '../port/send-deps.ts';
import { sendHttp } from './http-sender.ts';
import { pacedPost } from './vendor-pace.ts';

interface Posting extends Required<Pick<Channel, 'kind' | 'label' | 'toggle' | 'secrets'>> {
  readonly url: SecretUrl;
  /** What the vendor takes at one URL. */
  readonly rate: Rate;
  /** The body of the POST, of which the channel makes JSON. */
  message(text: NoticeText): object;
}

/** The notices besides retractions, which follow their alerts. */
const NOTICES: ReadonlySet<Notice['kind']> = new Set(['alert.fired', 'wallet.throttled', 'address_list.failed']);

/** A channel that posts the text of each notice to one secret URL in the settings, such as a chat. */
export function secretUrlChannel({ url, rate, message, ...rest }: Posting): Channel {
  const { kind, label } = rest;
  const recipientsIn = (settings: Fields): Recipient[] => {
    const masked = url.maskedIn(settings);
    return masked === null ? [] : [{ address: { kind }, url: masked }];
  };
  return {
    ...rest,
    isForPeople: true,
    settingsFields: url.settingsFields,
    recipients: ({ event, settings }) => (NOTICES.has(event) ? recipientsIn(settings) : []),
    keyOf: () => kind,
    render: (notice, places) => JSON.stringify(message(textOfNotice(notice, places))),
    /** Only an attempt opens the URL. The record of the delivery shows the masked form. */
    async send(deps: SendDeps, delivery: StoredDelivery): Promise<SendResult> {
      const { organisationId, body } = delivery;
      const opened = url.openIn(await deps.settings.get(organisationId), deps.sealer, organisationId);
      if (opened === null) return undeliverable(`The ${label} URL was removed from the settings.`);
      const headers = { 'Content-Type': 'application/json', 'User-Agent': `Chainwatch/${deps.version}` };
      const posted = { url: deps.outbound.vendorUrl(kind, opened), body, headers, shownUrl: maskedUrl(opened) };
      return pacedPost(deps, { destination: kind, rate }, delivery, () => sendHttp(posted, deps.outbound));
    },
    destinationOf: (delivery) => delivery.url,
  };
}
