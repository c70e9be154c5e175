import { secretUrlDestination } from '../http/posted-destination.ts';
import { secretUrlChannel } from '../http/secret-url-channel.ts';
import { secretUrl } from '../port/secret-url.ts';
import { withDestinations } from '../port/with-destinations.ts';
import { renderSlack } from './render-slack.ts';

const EXAMPLE = 'https://hooks.slack.com/services/…';

/** Slack takes a message a second at each webhook (https://docs.slack.dev/apis/web-api/rate-limits). */
const RATE = { rate: 1, burst: 1 } as const;

/** The incoming webhook of Slack that the settings name. */
const ofSettings = secretUrlChannel({
  kind: 'slack',
  label: 'Slack',
  rate: RATE,
  toggle: { field: 'notifySlack', initially: false },
  url: secretUrl({
    kind: 'slack',
    field: 'slackWebhookUrl',
    sealed: 'sealedSlackUrl',
    masked: 'maskedSlackUrl',
    example: EXAMPLE,
  }),
  secrets: /(hooks\.slack\.com\/)[\w+/=-]{8,}/g,
  message: renderSlack,
});

export const slackChannel = withDestinations(ofSettings, secretUrlDestination('slack', EXAMPLE, RATE));
